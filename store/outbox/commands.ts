import { liveQuery } from 'dexie'
import {
  defer,
  distinctUntilChanged,
  finalize,
  from,
  map,
  merge,
  scan,
  skipWhile,
  switchMap,
  type Observable,
} from 'rxjs'
import { assert } from 'superstruct'
import { inStream, type Log, type Unsent } from '../log/log.ts'
import { positionOf } from '../log/positions.ts'
import { read } from '../log/read.ts'
import { damageOf, type LogRecord } from '../log/record.ts'
import { isFull, withRoom } from '../log/room.ts'
import { setAsideStored } from '../log/set-aside.ts'
import { markShown } from '../log/shown.ts'
import { within, type Within } from '../log/within.ts'
import {
  knownDefinitionOf,
  readableLog,
  streamOf,
  type Commanded,
  type CommandState,
  type CommandVerb,
  type OutboxCommands,
  type OutboxTypes,
} from './definition.ts'
import { afterReading, afterWriting, withEarly, type WithEarly } from './early.ts'
import { emptyState, foldCommands } from './fold.ts'

/** A command could not be stored on this device; its form still has it. */
export class NotKept extends Error {
  readonly kind: 'full' | 'failed'
  constructor(cause: unknown) {
    const kind = isFull(cause) ? 'full' : 'failed'
    super(kind === 'full' ? 'This device is full' : 'This device could not save it', { cause })
    this.kind = kind
  }
}

export interface NewCommand<T extends OutboxTypes = OutboxTypes> {
  projectKey: string
  command: T['command']
  hints?: T['hints']
  /** Idempotency key of an earlier attempt with unknown outcome. */
  key?: string
  /** ISO; now by default. */
  at?: string
}

/** Events of a stream's commands, for the log. */
export interface CommandEvent {
  verb: CommandVerb
  payload: unknown
  id?: string
}

/** Appends events to their stream. Resolves with the sequence of the last record. */
export async function put(log: Within, stream: string, events: readonly CommandEvent[]): Promise<number> {
  const { db } = log
  const { capability, events: structs } = knownDefinitionOf(stream)
  // Includes deleted records: a sequence is never reused.
  const { head } = await positionOf(log, stream)
  let sequence = Math.max(head, (await inStream(log, stream).last())?.sequence ?? 0)
  if (events.length === 0) return sequence
  const at = Date.now()
  const records = events.map(({ id, verb, payload }): LogRecord => {
    const type = `${capability}/${verb}`
    const struct = structs[type]
    if (struct !== undefined) assert(payload, struct)
    sequence += 1
    return { id: id ?? crypto.randomUUID(), stream, sequence, type, payload, at, origin: 'here' }
  })
  await db.records.bulkAdd(records)
  await db.positions.put({ stream, applied: sequence, head: sequence })
  return sequence
}

/**
 * Enqueues commands: all are on disk with their outbox positions when this resolves, or none, and `NotKept` says why. Resolves with their
 * keys.
 */
export async function enqueue<T extends OutboxTypes>(
  log: Log,
  definition: OutboxCommands<T>,
  requested: readonly NewCommand<T>[],
): Promise<string[]> {
  // The same keys for every attempt.
  const keyed = requested.map((one) => ({ key: crypto.randomUUID(), ...one }))
  const keys = keyed.map(({ key }) => key)
  log.beforeUnsent()
  for (const { hints = {}, at = new Date().toISOString(), ...one } of keyed)
    log.writing$.next({
      type: 'begun',
      stream: streamOf(definition, one.command),
      command: { ...one, hints, at, refusal: null },
    })
  try {
    const added = await withRoom(log, () => within(log, (w) => addNow(w, definition, keyed)))
    log.writing$.next({ type: 'stored', places: new Map(added.map(({ key, place }) => [key, place])) })
  } catch (cause) {
    log.writing$.next({ type: 'failed', keys })
    throw new NotKept(cause)
  }
  return keys
}

