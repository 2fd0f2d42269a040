import * as fc from 'fast-check'
import { vi } from 'vitest'
import type { ExploratoryCommand } from '../../../../contract/exploratory/commands.ts'
import { compact } from '../../../../store/compact.ts'
import { takeFile } from '../../../../store/exploratory-files.ts'
import { carryOut, exploratoryNow, keepGone, keepLoaded, NotKept } from '../../../../store/exploratory-log.ts'
import { drop, move, replace } from '../../../../store/outbox-decisions.ts'
import type { UnsentCommand } from '../../../../store/outbox-shown.ts'
import { fillDisk } from './full-disk.ts'
import type { Fault } from './server.ts'
import type { World } from './world.ts'

type Tab = 0 | 1
export type Step = fc.AsyncCommand<object, World>

const PROJECTS = ['SHOP', 'MAIL']

const step = (name: string, given: readonly unknown[], run: (world: World) => Promise<void>): Step => ({
  check: () => true,
  run: async (_, world) => {
    await run(world)
    await world.holds()
  },
  toString: () => `${name}(${JSON.stringify(given).slice(1, -1)})`,
})

const nth = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
const projectOf = (world: World, sessionId: string) => PROJECTS[world.sessions.indexOf(sessionId) % 2] ?? 'SHOP'

/** Does it, and expects that the person hears the truth: it is kept, or it is not and nothing of it is there. */
async function act(world: World, tab: Tab, command: ExploratoryCommand): Promise<boolean> {
  const projectKey = projectOf(world, command.sessionId)
  try {
    const [key = ''] = await carryOut(world.log(tab), [{ projectKey, command }])
    world.accept(key, command)
    return true
  } catch (error) {
    if (!(error instanceof NotKept) || error.kind !== 'full') throw error
    world.figures.refusedHere += 1
    return false
  }
}

const aSession = (world: World): ExploratoryCommand => {
  const sessionId = crypto.randomUUID()
  world.sessions.push(sessionId)
  const values = {
    title: `s${world.sessions.length}`,
    description: '',
    charter: { explore: '', with: '', toDiscover: '' },
    assigneeId: null,
    milestoneId: null,
    environmentId: null,
    configurations: [],
    requirements: [],
    timeBoxMinutes: null,
  }
  return { type: 'session/create', sessionId, values }
}

const aNote = (world: World, sessionId: string, text: string, files: readonly string[] = []): ExploratoryCommand => {
  const observationId = crypto.randomUUID()
  world.notes.push(observationId)
  return {
    type: 'observation/create',
    sessionId,
    observationId,
    clockMillis: null,
    values: {
      typeId: 1,
      description: text,
      elapsedTimeInMillis: null,
      attachments: files.map((fileUuid) => ({ fileUuid, name: 'a.txt', contentType: 'text/plain', sizeBytes: 8 })),
      issueId: null,
      issueType: null,
      improvementId: null,
      improvementType: null,
    },
  }
}

const text = (world: World) => `t${(world.texts += 1)}`

const createSession = (tab: Tab) =>
  step('createSession', [tab], async (world) => void (await act(world, tab, aSession(world))))

/** One that the server has already. */
const openSession = () =>
  step('openSession', [], async (world) => {
    const command = aSession(world)
    world.server.open(command.sessionId, `s${world.sessions.length}`)
    await Promise.resolve()
  })

const note = (tab: Tab, which: number, isBad: boolean) =>
  step('note', [tab, which, isBad], async (world) => {
    const sessionId = nth(world.sessions, which)
    if (sessionId === undefined) return
    if (isBad) world.inject('a value that does not fit')
    await act(world, tab, aNote(world, sessionId, isBad ? `bad ${text(world)}` : text(world)))
  })

const burst = (tab: Tab, which: number, many: number) =>
  step('burst', [tab, which, many], async (world) => {
    const sessionId = nth(world.sessions, which)
    if (sessionId === undefined) return
    await Promise.all(Array.from({ length: many }, () => act(world, tab, aNote(world, sessionId, text(world)))))
  })

const noteWithFile = (tab: Tab, which: number) =>
  step('noteWithFile', [tab, which], async (world) => {
    const sessionId = nth(world.sessions, which)
    if (sessionId === undefined) return
    const fileUuid = crypto.randomUUID()
    const whole = `f${text(world)}------`.slice(0, 8)
    world.files.set(fileUuid, whole)
    const file = { fileUuid, name: 'a.txt', contentType: 'text/plain', sizeBytes: 8 }
    await takeFile(world.log(tab), projectOf(world, sessionId), file, new Blob([whole]))
    await act(world, tab, aNote(world, sessionId, text(world), [fileUuid]))
  })

