import { liveQuery } from 'dexie'
import { defer, finalize, from, map, switchMap, type Observable } from 'rxjs'
import { assert, type Struct } from 'superstruct'
import type { ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import type { Observation, ObservationFile } from '../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../contract/exploratory/sessions.ts'
import { exploratoryStream } from '../../contract/live.ts'
import { EMPTY, foldAll, type ExploratoryState } from '../projections/exploratory.ts'
import { exploratoryEvents, type Commanded, type CommandHints } from '../projections/exploratory-events.ts'
import { observationsOf, type Unsent } from '../projections/exploratory-rows.ts'
import { shownOf, type ShownExploratory } from '../projections/exploratory-shown.ts'
import { inStream, type Log } from '../log/log.ts'
import { positionOf } from '../log/positions.ts'
import { read } from '../log/read.ts'
import { damageOf, type LogRecord } from '../log/record.ts'
import { isFull, withRoom } from '../log/room.ts'
import { setAsideStored } from '../log/set-aside.ts'
import { markShown } from '../log/shown.ts'
import { within, type Within } from '../log/within.ts'

/** What was done could not be kept on this device; the form it came from still holds it. */
export class NotKept extends Error {
  readonly kind: 'full' | 'failed'
  constructor(cause: unknown) {
    const kind = isFull(cause) ? 'full' : 'failed'
    super(kind === 'full' ? 'This device is full' : 'This device could not save it', { cause })
    this.kind = kind
  }
}

const knowing = new WeakMap<Log, Log>()

/** The log with what it takes to read its exploratory sessions: most pages do without. */
export function exploratoryLog(log: Log): Log {
  const known = knowing.get(log) ?? { ...log, known: { ...log.known, ...exploratoryEvents } }
  knowing.set(log, known)
  return known
}

export interface Wanted {
  projectKey: string
  command: ExploratoryCommand
  hints?: CommandHints
  /** Where it was tried under one already, and nobody knows what became of it. */
  key?: string
  /** ISO; now, unless it was done before. */
  at?: string
}

/** What happened in a session, as it goes into the log. */
export type ExploratoryEvent = {
  [Type in keyof typeof exploratoryEvents]: { type: Type; payload: unknown }
}[keyof typeof exploratoryEvents]

/** Puts events at the end of their stream. */
export async function put(
  log: Within,
  stream: string,
  events: readonly (ExploratoryEvent & { id?: string })[],
): Promise<void> {
  if (events.length === 0) return
  const { db } = log
  // Not the last record alone: a position is never used twice, also when what stood there has gone.
  const { head } = await positionOf(log, stream)
  let sequence = Math.max(head, (await inStream(log, stream).last())?.sequence ?? 0)
  const at = Date.now()
  const records = events.map(({ id, type, payload }): LogRecord => {
    assert(payload, exploratoryEvents[type] as Struct)
    sequence += 1
    return { id: id ?? crypto.randomUUID(), stream, sequence, type, payload, at, origin: 'here' }
  })
  await db.records.bulkAdd(records)
  await db.positions.put({ stream, applied: sequence, head: sequence })
}

/**
 * Does it here and now: it is on disk when this resolves, with its place in the outbox, or nothing of it is, and `NotKept` says
 * why. Several commands stand together or not at all. Resolves to their keys.
 */
export async function carryOut(log: Log, wanted: readonly Wanted[]): Promise<string[]> {
  // The same keys however often it is tried.
  const keyed = wanted.map((one) => ({ key: crypto.randomUUID(), ...one }))
  log.beforeUnsent()
  try {
    await withRoom(log, () => within(log, (w) => addNow(w, keyed)))
  } catch (cause) {
    throw new NotKept(cause)
  }
  return keyed.map(({ key }) => key)
}

/**
 * Adds commands as done now. The server orders observations by their times, so that a new one is later than all that this device knows
 * of its session, whatever the wall clock says: it may have been set back.
 */
export async function addNow(log: Within, wanted: readonly Wanted[]): Promise<Commanded[]> {
  const latest = new Map<string, number>()
  const made: Commanded[] = []
  for (const one of wanted) {
    const command = commandedNow(one)
    const { type, sessionId } = command.command
    if (type === 'observation/create') {
      const after = latest.get(sessionId) ?? latestIn(await stateOf(log, exploratoryStream(sessionId)))
      const at = one.at === undefined ? Math.max(Date.parse(command.at), after + 1) : Date.parse(command.at)
      latest.set(sessionId, Math.max(at, after))
      made.push({ ...command, at: new Date(at).toISOString() })
    } else made.push(command)
  }
  await addCommands(log, made)
  return made
}

/** When the last observation was made, in epoch ms. */
const latestIn = ({ base, commands }: ExploratoryState): number =>
  Math.max(
    0,
    ...base.observations.map(({ createdAt }) => Date.parse(createdAt)),
    ...commands.flatMap(({ command, at }) => (command.type === 'observation/create' ? [Date.parse(at)] : [])),
  )

const commandedNow = ({
  projectKey,
  command,
  hints = {},
  key = crypto.randomUUID(),
  at = new Date().toISOString(),
}: Wanted): Commanded => ({ key, at, projectKey, command, hints })

export async function addCommands(log: Within, made: readonly Commanded[]): Promise<void> {
  for (const one of made) {
    const stream = exploratoryStream(one.command.sessionId)
    await put(log, stream, [{ id: one.key, type: 'exploratory/commanded', payload: one }])
    await log.db.outbox.add(rowOf(one))
    await own(log, one.key, one.command)
  }
}

const rowOf = ({ key, projectKey, command }: Commanded): Omit<Unsent, 'turn'> => ({
  key,
  stream: exploratoryStream(command.sessionId),
  projectKey,
  type: command.type,
  about: observationsOf(command),
  refusal: null,
})

/** What was refused and is no longer in its observation goes once the server knows that it is not. */
async function leaveFiles({ db }: Within, key: string, observationId: string, attachments: readonly ObservationFile[]) {
  const held = new Set(attachments.map(({ fileUuid }) => fileUuid))
  await db.files
    .where('observationId')
    .equals(observationId)
    .filter(({ state, fileUuid }) => (state === 'refused' || state === 'left') && !held.has(fileUuid))
    .modify({ state: 'left', leftBy: key })
}

/** Files of a form become the command's: from now on they are to be sent. */
export async function own(log: Within, key: string, command: ExploratoryCommand): Promise<void> {
  if (command.type !== 'observation/create' && command.type !== 'observation/edit') return
  const { attachments } = command.values
  if (command.type === 'observation/edit' && attachments !== undefined)
    await leaveFiles(log, key, command.observationId, attachments)
  for (const { fileUuid } of attachments ?? []) {
    const file = await log.db.files.get(fileUuid)
    // Others of an edit were there before it, and stay with what attached them.
    if (file === undefined || (file.owner !== null && file.state !== 'draft')) continue
    await log.db.files.update(fileUuid, {
      owner: key,
      sessionId: command.sessionId,
      observationId: command.observationId,
      state: file.state === 'draft' ? 'due' : file.state,
    })
  }
}

interface Loaded {
  session: ExploratorySession
  observations: readonly Observation[]
  projectKey?: string
}

/** Takes what the server answered when asked for all of a session, unless what is held is newer. Resolves to whether it did. */
export async function keepLoaded(log: Log, { session, observations, ...of }: Loaded): Promise<boolean> {
  const stream = exploratoryStream(session.id)
  await read(exploratoryLog(log), stream) // what is damaged goes first: it would spoil the fold
  return withRoom(log, () =>
    within(log, async (w) => {
      const state = await stateOf(w, stream)
      const { base } = state
      if (session.revision < Math.max(base.loadedRevision, base.session?.revision ?? -1)) return false
      await rewrite(w, stream, {
        base: { ...base, ...of, session, observations, loadedRevision: session.revision, isGone: false },
        commands: state.commands,
      })
      return true
    }),
  )
}

/** The server has no such session any more. What was done in it and not sent stays. */
export async function keepGone(log: Log, sessionId: string): Promise<void> {
  const stream = exploratoryStream(sessionId)
  await read(exploratoryLog(log), stream)
  await withRoom(log, () =>
    within(log, async (w) => {
      const state = await stateOf(w, stream)
      // One that is still to be created was never there.
      if (state.commands.some(({ command }) => command.type === 'session/create')) return
      await rewrite(w, stream, { ...state, base: { ...state.base, isGone: true } })
    }),
  )
}

export const stateOf = async (log: Within, stream: string): Promise<ExploratoryState> =>
  foldAll(
    EMPTY,
    (await inStream(log, stream).toArray()).filter((record) => damageOf(record, exploratoryEvents) === null),
  )

/** Says all that a stream says in as few records as can be. */
async function rewrite(log: Within, stream: string, { base, commands }: ExploratoryState): Promise<void> {
  const { head } = await positionOf(log, stream)
  await inStream(log, stream).delete()
  await log.db.positions.put({ stream, applied: head, head })
  await put(log, stream, [
    { type: 'exploratory/loaded', payload: { base } },
    ...commands.flatMap(({ refusal, ...one }): (ExploratoryEvent & { id?: string })[] => [
      { id: one.key, type: 'exploratory/commanded', payload: one },
      ...(refusal === null ? [] : [{ type: 'exploratory/refused' as const, payload: { key: one.key, refusal } }]),
    ]),
  ])
}

/** So many records that no longer say anything are let stand before a stream is written anew. */
const MOST_SETTLED = 64

/** What the server has confirmed becomes one record; what it has not stays as it is. */
export async function shorten(log: Log, stream: string): Promise<void> {
  const { db } = log
  const [records, unsent] = await Promise.all([
    inStream(log, stream).count(),
    db.outbox.where('stream').equals(stream).count(),
  ])
  if (records - 2 * unsent <= MOST_SETTLED) return
  await read(exploratoryLog(log), stream)
  await within(log, async (w) => rewrite(w, stream, await stateOf(w, stream)))
}

export interface Exploratory extends ShownExploratory {
  /** `EMPTY` where nothing is known of it on this device. */
  state: ExploratoryState
}

/** A session as it is shown now, and whenever that changes, in this tab or another. Ends in an error when the log cannot be read. */
export const exploratory$ = (log: Log, sessionId: string): Observable<Exploratory> =>
  defer(() => {
    const stream = exploratoryStream(sessionId)
    return folded$(log, stream).pipe(finalize(markShown(log, stream)))
  })

const folded$ = (log: Log, stream: string): Observable<Exploratory> =>
  // Opened by hand: a live query on a database that cannot be opened stays silent for ever.
  defer(() => log.db.open()).pipe(
    switchMap(() => {
      let state = EMPTY
      let last = 0
      return from(liveQuery(() => inStream(log, stream, last).toArray())).pipe(
        map((records) => {
          const damaged = records.filter((record) => damageOf(record, exploratoryEvents) !== null)
          if (damaged.length > 0)
            setAsideStored(
              exploratoryLog(log),
              damaged.map(({ id }) => id),
            ).catch((cause: unknown) => log.trouble$.next({ kind: 'failed', cause }))
          const fresh = records.filter((record) => record.sequence > last && !damaged.includes(record))
          state = foldAll(state, fresh)
          last = fresh.at(-1)?.sequence ?? last
          return { state, ...shownOf(state) }
        }),
      )
    }),
  )

/** The same, once. */
export async function exploratoryNow(log: Log, sessionId: string): Promise<Exploratory> {
  const state = foldAll(EMPTY, await read(exploratoryLog(log), exploratoryStream(sessionId)))
  return { state, ...shownOf(state) }
}
