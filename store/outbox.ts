import { liveQuery } from 'dexie'
import { defer, from, switchMap, type Observable } from 'rxjs'
import type {
  CommandOutcome,
  CommandRefusal,
  ExploratoryCommand,
  SentCommand,
} from '../contract/exploratory/commands.ts'
import type { ExploratorySession } from '../contract/exploratory/sessions.ts'
import { exploratoryStream } from '../contract/live.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Commanded } from './exploratory-events.ts'
import {
  addCommands,
  commandedNow,
  NotKept,
  own,
  put,
  shorten,
  within,
  type Wanted,
  type Within,
} from './exploratory-log.ts'
import { heldBehind, observationsOf, type Unsent } from './exploratory-rows.ts'
import { dropFilesOf, filesConfirmed } from './exploratory-files.ts'
import type { Log } from './log.ts'
import { damageOf, type LogRecord } from './record.ts'
import { isFull, withRoom } from './room.ts'
import { setAsideStored } from './set-aside.ts'

export interface Batch {
  projectKey: string
  /** In the order they were done. */
  commands: SentCommand[]
}

/**
 * What is to be sent next: of one project, without what was refused and what waits for that. Null when nothing may be sent.
 * `except` names projects that are not to be asked now.
 */
export async function nextBatch(
  log: Log,
  { most = LIMITS.exploratoryCommandsAtOnce, except = [] }: { most?: number; except?: readonly string[] } = {},
): Promise<Batch | null> {
  const rows = await log.db.outbox.orderBy('turn').toArray()
  const held = heldBehind(rows)
  const free = rows.filter((row, i) => row.refusal === null && held[i] !== true && !except.includes(row.projectKey))
  const projectKey = free[0]?.projectKey
  if (projectKey === undefined) return null
  const wanted = free.filter((row) => row.projectKey === projectKey).slice(0, most)
  const records = await log.db.records.bulkGet(wanted.map(({ key }) => key))
  const damaged = wanted.filter((_, i) => sentOf(log, records[i]) === null)
  if (damaged.length > 0) {
    await giveUpOn(log, damaged)
    return nextBatch(log, { most, except })
  }
  return { projectKey, commands: records.flatMap((record) => sentOf(log, record) ?? []) }
}

function sentOf(log: Log, record: LogRecord | undefined): SentCommand | null {
  if (record === undefined || damageOf(record, log.known) !== null) return null
  const { key, at, command } = (
    record.type === 'exploratory/replaced' ? (record.payload as { by: Commanded }).by : record.payload
  ) as Commanded
  return { key, at, command }
}

/** What cannot be read cannot be sent: what is left of it is set aside and reported, and what comes behind it goes on. */
async function giveUpOn(log: Log, rows: readonly Unsent[]): Promise<void> {
  await setAsideStored(
    log,
    rows.map(({ key }) => key),
  )
  await log.db.outbox.bulkDelete(rows.map(({ turn }) => turn))
}

export interface Answer {
  outcomes: readonly CommandOutcome[]
  /** As they are now. */
  sessions: readonly ExploratorySession[]
}

/**
 * Takes in what the server answered, all of it or nothing, and each answer once however many tabs bring it. Resolves to how many
 * were new.
 */
export async function settle(log: Log, answer: Answer): Promise<number> {
  const work = () => within(log, (w) => settleWithin(w, answer))
  const streams = await withRoom(log, work).catch(async (cause: unknown) => {
    if (!isFull(cause)) throw cause
    log.trouble$.next({ kind: 'full', cause })
    const streams = await letGo(log, answer)
    // A refusal has to be kept: as long as it cannot, the command counts as not answered.
    if (streams.length === 0) throw cause
    return streams
  })
  for (const stream of new Set(streams)) await shorten(log, stream).catch(() => undefined) // it is tried again with the next
  return streams.length
}