/**
 * Appends commands done now. Where the server orders by their times, a new one is later than everything known of its stream, whatever the
 * wall clock says: it may have been set back. Resolves with them and their sequences.
 */
export async function addNow<T extends OutboxTypes>(
  log: Within,
  definition: OutboxCommands<T>,
  requested: readonly NewCommand<T>[],
): Promise<(Commanded<T> & { place: number })[]> {
  const latest = new Map<string, number>()
  const made: Commanded<T>[] = []
  for (const { projectKey, command, hints = {}, key = crypto.randomUUID(), at: doneAt } of requested) {
    const stream = streamOf(definition, command)
    const at = doneAt ?? new Date().toISOString()
    const one = { key, at, projectKey, command, hints }
    if (!definition.isSortedByTime(command)) {
      made.push(one)
      continue
    }
    const last = latest.get(stream) ?? definition.latestIn(await stateWithin(log, definition, stream))
    const time = doneAt === undefined ? Math.max(Date.parse(at), last + 1) : Date.parse(at)
    latest.set(stream, Math.max(time, last))
    made.push({ ...one, at: new Date(time).toISOString() })
  }
  const added: (Commanded<T> & { place: number })[] = []
  for (const one of made)
    added.push({ ...one, place: await addCommand(log, definition, streamOf(definition, one.command), one) })
  return added
}

/** Resolves with the command's sequence in its stream. */
export async function addCommand<T extends OutboxTypes>(
  log: Within,
  definition: OutboxCommands<T>,
  stream: string,
  one: Commanded<T>,
): Promise<number> {
  const { key, projectKey, command } = one
  const place = await put(log, stream, [{ id: key, verb: 'commanded', payload: one }])
  const row: Omit<Unsent, 'turn'> = {
    key,
    stream,
    projectKey,
    type: command.type,
    about: definition.aboutOf(command),
    refusal: null,
  }
  await log.db.outbox.add(row)
  await own(log, definition, key, command)
  return place
}

/** Attachments that were rejected and removed from their subject are deleted once the server has confirmed the removal. */
async function leaveFiles({ db }: Within, key: string, subject: string, fileUuids: readonly string[]) {
  await db.files
    .where('subject')
    .equals(subject)
    .filter(({ state, fileUuid }) => (state === 'refused' || state === 'left') && !fileUuids.includes(fileUuid))
    .modify({ state: 'left', leftBy: key })
}

/** Assigns a form's files to the command: they will be sent. */
export async function own<T extends OutboxTypes>(
  log: Within,
  definition: OutboxCommands<T>,
  key: string,
  command: T['command'],
): Promise<void> {
  const attached = definition.attachedBy(command)
  if (attached === null) return
  const { subject, fileUuids, isWhole } = attached
  if (isWhole) await leaveFiles(log, key, subject, fileUuids)
  for (const fileUuid of fileUuids) {
    const file = await log.db.files.get(fileUuid)
    // Other files of an edited subject belong to earlier commands.
    if (file === undefined || (file.owner !== null && file.state !== 'draft')) continue
    await log.db.files.update(fileUuid, {
      owner: key,
      stream: streamOf(definition, command),
      subject,
      state: file.state === 'draft' ? 'due' : file.state,
    })
  }
}

const stateWithin = async <T extends OutboxTypes>(
  log: Within,
  definition: OutboxCommands<T>,
  stream: string,
): Promise<CommandState<T>> => {
  const records = await inStream(log, stream).toArray()
  return foldCommands(
    definition,
    emptyState(definition),
    records.filter((record) => damageOf(record, definition.events) === null),
  )
}

/** Returns the stream's readable unconfirmed commands. */
export const commandsOf = async (log: Within, stream: string) =>
  (await stateWithin(log, knownDefinitionOf(stream), stream)).commands

/**
 * Rewrites a stream as `change` returns it, in as few records as possible. Resolves with whether it did: null from `change` keeps the
 * stream.
 */
