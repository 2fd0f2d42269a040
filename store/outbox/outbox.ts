import type { CommandsAnswer, Outcome, Refusal, SentCommand } from '../../contract/outbox.ts'
import type { Log, Unsent } from '../log/log.ts'
import { isFull, withRoom } from '../log/room.ts'
import { setAsideStored } from '../log/set-aside.ts'
import { within, type Within } from '../log/within.ts'
import { put, shorten, type CommandEvent } from './commands.ts'
import { heldOf, knownDefinitionOf, readableLog, scopeOf, type OutboxCommands } from './definition.ts'
import { filesConfirmed } from './files.ts'
import { sentOf } from './fold.ts'

const ASIDE = 'invalid'

/** Commands of one capability in one project. */
export interface Batch {
  definition: OutboxCommands
  projectKey: string
  scope: string
  /** In order. */
  commands: SentCommand[]
}

interface Wanted {
  max?: number
  /** Scopes to skip. */
  except?: readonly string[]
  /** Keys to skip, as if rejected. */
  aside?: readonly string[]
}

/** Returns the next commands to send: of one scope, without rejected ones and those that wait for them. Null when nothing can be sent. */
export async function nextBatch(log: Log, wanting: Wanted = {}): Promise<Batch | null> {
  const { max = Infinity, except = [], aside = [] } = wanting
  const saved = await log.db.outbox.orderBy('turn').toArray()
  const rows = saved.map((row) => (aside.includes(row.key) ? { ...row, refusal: row.refusal ?? ASIDE } : row))
  const held = heldOf(rows)
  const free = rows.filter((row, i) => row.refusal === null && held[i] !== true && !except.includes(scopeOf(row)))
  const [first] = free
  if (first === undefined) return null
  const definition = knownDefinitionOf(first.stream)
  const scope = scopeOf(first)
  const requested = free.filter((row) => scopeOf(row) === scope).slice(0, Math.min(max, definition.maxAtOnce))
  const records = await log.db.records.bulkGet(requested.map(({ key }) => key))
  const damaged = requested.filter((_, i) => sentOf(definition, records[i]) === null)
  if (damaged.length > 0) {
    await giveUpOn(log, definition, damaged)
    return nextBatch(log, wanting)
  }
  const commands = records.flatMap((record) => {
    const sent = sentOf(definition, record)
    return sent === null ? [] : { key: sent.key, at: sent.at, command: sent.command }
  })
  return { definition, projectKey: first.projectKey, scope, commands }
}

/** Unreadable commands cannot be sent: they are moved aside and reported, and later ones continue. */
async function giveUpOn(log: Log, definition: OutboxCommands, rows: readonly Unsent[]): Promise<void> {
  await setAsideStored(
    readableLog(log, definition),
    rows.map(({ key }) => key),
  )
  await log.db.outbox.bulkDelete(rows.map(({ turn }) => turn))
}

/** Stores the server's outcomes atomically, each once, however many tabs bring it. Resolves with the number of new ones. */
export async function settle(log: Log, answer: CommandsAnswer): Promise<number> {
  const work = () => within(log, (w) => settleWithin(w, answer))
  const streams = await withRoom(log, work).catch(async (cause: unknown) => {
    if (!isFull(cause)) throw cause
    log.trouble$.next({ kind: 'full', cause })
    const streams = await letGo(log, answer)
    // A rejection must be stored: while it cannot be, the command counts as unanswered.
    if (streams.length === 0) throw cause
    return streams
  })
  for (const stream of new Set(streams)) await shorten(log, stream).catch(() => undefined) // retried with the next
  return streams.length
}

async function settleWithin(log: Within, answer: CommandsAnswer): Promise<string[]> {
  const { outcomes } = answer
  const { outbox } = log.db
  const rows = await rowsOf(log, outcomes)
  const done: Unsent[] = []
  const eventsByStream = new Map<string, CommandEvent[]>()
  for (const outcome of outcomes) {
    const { key } = outcome
    const row = rows.get(key)
    if (row === undefined) continue
    const { stream } = row
    const ofStream = eventsByStream.get(stream) ?? []
    eventsByStream.set(stream, ofStream)
    if (outcome.outcome === 'refused') {
      await outbox.update(row.turn, { refusal: outcome.refusal.reason })
      ofStream.push({ verb: 'refused', payload: { key, refusal: outcome.refusal } })
      continue
    }
    const confirmation = knownDefinitionOf(stream).confirmationOf(answer, outcome, row)
    ofStream.push({ verb: 'confirmed', payload: { key, ...confirmation } })
    done.push(row)
  }
  // In one transaction: a hundred single writes take longer than the request.
  await outbox.bulkDelete(done.map(({ turn }) => turn))
  for (const [stream, events] of eventsByStream) await put(log, stream, events)
  await filesConfirmed(log, done)
  return [...rows.values()].map(({ stream }) => stream)
}

/** No room for a confirmation: deletes the stream's confirmed state, which makes room. It is reloaded when needed. */
const letGo = (whole: Log, { outcomes }: CommandsAnswer): Promise<string[]> =>
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

/** Including the commands that it replaces. */
async function forgetCommand(log: Within, key: string): Promise<void> {
  const record = await log.db.records.get(key)
  await log.db.records.delete(key)
  if (record?.type.endsWith('/replaced') === true) await forgetCommand(log, (record.payload as { key: string }).key)
}

async function rowsOf(log: Within, outcomes: readonly Outcome[]): Promise<Map<string, Unsent>> {
  const keys = outcomes.map(({ key }) => key)
  const rows = await log.db.outbox.where('key').anyOf(keys).toArray()
  return new Map(rows.filter(({ refusal }) => refusal === null).map((row) => [row.key, row]))
}

/** Blocks a command that can never be sent as it is, like a rejection by the server. */
export const refuse = (log: Log, key: string, refusal: Refusal): Promise<number> =>
  settle(log, { outcomes: [{ key, outcome: 'refused', refusal }] })
