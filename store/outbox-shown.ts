import { liveQuery } from 'dexie'
import { defer, from, switchMap, type Observable } from 'rxjs'
import type { CommandRefusal, ExploratoryCommand } from '../contract/exploratory/commands.ts'
import { exploratoryEvents } from './exploratory-events.ts'
import { heldBehind, type Unsent } from './exploratory-rows.ts'
import type { Log } from './log.ts'
import { sentOf } from './outbox.ts'
import { damageOf } from './record.ts'

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
    const sent = sentOf(records[i])
    if (sent === null) return []
    const { at, command } = sent
    return [{ ...row, at, command, isHeld: held[i] === true, message: messages.get(row.key) ?? null }]
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