export async function rewrite<T extends OutboxTypes>(
  log: Log,
  definition: OutboxCommands<T>,
  stream: string,
  change: (state: CommandState<T>) => CommandState<T> | null,
): Promise<boolean> {
  await read(readableLog(log, definition), stream) // damaged records first: they would break the fold
  return withRoom(log, () =>
    within(log, async (w) => {
      const state = change(await stateWithin(w, definition, stream))
      if (state !== null) await write(w, stream, state)
      return state !== null
    }),
  )
}

async function write(log: Within, stream: string, { base, commands }: CommandState): Promise<void> {
  const { head } = await positionOf(log, stream)
  await inStream(log, stream).delete()
  await log.db.positions.put({ stream, applied: head, head })
  await put(log, stream, [
    { verb: 'loaded', payload: { base } },
    ...commands.flatMap(({ refusal, ...one }): CommandEvent[] => [
      { id: one.key, verb: 'commanded', payload: one },
      ...(refusal === null ? [] : [{ verb: 'refused' as const, payload: { key: one.key, refusal } }]),
    ]),
  ])
}

/** Number of obsolete records before a stream is rewritten. */
const MAX_SETTLED = 64

/** Merges confirmed commands into one record; unconfirmed ones stay. */
export async function shorten(log: Log, stream: string): Promise<void> {
  const { db } = log
  const [records, unsent] = await Promise.all([
    inStream(log, stream).count(),
    db.outbox.where('stream').equals(stream).count(),
  ])
  if (records - 2 * unsent > MAX_SETTLED) await rewrite(log, knownDefinitionOf(stream), stream, (state) => state)
}

/**
 * Emits a stream's state and its changes, in this tab or another, including commands that this tab is writing to disk. Fails when the log
 * cannot be read.
 */
export const commandState$ = <T extends OutboxTypes>(
  log: Log,
  definition: OutboxCommands<T>,
  stream: string,
): Observable<CommandState<T>> => defer(() => folded$(log, definition, stream).pipe(finalize(markShown(log, stream))))

const folded$ = <T extends OutboxTypes>(
  log: Log,
  definition: OutboxCommands<T>,
  stream: string,
): Observable<CommandState<T>> =>
  // Opened explicitly: a live query on a database that cannot be opened never emits.
  defer(() => log.db.open()).pipe(
    switchMap(() => {
      let state = emptyState(definition)
      let last = 0
      const read$ = from(liveQuery(() => inStream(log, stream, last).toArray())).pipe(
        map((records) => {
          const damaged = records.filter((record) => damageOf(record, definition.events) !== null)
          if (damaged.length > 0)
            setAsideStored(
              readableLog(log, definition),
              damaged.map(({ id }) => id),
            ).catch((cause: unknown) => log.trouble$.next({ kind: 'failed', cause }))
          const fresh = records.filter((record) => record.sequence > last && !damaged.includes(record))
          state = foldCommands(definition, state, fresh)
          last = fresh.at(-1)?.sequence ?? last
          const keys = new Set(fresh.map(({ id }) => id))
          return (held: WithEarly<T>) => afterReading(held, { state, last, keys })
        }),
      )
      const written$ = log.writing$.pipe(map((writing) => (held: WithEarly<T>) => afterWriting(held, stream, writing)))
      const nothing: WithEarly<T> = { state: emptyState(definition), last, early: [] }
      return merge(read$, written$).pipe(
        scan((held, change) => change(held), nothing),
        skipWhile((held) => held.state === nothing.state),
        map(withEarly),
        distinctUntilChanged(),
      )
    }),
  )

/** Resolves with the current state. */
export const commandStateNow = async <T extends OutboxTypes>(
  log: Log,
  definition: OutboxCommands<T>,
  stream: string,
): Promise<CommandState<T>> =>
  foldCommands(definition, emptyState(definition), await read(readableLog(log, definition), stream))