async function settleWithin(log: Within, { outcomes, sessions }: Answer): Promise<string[]> {
  const { outbox } = log.db
  const rows = await rowsOf(log, outcomes)
  const byStream = new Map(sessions.map((session) => [exploratoryStream(session.id), session]))
  const last = new Map(outcomes.flatMap((one) => (rows.has(one.key) ? [[rows.get(one.key)?.stream, one.key]] : [])))
  for (const outcome of outcomes) {
    const { key } = outcome
    const row = rows.get(key)
    if (row === undefined) continue
    if (outcome.outcome === 'refused') {
      await outbox.update(row.turn, { refusal: outcome.refusal.reason })
      await put(log, row.stream, [{ type: 'exploratory/refused', payload: { key, refusal: outcome.refusal } }])
      continue
    }
    const { observation } = outcome
    const session = last.get(row.stream) === key ? byStream.get(row.stream) : undefined
    await outbox.delete(row.turn)
    await put(log, row.stream, [
      {
        type: 'exploratory/confirmed',
        payload: { key, ...(observation ? { observation } : {}), ...(session ? { session } : {}) },
      },
    ])
    await filesConfirmed(log, key, row)
  }
  return [...rows.values()].map(({ stream }) => stream)
}

/** Without room for an answer: what the server has done need not be kept here, which makes room. It is loaded when next looked at. */
const letGo = (whole: Log, { outcomes }: Answer): Promise<string[]> =>
  within(whole, async (log) => {
    const rows = await rowsOf(
      log,
      outcomes.filter(({ outcome }) => outcome === 'done'),
    )
    for (const row of rows.values()) {
      await log.db.outbox.delete(row.turn)
      await forgetCommand(log, row.key)
      await filesConfirmed(log, row.key, row)
    }
    return [...rows.values()].map(({ stream }) => stream)
  })

/** With those in whose place it stands. */
async function forgetCommand(log: Within, key: string): Promise<void> {
  const record = await log.db.records.get(key)
  await log.db.records.delete(key)
  if (record?.type === 'exploratory/replaced') await forgetCommand(log, (record.payload as { key: string }).key)
}

async function rowsOf(log: Within, outcomes: readonly CommandOutcome[]): Promise<Map<string, Unsent>> {
  const keys = outcomes.map(({ key }) => key)
  const rows = await log.db.outbox.where('key').anyOf(keys).toArray()
  return new Map(rows.filter(({ refusal }) => refusal === null).map((row) => [row.key, row]))
}

/** Stops a command that can never be sent as it is, as if the server had refused it by itself. */
export const refuse = (log: Log, key: string, refusal: CommandRefusal): Promise<number> =>
  settle(log, { outcomes: [{ key, outcome: 'refused', refusal }], sessions: [] })

/**
 * What the person decided about a refused command: another in its place and turn, under a key of its own, for the server answers
 * a key it knows as the first time. Resolves to that key; to null where the command is no longer refused, and nothing happens.
 */
export async function replace(whole: Log, key: string, command: ExploratoryCommand): Promise<string | null> {
  const by = { key: crypto.randomUUID(), at: new Date().toISOString(), command }
  return keeping(whole, async (log) => {
    const row = await refusedRow(log, key)
    if (row === undefined) return null
    await log.db.outbox.update(row.turn, {
      key: by.key,
      type: command.type,
      about: observationsOf(command),
      refusal: null,
    })
    await put(log, row.stream, [{ id: by.key, type: 'exploratory/replaced', payload: { key, by } }])
    await log.db.files.where('owner').equals(key).modify({ owner: by.key })
    await own(log, by.key, command)
    return by.key
  })
}

/**
 * As `replace`, by nothing: what was refused is given up, with its files, and with it what was done to something that now never
 * comes to be. Resolves to the keys of all that was given up.
 */
export const drop = (whole: Log, keys: readonly string[]): Promise<string[]> =>
  keeping(whole, async (log) => {
    const gone = await withDependents(log, keys)
    for (const row of gone) {
      await takeOut(log, row)
      await dropFilesOf(log, row.key)
    }
    return gone.map(({ key }) => key)
  })