/** Of what is shown, as a person does it. */
async function shownNote(world: World, tab: Tab, which: number) {
  for (const sessionId of world.sessions) {
    const { observations } = await exploratoryNow(world.log(tab), sessionId)
    const found = observations.find(({ observation }) => observation.id === nth(world.notes, which))
    if (found) return { sessionId, ...found }
  }
  return null
}

const edit = (tab: Tab, which: number) =>
  step('edit', [tab, which], async (world) => {
    const found = await shownNote(world, tab, which)
    if (found === null) return
    const { id, description } = found.observation
    await act(world, tab, {
      type: 'observation/edit',
      sessionId: found.sessionId,
      observationId: id,
      values: { description: text(world) },
      expected: { description },
    })
  })

/** Somebody else was faster with the same note. */
const collide = (tab: Tab, which: number, isErased: boolean) =>
  step('collide', [tab, which, isErased], async (world) => {
    const found = await shownNote(world, tab, which)
    if (found === null) return
    const { id, description } = found.observation
    if (isErased) world.server.deleteObservation(id)
    else world.server.editObservation(id, `theirs ${text(world)}`)
    await act(world, tab, {
      type: 'observation/edit',
      sessionId: found.sessionId,
      observationId: id,
      values: { description: text(world) },
      expected: { description },
    })
  })

const remove = (tab: Tab, which: number) =>
  step('remove', [tab, which], async (world) => {
    const found = await shownNote(world, tab, which)
    if (found === null) return
    const observationIds = [found.observation.id]
    await act(world, tab, { type: 'observations/delete', sessionId: found.sessionId, observationIds })
  })

const measure = (tab: Tab, which: number) =>
  step('measure', [tab, which], async (world) => {
    const sessionId = nth(world.sessions, which)
    if (sessionId === undefined) return
    const stretchId = crypto.randomUUID()
    await act(world, tab, { type: 'clock/measured', sessionId, stretchId, elapsedMillis: 1000, isRunning: false })
  })

const close = (tab: Tab, which: number, isDelete: boolean) =>
  step('close', [tab, which, isDelete], async (world) => {
    const sessionId = nth(world.sessions, which)
    if (sessionId === undefined) return
    await act(world, tab, { type: isDelete ? 'session/delete' : 'session/close', sessionId })
  })

const others = (what: 'close' | 'delete' | 'edit' | 'erase' | 'fill' | 'off' | 'on' | 'clear', which: number) =>
  step('others', [what, which], async ({ server, sessions, notes, ...world }) => {
    await Promise.resolve()
    const session = nth(sessions, which) ?? ''
    const observation = nth(notes, which) ?? ''
    if (what === 'close') server.closeSession(session)
    if (what === 'delete') server.deleteSession(session)
    if (what === 'edit') server.editObservation(observation, `theirs ${which} ${world.texts}`)
    if (what === 'erase') server.deleteObservation(observation)
    if (what === 'off' || what === 'on') server.switchType(what === 'off')
    if (what === 'clear') server.clearFiles()
  })

const network = (tab: Tab, isOnline: boolean) =>
  step('network', [tab, isOnline], async (world) => {
    if (!isOnline) world.inject('offline')
    world.device.tabs[tab].isOnline$.next(isOnline)
    await Promise.resolve()
  })

const faults = (list: readonly Fault[]) =>
  step('faults', list, async ({ server }) => {
    server.faults.push(...list)
    await Promise.resolve()
  })

const delay = (turns: number) =>
  step('delay', [turns], async ({ server }) => {
    server.delay = turns
    await Promise.resolve()
  })

/** Some turns of the event loop: requests are then somewhere in between. */
const turns = (count: number) =>
  step('turns', [count], async () => {
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
  })

const rest = () => step('rest', [], ({ device }) => device.rest())

const wait = (tab: Tab) =>
  step('wait', [tab], async ({ device }) => {
    device.tabs[tab].clock.increment(60_000)
    await device.rest()
  })

const ask = (tab: Tab) =>
  step('ask', [tab], async ({ device }) => {
    device.tabs[tab].outbox.ask()
    device.tabs[tab].opened$.next()
    await device.rest()
  })

