import { liveQuery } from 'dexie'
import { defer, from, switchMap, type Observable } from 'rxjs'
import type { CommandRefusal, ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import { exploratoryEvents } from '../projections/exploratory-events.ts'
import { heldBehind, type Unsent } from '../projections/exploratory-rows.ts'
import type { Log } from '../log/log.ts'
import { sentOf } from './outbox.ts'
import { damageOf } from '../log/record.ts'

/** What the server has not confirmed, as somebody reads it. */
export interface UnsentCommand extends Standing {
  at: string
  command: ExploratoryCommand
  /** The server's words, where it refused. */
  message: string | null
  /** What the server refused it with; null where it did not. */
  told: CommandRefusal | null
  /** Sent once more as it is, it may be taken. */
  isRepeatable: boolean
}

/** All of it, in the order it was done. */
export async function unsentNow(log: Log): Promise<UnsentCommand[]> {
  const standing = await standingNow(log)
  return unsentOf(log, standing)
}

/** A command's place among those that wait, without what it says. */
export interface Standing extends Unsent {
  isHeld: boolean
}

export async function standingNow(log: Log): Promise<Standing[]> {
  const rows = await log.db.outbox.orderBy('turn').toArray()
  const held = heldBehind(rows)
  return rows.map((row, i) => ({ ...row, isHeld: held[i] === true }))
}

/** What they say, in the order given; one that cannot be read is left out. */
export async function unsentOf(log: Log, rows: readonly Standing[]): Promise<UnsentCommand[]> {
  const records = await log.db.records.bulkGet(rows.map(({ key }) => key))
  const said = new Map<string, CommandRefusal>()
  for (const stream of new Set(rows.flatMap((row) => (row.refusal === null ? [] : [row.stream]))))
    for (const { type, payload } of await refusals(log, stream))
      if (type === 'exploratory/refused') {
        const { key, refusal } = payload as { key: string; refusal: CommandRefusal }
        said.set(key, refusal)
      }
  return rows.flatMap((row, i) => {
    const sent = sentOf(records[i])
    if (sent === null) return []
    const { at, command } = sent
    const refusal = row.refusal === null ? undefined : said.get(row.key)
    // An id that something else has stays taken.
    const isTaken = refusal?.errors?.some(({ field }) => field === 'id') === true
    const isRepeatable = row.refusal === 'invalid' && !isTaken
    return [{ ...row, at, command, message: refusal?.message ?? null, told: refusal ?? null, isRepeatable }]
  })
}

const refusals = (log: Log, stream: string) =>
  log.db.records
    .where('[stream+sequence]')
    .between([stream, 0], [stream, Infinity])
    .filter((record) => damageOf(record, exploratoryEvents) === null)
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
  /** Files that the server did not take. */
  refusedFiles: number
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
            refusedFiles: await files.where('state').equals('refused').count(),
          }
        }),
      ),
    ),
  )
