import { vi } from 'vitest'
import type { ExploratoryCommand } from '../../../../contract/exploratory/commands.ts'
import { writtenOf, type Observation } from '../../../../contract/exploratory/observations.ts'
import { compact } from '../../../../store/log/compact.ts'
import { takeFile } from '../../../../store/outbox/files.ts'
import { NotKept } from '../../../../store/outbox/commands.ts'
import {
  carryOut,
  exploratoryNow,
  keepGone,
  keepLoaded,
  move,
  replace,
} from '../../../../store/outbox/exploratory/sessions.ts'
import { overTheirs } from '../../../../store/outbox/exploratory/rescue.ts'
import { drop, retry } from '../../../../store/outbox/outbox-decisions.ts'
import type { UnsentExploratory } from '../../../../store/outbox/exploratory/sessions.ts'
import { fillDisk } from './full-disk.ts'
import type { Fault } from './server.ts'
import type { Decision, Does, NoteKind, Others, Tab } from './steps.ts'
import type { World } from './world.ts'

const PROJECTS = ['SHOP', 'MAIL']

const nth = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
const projectOf = (world: World, sessionId: string) => PROJECTS[world.sessions.indexOf(sessionId) % 2] ?? 'SHOP'

/** Runs it, and expects a true report: it is stored, or nothing of it is. */
export async function act(world: World, tab: Tab, command: ExploratoryCommand): Promise<boolean> {
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

export const aSession = (world: World): ExploratoryCommand => {
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

type Note = Extract<ExploratoryCommand, { type: 'observation/create' }>

export const aNote = (world: World, sessionId: string, text: string, files: readonly string[] = []): Note => {
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

async function createSession(world: World, tab: Tab): Promise<void> {
  await act(world, tab, aSession(world))
}

/** One that the server has already. */
async function openSession(world: World): Promise<void> {
  const command = aSession(world)
  world.theirs.push(command.sessionId)
  world.server.open(command.sessionId, `s${world.sessions.length}`)
  await Promise.resolve()
}

async function note(world: World, tab: Tab, which: number, kind: NoteKind): Promise<void> {
  const sessionId = nth(world.sessions, which)
  if (sessionId === undefined) return
  if (kind === 'bad') world.inject('a value that does not fit')
  if (kind === 'breaks') world.inject('a note that the server fails at every time')
  await act(world, tab, aNote(world, sessionId, kind === 'fine' ? text(world) : `${kind} ${text(world)}`))
}

async function burst(world: World, tab: Tab, which: number, many: number): Promise<void> {
  const sessionId = nth(world.sessions, which)
  if (sessionId === undefined) return
  await Promise.all(Array.from({ length: many }, () => act(world, tab, aNote(world, sessionId, text(world)))))
}

async function noteWithFile(world: World, tab: Tab, which: number): Promise<void> {
  const sessionId = nth(world.sessions, which)
  if (sessionId === undefined) return
  const fileUuid = crypto.randomUUID()
  const whole = `f${text(world)}------`.slice(0, 8)
  world.files.set(fileUuid, whole)
  const file = { fileUuid, name: 'a.txt', contentType: 'text/plain', sizeBytes: 8 }
  await takeFile(world.log(tab), projectOf(world, sessionId), file, new Blob([whole]))
  await act(world, tab, aNote(world, sessionId, text(world), [fileUuid]))
}

/** Of what is shown, as a user does it. */
async function shownNote(world: World, tab: Tab, which: number) {
  for (const sessionId of world.sessions) {
    const { observations } = await exploratoryNow(world.log(tab), sessionId)
    const found = observations.find(({ observation }) => observation.id === nth(world.notes, which))
    if (found) return { sessionId, ...found }
  }
  return null
}

async function edit(world: World, tab: Tab, which: number): Promise<void> {
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
}

/** Another user changed the same note first. */
async function collide(world: World, tab: Tab, which: number, isErased: boolean): Promise<void> {
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
}

async function remove(world: World, tab: Tab, which: number): Promise<void> {
  const found = await shownNote(world, tab, which)
  if (found === null) return
  const { id, description } = found.observation
  // After a rejected change was discarded, the tester sees the other user's text, and may delete it.
  if (world.unseen.get(id) === description) world.unseen.delete(id)
  await act(world, tab, deletionOf(found))
}

const deletionOf = ({ sessionId, observation }: NonNullable<Awaited<ReturnType<typeof shownNote>>>) => ({
  type: 'observations/delete' as const,
  sessionId,
  observationIds: [observation.id],
  expected: { [observation.id]: writtenOf(observation) },
})

/** Another user changed the note before its deletion arrives. */
async function collideRemoving(world: World, tab: Tab, which: number): Promise<void> {
  const found = await shownNote(world, tab, which)
  if (found === null) return
  const { id } = found.observation
  const theirs = `theirs ${text(world)}`
  world.server.editObservation(id, theirs)
  // A rejected edit shows theirs, which counts as seen.
  if (world.server.observations.get(id)?.description === theirs) world.unseen.set(id, theirs)
  await act(world, tab, deletionOf(found))
}

async function measure(world: World, tab: Tab, which: number): Promise<void> {
  const sessionId = nth(world.sessions, which)
  if (sessionId === undefined) return
  const stretchId = crypto.randomUUID()
  await act(world, tab, { type: 'clock/measured', sessionId, stretchId, elapsedMillis: 1000, isRunning: false })
}

async function close(world: World, tab: Tab, which: number, isDelete: boolean): Promise<void> {
  const sessionId = nth(world.sessions, which)
  if (sessionId === undefined) return
  await act(world, tab, { type: isDelete ? 'session/delete' : 'session/close', sessionId })
}

async function others({ server, sessions, notes, texts }: World, what: Others, which: number): Promise<void> {
  await Promise.resolve()
  const session = nth(sessions, which) ?? ''
  const observation = nth(notes, which) ?? ''
  if (what === 'close') server.closeSession(session)
  if (what === 'delete') server.deleteSession(session)
  if (what === 'edit') server.editObservation(observation, `theirs ${which} ${texts}`)
  if (what === 'erase') server.deleteObservation(observation)
  if (what === 'off' || what === 'on') server.switchType(what === 'off')
  if (what === 'clear') server.clearFiles()
}

async function network(world: World, tab: Tab, isOnline: boolean): Promise<void> {
  if (!isOnline) world.inject('offline')
  world.device.tabs[tab].isOnline$.next(isOnline)
  await Promise.resolve()
}

/** During the next request. */
async function serverDies({ server }: World): Promise<void> {
  server.faults.unshift('torn')
  await Promise.resolve()
}

async function faults({ server }: World, list: readonly Fault[]): Promise<void> {
  server.faults.push(...list)
  await Promise.resolve()
}

async function delay({ server }: World, turns: number): Promise<void> {
  server.delay = turns
  await Promise.resolve()
}

/** Some turns of the event loop, which leave requests in progress. */
async function turns(_: World, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

const rest = ({ device }: World): Promise<void> => device.rest()

async function wait({ device }: World, tab: Tab): Promise<void> {
  device.tabs[tab].clock.increment(60_000)
  await device.rest()
}

async function ask({ device }: World, tab: Tab): Promise<void> {
  device.tabs[tab].outbox.ask()
  device.tabs[tab].opened$.next()
  await device.rest()
}

async function crash(world: World, tab: Tab): Promise<void> {
  world.inject(world.device.tabs[tab].outbox.isAtRest() ? 'tab killed' : 'tab killed while it sends')
  world.device.crash(tab)
  await Promise.resolve()
}

/** The page closes during a write: all of it is stored afterwards, or nothing. */
async function crashWhileWriting(world: World, tab: Tab, which: number, count: number): Promise<void> {
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
    ({ type, payload }) => type === 'exploratory/commanded' && isThis(payload as UnsentExploratory),
  )
  // The other tab may have sent it already.
  const isCarried = world.server.carried.find((key) => records.some(({ id }) => id === key))
  if (rows.length !== records.length && isCarried === undefined) throw new Error('half of it was written')
  for (const { id } of records) world.accept(id, command)
}

async function fullDisk(world: World, tab: Tab, which: number, at: number, isForGood: boolean): Promise<void> {
  const sessionId = nth(world.sessions, which)
  if (sessionId === undefined) return
  await world.device.rest()
  const disk = fillDisk(at, isForGood)
  const isKept = await act(world, tab, aNote(world, sessionId, text(world))).finally(disk.restore)
  if (disk.hasRefused()) world.inject('disk full while a note is kept')
  if (isForGood && disk.hasRefused() && isKept && at < 3) throw new Error('said to be kept on a full disk')
}

/** No space for the server's answer. */
async function fullDiskForAnswers(world: World, tab: Tab): Promise<void> {
  const disk = fillDisk(0, true)
  try {
    world.device.tabs[tab].outbox.ask()
    await world.device.rest()
  } finally {
    disk.restore()
  }
  if (disk.hasRefused()) world.answerFoundNoRoom()
}

async function clockJump(world: World, toMs: number): Promise<void> {
  world.inject('clock jump')
  vi.setSystemTime(toMs)
  await Promise.resolve()
}

async function look(world: World, which: number): Promise<void> {
  const reading = world.server.reading(nth(world.sessions, which) ?? '')
  if (reading) world.readings.push(reading)
  await Promise.resolve()
}

/** A reading arrives: the newest, or a delayed one. */
async function load(world: World, tab: Tab, which: number, isOld: boolean): Promise<void> {
  const sessionId = nth(world.sessions, which)
  if (sessionId === undefined) return
  const reading = isOld ? nth(world.readings, which) : world.server.reading(sessionId)
  if (isOld && reading) world.inject('reading that is out of date')
  if (reading) await keepLoaded(world.log(tab), reading)
  else if (!isOld) await keepGone(world.log(tab), sessionId)
}

async function compaction(world: World, tab: Tab, sessions: number): Promise<void> {
  await compact(world.log(tab), { commandStreams: sessions })
  // A closed session is shown again once it is loaded.
  if (sessions < world.sessions.length) {
    world.letGo = true
    world.forgot = true
  }
}

const collidedWith = (observation: Observation) => ({ reason: 'collided' as const, message: '', observation })

async function decide(world: World, tab: Tab, one: UnsentExploratory, how: Decision): Promise<void> {
  const log = world.log(tab)
  const { key, command } = one
  if (how === 'drop') {
    const gone = await drop(log, [key])
    if (gone.length > 0) world.decide(key)
    world.giveUp(gone)
    return
  }
  if (how === 'again') {
    await retry(log, key)
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
    world.decide(key)
    world.giveUp(about.map((other) => other.key))
    world.accept(keys[0] ?? '', session)
    world.accept(keys[1] ?? '', note)
    return
  }
  const theirs = world.server.observations.get(one.about[0] ?? '')
  const next = (how === 'mine' && theirs && overTheirs({ key, command, refusal: collidedWith(theirs) })) || command
  if (next !== command && command.type === 'observations/delete') world.unseen.delete(one.about[0] ?? '')
  const made = await replace(log, key, next)
  if (made === null) return
  world.decide(key)
  world.giveUp([key])
  world.accept(made, next)
  // It replaces the other one in the queue.
  const accepted = world.accepted.get(made)
  if (accepted) accepted.wasRefused = true
}

async function decision(world: World, tab: Tab, which: number, how: Decision): Promise<void> {
  const refused = (await world.unsent()).filter(({ refusal }) => refusal !== null)
  const one = nth(refused, which)
  if (one === undefined) return
  world.mayDecide(one.key)
  await decide(world, tab, one, how)
}

/** Both tabs decide concurrently about the same rejection. */
async function decisions(world: World, which: number, how: readonly [Decision, Decision]): Promise<void> {
  const refused = (await world.unsent()).filter(({ refusal }) => refusal !== null)
  const one = nth(refused, which)
  if (one === undefined) return
  world.inject('two tabs decide at once')
  world.mayDecide(one.key)
  await Promise.all([decide(world, 0, one, how[0]), decide(world, 1, one, how[1])])
}

/** Each runs on the model of a device and of a server. */
export const does: Does<World> = {
  createSession,
  openSession,
  note,
  burst,
  noteWithFile,
  edit,
  collide,
  remove,
  collideRemoving,
  measure,
  close,
  others,
  network,
  faults,
  serverDies,
  delay,
  turns,
  rest,
  wait,
  ask,
  crash,
  crashWhileWriting,
  fullDisk,
  fullDiskForAnswers,
  clockJump,
  look,
  load,
  compaction,
  decision,
  decisions,
}
