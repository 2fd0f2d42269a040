import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { launchLifeCycle, type LifeCycleEvent } from '../../../server/launchers/engine/launch-life-cycle.machine.ts'
import { LeaseLost } from '../../../server/launchers/workers/dispatch.ts'
import { RunProblem } from '../../../server/launchers/workers/problems.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

type State = SnapshotFrom<typeof launchLifeCycle>
const inputs = [true, false].map((hasArtifacts) => ({ timeMs: 60_000, hasArtifacts }))
const failing = (actor: string, error: unknown) => ({ type: `xstate.error.actor.${actor}`, error })
// Paths tell events apart by what JSON keeps of them.
const lost = Object.assign(new LeaseLost('another worker has it'), { is: 'lost' })
const events = [
  { type: 'launch/stopped', words: 'Aborted' },
  { type: 'launch/handedBack', words: 'The worker was stopped' },
  { type: 'launch/lost' },
  { type: 'command/begun' },
  { type: 'xstate.done.actor.clone' },
  failing('clone', new RunProblem('The repository has no branch main')),
  { type: 'xstate.done.actor.start' },
  failing('start', new Error('a fault of ours')),
  failing('start', lost),
  { type: 'xstate.done.actor.waitForEnd', output: { exitCode: 0, note: null } },
  { type: 'xstate.done.actor.waitForEnd', output: { exitCode: 3, note: null } },
  { type: 'xstate.done.actor.waitForEnd', output: { exitCode: null, note: 'Ended by SIGKILL' } },
  failing('waitForEnd', new Error('a fault of ours')),
  { type: 'xstate.done.actor.collectArtifacts' },
  failing('collectArtifacts', new Error('a fault of ours')),
  failing('collectArtifacts', lost),
  { type: 'xstate.done.actor.clear' },
  failing('clear', new Error('a fault of ours')),
  { type: 'xstate.done.actor.handBack' },
  failing('handBack', lost),
  { type: 'xstate.done.actor.report' },
  failing('report', lost),
  { type: 'xstate.after.timeLimit.launchLifeCycle.working' },
] as unknown as LifeCycleEvent[]
// A command that has begun is started once; the time runs out once.
const pathsWith = (input: (typeof inputs)[number]) =>
  pathsOf(launchLifeCycle, {
    input,
    events,
    isPossible: ({ context }, { type }) => {
      if (type === 'command/begun') return !context.hasBegun
      if ((type as string) === 'xstate.done.actor.start') return context.hasBegun
      return true
    },
  })
const all = inputs.map((input) => ({ input, paths: pathsWith(input) }))
const paths = all.flatMap((one) => one.paths)

test('the paths reach every state and take every transition', () =>
  expect(missedBy(launchLifeCycle, paths)).toEqual([]))

test('a running machine goes where its paths say', () => {
  // `play` throws where the two part.
  const emitted = all.flatMap(({ input, paths: own }) => own.flatMap((path) => play(launchLifeCycle, path, input)))
  expect(emitted).toEqual([])
})

test('every launch ends: first cleaned up, then reported once, unless another worker has it', () => {
  for (const { name, steps } of paths) {
    const visited = steps.map(({ state }) => (typeof state.value === 'string' ? state.value : state.value.working))
    const last = steps.at(-1)?.state
    if (last?.status !== 'done') continue
    expect([name, visited.includes('clearing')]).toEqual([name, true])
    const isTold = visited.includes('reporting') !== visited.includes('handingBack')
    const cleared = steps.findLast(({ state }) => state.value === 'clearing')?.state.context
    expect([name, isTold]).toEqual([name, cleared?.isLost === false])
  }
})

test('a command does not begin once its launch is being ended: a launch that is handed back while it starts waits again', () => {
  const isEnding = ({ context: { stop, isLost } }: State) => stop !== null || isLost
  const begins = breaches(
    paths,
    ({ context }, before) => !context.hasBegun || before === undefined || before.context.hasBegun || !isEnding(before),
  )
  expect(begins).toEqual([])
  const handedBack = paths.filter(({ steps }) => steps.some(({ state }) => state.value === 'handingBack'))
  const isRefused = ({ steps }: (typeof paths)[number]) =>
    steps.some(({ state }, place) => {
      const event: { type: string } | undefined = steps[place + 1]?.event
      return isEnding(state) && event?.type === 'command/begun'
    })
  expect(handedBack.some(isRefused)).toBe(true)
})

test('what has begun is never handed back, and artifacts are collected only where they are wanted and the launch is still ours', () => {
  expect(breaches(paths, ({ value, context }) => value !== 'handingBack' || !context.hasBegun)).toEqual([])
  expect(
    breaches(
      paths,
      ({ value, context }, before) =>
        value !== 'collecting' || before?.value === 'collecting' || (context.hasArtifacts && !context.isLost),
    ),
  ).toEqual([])
})

test('the first reason to stop is the one that is reported; without one, what the command ended with', () => {
  const emitted = new Set<string | null>()
  for (const { steps } of paths) {
    const reporting = steps.find(({ state }) => state.value === 'reporting')?.state
    if (reporting === undefined) continue
    const first = steps.find(({ state }) => state.context.stop !== null)?.state.context.stop
    const { outcome } = reporting.context
    expect(outcome).toEqual(first == null ? outcome : { exitCode: null, reason: first.words })
    emitted.add(outcome.reason)
  }
  expect(emitted).toEqual(
    new Set([
      'Aborted',
      'Ended by SIGKILL',
      'Ended with exit code 3',
      'It took longer than 1 min',
      'The engine could not run it; the log of the server says why',
      'The repository has no branch main',
      'The worker was stopped',
      null,
    ]),
  )
})

test('each state handles these events', () => {
  const ends = 'launch/{stopped,handedBack,lost} after(timeLimit)'
  expectTable(launchLifeCycle, {
    'working.cloning': `${ends} done(clone) error(clone)`,
    'working.starting': `${ends} done(start) error(start) command/begun`,
    'working.running': `${ends} done(waitForEnd) error(waitForEnd)`,
    collecting: 'launch/lost done(collectArtifacts) error(collectArtifacts)',
    clearing: 'launch/lost done(clear) error(clear)',
    handingBack: 'launch/lost done(handBack) error(handBack)',
    reporting: 'launch/lost done(report) error(report)',
    over: 'launch/lost',
  })
})
