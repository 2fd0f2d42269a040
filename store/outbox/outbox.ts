import type { CommandOutcome, CommandRefusal, SentCommand } from '../../contract/exploratory/commands.ts'
import type { ExploratorySession } from '../../contract/exploratory/sessions.ts'
import { exploratoryStream } from '../../contract/live.ts'
import { LIMITS } from '../../contract/limits.ts'
import { exploratoryEvents, type Commanded } from '../projections/exploratory-events.ts'
import { exploratoryLog, put, shorten, type ExploratoryEvent } from './exploratory-log.ts'
import { heldBehind, type Unsent } from '../projections/exploratory-rows.ts'
import { filesConfirmed } from './exploratory-files.ts'
import type { Log } from '../log/log.ts'
import { damageOf, type LogRecord } from '../log/record.ts'
import { isFull, withRoom } from '../log/room.ts'
import { setAsideStored } from '../log/set-aside.ts'
import { within, type Within } from '../log/within.ts'

const ASIDE = 'invalid'

export interface Batch {
  projectKey: string
  /** In the order they were done. */
  commands: SentCommand[]
}

interface Wanted {
  most?: number
  /** Projects that are not to be asked now. */
  except?: readonly string[]
  /** Keys of what is left out now, as if it had been refused. */
  aside?: readonly string[]
}

/** What is to be sent next: of one project, without what was refused and what waits for that. Null when nothing may be sent. */
export async function nextBatch(log: Log, wanting: Wanted = {}): Promise<Batch | null> {
  const { most = LIMITS.exploratoryCommandsAtOnce, except = [], aside = [] } = wanting
  const kept = await log.db.outbox.orderBy('turn').toArray()
  const rows = kept.map((row) => (aside.includes(row.key) ? { ...row, refusal: row.refusal ?? ASIDE } : row))
  const held = heldBehind(rows)
  const free = rows.filter((row, i) => row.refusal === null && held[i] !== true && !except.includes(row.projectKey))
  const projectKey = free[0]?.projectKey
  if (projectKey === undefined) return null
  const wanted = free.filter((row) => row.projectKey === projectKey).slice(0, most)
  const records = await log.db.records.bulkGet(wanted.map(({ key }) => key))
  const damaged = wanted.filter((_, i) => sentOf(records[i]) === null)
  if (damaged.length > 0) {
    await giveUpOn(log, damaged)
    return nextBatch(log, wanting)
  }
  return { projectKey, commands: records.flatMap((record) => sentOf(record) ?? []) }
}

/** What a record of a command says; null when it cannot be read. */
export function sentOf(record: LogRecord | undefined): SentCommand | null {
  if (record === undefined || damageOf(record, exploratoryEvents) !== null) return null
  const { key, at, command } = (
    record.type === 'exploratory/replaced' ? (record.payload as { by: Commanded }).by : record.payload
  ) as Commanded
  return { key, at, command }
}

/** What cannot be read cannot be sent: what is left of it is set aside and reported, and what comes behind it goes on. */
async function giveUpOn(log: Log, rows: readonly Unsent[]): Promise<void> {
  await setAsideStored(
    exploratoryLog(log),
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
  const done: Unsent[] = []
  const told = new Map<string, ExploratoryEvent[]>()
  for (const outcome of outcomes) {
    const { key } = outcome
    const row = rows.get(key)
    if (row === undefined) continue
    const { stream } = row
    const ofStream = told.get(stream) ?? []
    told.set(stream, ofStream)
    if (outcome.outcome === 'refused') {
      await outbox.update(row.turn, { refusal: outcome.refusal.reason })
      ofStream.push({ type: 'exploratory/refused', payload: { key, refusal: outcome.refusal } })
      continue
    }
    const { observation } = outcome
    // Every confirmation carries the revision: one that is older than the last reading is stale.
    const session = byStream.get(stream)
    const payload = { key, ...(observation ? { observation } : {}), ...(session ? { session } : {}) }
    ofStream.push({ type: 'exploratory/confirmed', payload })
    done.push(row)
  }
  // All at once: asked for one by one, a hundred answers take longer than the server did to give them.
  await outbox.bulkDelete(done.map(({ turn }) => turn))
  for (const [stream, events] of told) await put(log, stream, events)
  await filesConfirmed(log, done)
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
    }
    await filesConfirmed(log, [...rows.values()])
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
