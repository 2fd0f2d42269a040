import * as fc from 'fast-check'
import type { Fault } from './server.ts'

export type Tab = 0 | 1
/** Decision about a rejected command: send it again under another key or id, apply it over theirs, discard it, or move it to another session. */
export type Decision = 'retry' | 'again' | 'mine' | 'drop' | 'move'
/** `bad`: rejected for its value. `breaks`: the server always fails at it. */
export type NoteKind = 'fine' | 'bad' | 'breaks'
export type Others = 'close' | 'delete' | 'edit' | 'erase' | 'off' | 'on' | 'clear'

/** All actions of users, devices, networks and servers on notes, with their arguments. */
interface Given {
  createSession: [tab: Tab]
  openSession: []
  note: [tab: Tab, which: number, kind: NoteKind]
  burst: [tab: Tab, which: number, many: number]
  noteWithFile: [tab: Tab, which: number]
  edit: [tab: Tab, which: number]
  collide: [tab: Tab, which: number, isErased: boolean]
  remove: [tab: Tab, which: number]
  collideRemoving: [tab: Tab, which: number]
  measure: [tab: Tab, which: number]
  close: [tab: Tab, which: number, isDelete: boolean]
  others: [what: Others, which: number]
  network: [tab: Tab, isOnline: boolean]
  faults: [list: Fault[]]
  serverDies: []
  delay: [turns: number]
  turns: [count: number]
  rest: []
  wait: [tab: Tab]
  ask: [tab: Tab]
  crash: [tab: Tab]
  crashWhileWriting: [tab: Tab, which: number, count: number]
  fullDisk: [tab: Tab, which: number, at: number, isForGood: boolean]
  fullDiskForAnswers: [tab: Tab]
  clockJump: [toMs: number]
  look: [which: number]
  load: [tab: Tab, which: number, isOld: boolean]
  compaction: [tab: Tab, sessions: number]
  decision: [tab: Tab, which: number, how: Decision]
  decisions: [which: number, how: [Decision, Decision]]
}
type Name = keyof Given

/** Performs the steps, in a model of the product or in a browser. */
export type Does<Real> = { [One in Name]: (real: Real, ...given: Given[One]) => Promise<void> }

const tab = fc.constantFrom<Tab[]>(0, 1)
const which = fc.nat(12)
const how = fc.constantFrom<Decision[]>('retry', 'again', 'mine', 'drop', 'move')
const fault = fc.constantFrom<Fault[]>('unreachable', 'lost', 'lost', 'twice', 'torn', 401, 403, 404, 413, 500)
const kind = fc.nat(19).map((n): NoteKind => (n < 2 ? 'bad' : n === 2 ? 'breaks' : 'fine'))
const others = fc.constantFrom<Others[]>('close', 'delete', 'edit', 'edit', 'erase', 'off', 'on', 'clear')

type Arbitraries = { [One in Name]: { given: fc.Arbitrary<Given[One]>; weight?: number } }
const ARBITRARIES: Arbitraries = {
  createSession: { given: fc.tuple(tab) },
  openSession: { given: fc.constant([]) },
  note: { given: fc.tuple(tab, which, kind), weight: 3 },
  burst: { given: fc.tuple(tab, which, fc.integer({ min: 2, max: 6 })) },
  noteWithFile: { given: fc.tuple(tab, which) },
  edit: { given: fc.tuple(tab, which), weight: 2 },
  collide: { given: fc.tuple(tab, which, fc.boolean()) },
  remove: { given: fc.tuple(tab, which) },
  collideRemoving: { given: fc.tuple(tab, which) },
  measure: { given: fc.tuple(tab, which) },
  close: { given: fc.tuple(tab, which, fc.boolean()) },
  others: { given: fc.tuple(others, which) },
  network: { given: fc.tuple(tab, fc.boolean()) },
  faults: { given: fc.tuple(fc.array(fault, { minLength: 1, maxLength: 4 })), weight: 2 },
  serverDies: { given: fc.constant([]) },
  delay: { given: fc.tuple(fc.nat(6)) },
  turns: { given: fc.tuple(fc.nat(30)) },
  rest: { given: fc.constant([]) },
  wait: { given: fc.tuple(tab) },
  ask: { given: fc.tuple(tab) },
  crash: { given: fc.tuple(tab) },
  crashWhileWriting: { given: fc.tuple(tab, which, fc.nat(8)) },
  fullDisk: { given: fc.tuple(tab, which, fc.nat(4), fc.boolean()) },
  fullDiskForAnswers: { given: fc.tuple(tab) },
  clockJump: { given: fc.tuple(fc.integer({ min: 0, max: 4_000_000_000_000 })) },
  look: { given: fc.tuple(which) },
  load: { given: fc.tuple(tab, which, fc.boolean()) },
  compaction: { given: fc.tuple(tab, fc.constantFrom(0, 30)) },
  decision: { given: fc.tuple(tab, which, how), weight: 2 },
  decisions: { given: fc.tuple(which, fc.tuple(how, how)) },
}

/** Sequences of steps, the same for the same seed. `after` runs after each. */
export function sequences<Real>(
  does: Does<Real>,
  {
    after = () => Promise.resolve(),
    replayPath,
  }: { after?: (real: Real) => Promise<void>; replayPath?: string | undefined } = {},
): fc.Arbitrary<Iterable<fc.AsyncCommand<object, Real>>> {
  const steps = (Object.keys(ARBITRARIES) as Name[]).flatMap((name) => stepsOf(name, does[name]))
  return fc.commands(steps, { maxCommands: 60, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) })

  function stepsOf<One extends Name>(name: One, act: Does<Real>[One]): fc.Arbitrary<fc.AsyncCommand<object, Real>>[] {
    const { given, weight = 1 } = ARBITRARIES[name]
    const one = given.map((values): fc.AsyncCommand<object, Real> => ({
      check: () => true,
      run: async (_, real) => {
        await act(real, ...values)
        await after(real)
      },
      toString: () => `${name}(${JSON.stringify(values).slice(1, -1)})`,
    }))
    return Array.from({ length: weight }, () => one)
  }
}
