import { vi } from 'vitest'
import type { ExploratoryCommand } from '../../../../contract/exploratory/commands.ts'
import { writtenOf } from '../../../../contract/exploratory/observations.ts'
import { compact } from '../../../../store/log/compact.ts'
import { takeFile } from '../../../../store/outbox/files.ts'
import { carryOut, exploratoryNow, keepGone, keepLoaded } from '../../../../store/outbox/exploratory/sessions.ts'
import type { UnsentExploratory } from '../../../../store/outbox/exploratory/sessions.ts'
import { fillDisk } from './full-disk.ts'
import type { Fault } from './server.ts'
import type { Does, NoteKind, Others, Tab } from './steps.ts'
import type { World } from './world.ts'
import { act, aNote, aSession, nth, projectOf, text } from './actions.ts'
import { decision, decisions } from './decisions.ts'

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