async function withDependents(log: Within, keys: readonly string[]): Promise<Unsent[]> {
  const { outbox } = log.db
  const chosen = await outbox
    .where('key')
    .anyOf([...keys])
    .toArray()
  const rows = new Map(chosen.map((row) => [row.key, row]))
  for (const { stream, type, about } of chosen)
    for (const other of await outbox.where('stream').equals(stream).toArray()) {
      const neverWas = (id: string) => type === 'observation/create' && about.includes(id)
      const isOfIt = other.about.length > 0 && other.about.every(neverWas)
      if (type === 'session/create' || isOfIt) rows.set(other.key, other)
    }
  return [...rows.values()]
}

async function takeOut(log: Within, { turn, stream, key }: Unsent): Promise<void> {
  await log.db.outbox.delete(turn)
  await put(log, stream, [{ type: 'exploratory/dropped', payload: { key } }])
}

/**
 * Puts commands in the place of others, which are given up: notes go to another session, with their files. Resolves to the keys of
 * the new ones; to null when somebody has decided about one of them already, and nothing happens.
 */
export const move = (whole: Log, keys: readonly string[], wanted: readonly Wanted[]): Promise<string[] | null> =>
  keeping(whole, async (log) => {
    const rows = await log.db.outbox
      .where('key')
      .anyOf([...keys])
      .toArray()
    if (rows.length < keys.length) return null
    for (const row of rows) {
      await takeOut(log, row)
      // What attaches them anew owns them next.
      await log.db.files.where('owner').equals(row.key).modify({ owner: null, state: 'draft', isConfirmed: false })
    }
    const made = wanted.map(commandedNow)
    await addCommands(log, made)
    return made.map(({ key }) => key)
  })

const refusedRow = async (log: Within, key: string) => {
  const row = await log.db.outbox.where('key').equals(key).first()
  return row === undefined || row.refusal === null ? undefined : row
}

async function keeping<T>(log: Log, work: (log: Within) => Promise<T>): Promise<T> {
  try {
    return await withRoom(log, () => within(log, work))
  } catch (cause) {
    throw new NotKept(cause)
  }
}

/** What the server has not confirmed, as somebody reads it. */
export interface UnsentCommand extends Unsent {
  at: string
  command: ExploratoryCommand
  isHeld: boolean
  /** The server's words, where it refused. */
  message: string | null
}

/** All of it, in the order it was done. */
export async function unsentNow(log: Log): Promise<UnsentCommand[]> {
  const rows = await log.db.outbox.orderBy('turn').toArray()
  const held = heldBehind(rows)
  const records = await log.db.records.bulkGet(rows.map(({ key }) => key))
  const messages = new Map<string, string>()
  for (const stream of new Set(rows.flatMap((row) => (row.refusal === null ? [] : [row.stream]))))
    for (const { type, payload } of await refusals(log, stream))
      if (type === 'exploratory/refused') {
        const { key, refusal } = payload as { key: string; refusal: CommandRefusal }
        messages.set(key, refusal.message)
      }
  return rows.flatMap((row, i) => {
    const sent = sentOf(log, records[i])
    if (sent === null) return []
    const { at, command } = sent
    return [{ ...row, at, command, isHeld: held[i] === true, message: messages.get(row.key) ?? null }]
  })
}

const refusals = (log: Log, stream: string) =>
  log.db.records
    .where('[stream+sequence]')
    .between([stream, 0], [stream, Infinity])
    .filter((record) => damageOf(record, log.known) === null)
    .toArray()

/** The same whenever it changes, in this tab or another. */
export const unsent$ = (log: Log): Observable<UnsentCommand[]> =>
  defer(() => log.db.open()).pipe(switchMap(() => from(liveQuery(() => unsentNow(log)))))

export interface OutboxCounts {
  /** Commands that the server has not confirmed, those that wait for a decision among them. */
  unsent: number
  refused: number
  /** Files with bytes to send. */
  files: number
}

/** How much there is to send, now and whenever it changes. */
export const outboxCounts$ = (log: Log): Observable<OutboxCounts> =>
  defer(() => log.db.open()).pipe(
    switchMap(() =>
      from(
        liveQuery(async () => {
          const { outbox, files } = log.db
          return {
            unsent: await outbox.count(),
            // Null is in no index: those that were not refused are not among them.
            refused: await outbox.where('refusal').above('').count(),
            files: await files.where('state').equals('due').count(),
          }
        }),
      ),
    ),
  )