const crash = (tab: Tab) =>
  step('crash', [tab], async (world) => {
    world.inject(world.device.tabs[tab].outbox.isAtRest() ? 'tab killed' : 'tab killed while it sends')
    world.device.crash(tab)
    await Promise.resolve()
  })

/** The page goes while it writes: all of it is there afterwards, or nothing. */
const crashWhileWriting = (tab: Tab, which: number, count: number) =>
  step('crashWhileWriting', [tab, which, count], async (world) => {
    const sessionId = nth(world.sessions, which)
    if (sessionId === undefined) return
    world.inject('tab killed while it writes')
    const command = aNote(world, sessionId, text(world))
    const projectKey = projectOf(world, sessionId)
    const writing = carryOut(world.log(tab), [{ projectKey, command }]).catch(() => null)
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
    world.device.crash(tab)
    await writing
    const { db } = world.log(tab)
    const isThis = (one: { command: ExploratoryCommand }) => JSON.stringify(one.command) === JSON.stringify(command)
    const rows = (await world.unsent()).filter(isThis)
    const records = (await db.records.toArray()).filter(
      ({ type, payload }) => type === 'exploratory/commanded' && isThis(payload as UnsentCommand),
    )
    // It may have been sent by the other tab already.
    const isCarried = world.server.carried.find((key) => records.some(({ id }) => id === key))
    if (rows.length !== records.length && isCarried === undefined) throw new Error('half of it was written')
    for (const { id } of records) world.accept(id, command)
  })

const fullDisk = (tab: Tab, which: number, at: number, isForGood: boolean) =>
  step('fullDisk', [tab, which, at, isForGood], async (world) => {
    const sessionId = nth(world.sessions, which)
    if (sessionId === undefined) return
    await world.device.rest()
    const disk = fillDisk(at, isForGood)
    const isKept = await act(world, tab, aNote(world, sessionId, text(world))).finally(disk.restore)
    if (disk.hasRefused()) world.inject('disk full while a note is kept')
    if (isForGood && disk.hasRefused() && isKept && at < 3) throw new Error('said to be kept on a full disk')
  })

/** No room for what the server answers. */
const fullDiskForAnswers = (tab: Tab) =>
  step('fullDiskForAnswers', [tab], async (world) => {
    const disk = fillDisk(0, true)
    try {
      world.device.tabs[tab].outbox.ask()
      await world.device.rest()
    } finally {
      disk.restore()
    }
    if (!disk.hasRefused()) return
    world.inject('disk full while an answer is kept')
    world.letGo = true
  })

const clockJump = (toMs: number) =>
  step('clockJump', [toMs], async (world) => {
    world.inject('clock jump')
    vi.setSystemTime(toMs)
    await Promise.resolve()
  })

const look = (which: number) =>
  step('look', [which], async (world) => {
    const reading = world.server.reading(nth(world.sessions, which) ?? '')
    if (reading) world.readings.push(reading)
    await Promise.resolve()
  })

/** A reading arrives: the newest, or one that was on its way for long. */
const load = (tab: Tab, which: number, isOld: boolean) =>
  step('load', [tab, which, isOld], async (world) => {
    const sessionId = nth(world.sessions, which)
    if (sessionId === undefined) return
    const reading = isOld ? nth(world.readings, which) : world.server.reading(sessionId)
    if (isOld && reading) world.inject('reading that is out of date')
    if (reading) await keepLoaded(world.log(tab), reading)
    else if (!isOld) await keepGone(world.log(tab), sessionId)
  })

const compaction = (tab: Tab, sessions: number) =>
  step('compaction', [tab, sessions], async (world) => {
    await compact(world.log(tab), { sessions })
    // What went is shown again once it is loaded.
    if (sessions < world.sessions.length) world.letGo = true
  })

type Decision = 'retry' | 'mine' | 'drop' | 'move'

async function decide(world: World, tab: Tab, one: UnsentCommand, how: Decision): Promise<void> {
  const log = world.log(tab)
  const { key, command } = one
  if (how === 'drop') {
    world.giveUp(await drop(log, [key]))
    return
  }
  if (how === 'move') {
    if (command.type !== 'observation/create') return
    const session = aSession(world)
    const projectKey = one.projectKey
    const { sessionId } = session
    const note: ExploratoryCommand = { ...command, sessionId }
    const about = (await world.unsent()).filter((other) => other.about.includes(command.observationId))
    const keys = await move(
      log,
      about.map((other) => other.key),
      [
        { projectKey, command: session },
        { projectKey, command: note },
      ],
    )
    if (keys === null) return
    world.giveUp(about.map((other) => other.key))
    world.accept(keys[0] ?? '', session)
    world.accept(keys[1] ?? '', note)
    return
  }
  const theirs = world.server.observations.get(one.about[0] ?? '')?.description
  const next: ExploratoryCommand =
    how === 'mine' && command.type === 'observation/edit' && theirs !== undefined
      ? { ...command, expected: { description: theirs } }
      : command
  const made = await replace(log, key, next)
  if (made === null) return
  world.giveUp([key])
  world.accept(made, next)
  // It takes the other's turn.
  const accepted = world.accepted.get(made)
  if (accepted) accepted.wasRefused = true
}

const decision = (tab: Tab, which: number, how: Decision) =>
  step('decision', [tab, which, how], async (world) => {
    const refused = (await world.unsent()).filter(({ refusal }) => refusal !== null)
    const one = nth(refused, which)
    if (one) await decide(world, tab, one, how)
  })

/** Both tabs at once about the same. */
const decisions = (which: number, how: readonly [Decision, Decision]) =>
  step('decisions', [which, how], async (world) => {
    const refused = (await world.unsent()).filter(({ refusal }) => refusal !== null)
    const one = nth(refused, which)
    if (one === undefined) return
    world.inject('two tabs decide at once')
    await Promise.all([decide(world, 0, one, how[0]), decide(world, 1, one, how[1])])
  })

const tab = fc.constantFrom<Tab[]>(0, 1)
const which = fc.nat(12)
const how = fc.constantFrom<Decision[]>('retry', 'mine', 'drop', 'move')
const fault = fc.constantFrom<Fault[]>('unreachable', 'lost', 'lost', 'twice', 'torn', 401, 403, 404, 413, 500)

export const steps: fc.Arbitrary<Step>[] = [
  tab.map(createSession),
  fc.constant(null).map(openSession),
  ...[0, 1, 2].map(() => fc.tuple(tab, which, fc.nat(9)).map(([t, w, bad]) => note(t, w, bad === 0))),
  fc.tuple(tab, which, fc.integer({ min: 2, max: 6 })).map(([t, w, n]) => burst(t, w, n)),
  fc.tuple(tab, which).map(([t, w]) => noteWithFile(t, w)),
  ...[0, 1].map(() => fc.tuple(tab, which).map(([t, w]) => edit(t, w))),
  fc.tuple(tab, which, fc.boolean()).map(([t, w, e]) => collide(t, w, e)),
  fc.tuple(tab, which).map(([t, w]) => remove(t, w)),
  fc.tuple(tab, which).map(([t, w]) => measure(t, w)),
  fc.tuple(tab, which, fc.boolean()).map(([t, w, d]) => close(t, w, d)),
  fc
    .tuple(fc.constantFrom('close', 'delete', 'edit', 'edit', 'erase', 'off', 'on', 'clear'), which)
    .map(([what, w]) => others(what as 'close', w)),
  fc.tuple(tab, fc.boolean()).map(([t, on]) => network(t, on)),
  ...[0, 1].map(() => fc.array(fault, { minLength: 1, maxLength: 4 }).map(faults)),
  fc.nat(6).map(delay),
  fc.nat(30).map(turns),
  fc.constant(null).map(rest),
  tab.map(wait),
  tab.map(ask),
  tab.map(crash),
  fc.tuple(tab, which, fc.nat(8)).map(([t, w, n]) => crashWhileWriting(t, w, n)),
  fc.tuple(tab, which, fc.nat(4), fc.boolean()).map(([t, w, at, g]) => fullDisk(t, w, at, g)),
  tab.map(fullDiskForAnswers),
  fc.integer({ min: 0, max: 4_000_000_000_000 }).map(clockJump),
  which.map(look),
  fc.tuple(tab, which, fc.boolean()).map(([t, w, old]) => load(t, w, old)),
  fc.tuple(tab, fc.constantFrom(0, 30)).map(([t, n]) => compaction(t, n)),
  ...[0, 1].map(() => fc.tuple(tab, which, how).map(([t, w, h]) => decision(t, w, h))),
  fc.tuple(which, fc.tuple(how, how)).map(([w, h]) => decisions(w, h)),
]
