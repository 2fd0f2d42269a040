import { liveQuery } from 'dexie'
import { defer, from, switchMap, type Observable } from 'rxjs'
import type { OutboxCommand, Refusal } from '../../contract/outbox.ts'
import type { Log, Unsent } from '../log/log.ts'
import { damageOf } from '../log/record.ts'
import { definitionOf, heldOf, type OutboxCommands, type OutboxTypes } from './definition.ts'
import { sentOf } from './fold.ts'

/** An unconfirmed command for display. */
export interface UnsentCommand<
  T extends Pick<OutboxTypes, 'command' | 'hints' | 'refusal'> = {
    command: OutboxCommand
    hints: object
    refusal: Refusal
  },
> extends Queued {
  at: string
  command: T['command']
  hints: Partial<T['hints']>
  /** The server's message, if it rejected the command. */
  message: string | null
  /** The server's error code; null if not rejected. */
  details: T['refusal'] | null
  /** Whether it may be accepted when sent again unchanged. */
  isRepeatable: boolean
}

/** Commands of one capability, in order. */
export async function unsentNow<T extends OutboxTypes>(
  log: Log,
  definition: OutboxCommands<T>,
): Promise<UnsentCommand<T>[]> {
  const queued = await queuedNow(log)
  const prefix = `${definition.capability}:`
  return unsentOfOne(
    log,
    definition,
    queued.filter(({ stream }) => stream.startsWith(prefix)),
  )
}

/** Position of a waiting command, without its content. */
export interface Queued extends Unsent {
  isHeld: boolean
}

export async function queuedNow(log: Log): Promise<Queued[]> {
  const rows = await log.db.outbox.orderBy('turn').toArray()
  const held = heldOf(rows)
  return rows.map((row, i) => ({ ...row, isHeld: held[i] === true }))
}

/** Contents by key; unreadable ones are left out. */
export async function unsentByKey(log: Log, rows: readonly Queued[]): Promise<Map<string, UnsentCommand>> {
  const definitions = new Set(rows.flatMap(({ stream }) => definitionOf(stream) ?? []))
  const read = await Promise.all(
    [...definitions].map((definition) =>
      unsentOfOne(
        log,
        definition,
        rows.filter(({ stream }) => definitionOf(stream) === definition),
      ),
    ),
  )
  return new Map(read.flat().map((one) => [one.key, one]))
}

async function unsentOfOne<T extends OutboxTypes>(
  log: Log,
  definition: OutboxCommands<T>,
  rows: readonly Queued[],
): Promise<UnsentCommand<T>[]> {
  const records = await log.db.records.bulkGet(rows.map(({ key }) => key))
  const refusals = new Map<string, T['refusal']>()
  for (const stream of new Set(rows.flatMap((row) => (row.refusal === null ? [] : [row.stream]))))
    for (const { payload } of await refusedIn(log, definition, stream)) {
      const { key, refusal } = payload as { key: string; refusal: T['refusal'] }
      refusals.set(key, refusal)
    }
  return rows.flatMap((row, i) => {
    const sent = sentOf(definition, records[i])
    if (sent === null) return []
    const { at, command, hints = {} } = sent
    const details = (row.refusal === null ? undefined : refusals.get(row.key)) ?? null
    const isRepeatable = details !== null && definition.isRepeatable(details)
    return [{ ...row, at, command, hints, message: details?.message ?? null, details, isRepeatable }]
  })
}

const refusedIn = <T extends OutboxTypes>(log: Log, { capability, events }: OutboxCommands<T>, stream: string) =>
  log.db.records
    .where('[stream+sequence]')
    .between([stream, 0], [stream, Infinity])
    .filter((record) => record.type === `${capability}/refused` && damageOf(record, events) === null)
    .toArray()

/** Emits them and their changes, in this tab or another. */
export const unsent$ = <T extends OutboxTypes>(
  log: Log,
  definition: OutboxCommands<T>,
): Observable<UnsentCommand<T>[]> =>
  defer(() => log.db.open()).pipe(switchMap(() => from(liveQuery(() => unsentNow(log, definition)))))

export interface OutboxCounts {
  /** Number of unconfirmed commands, including blocked ones. */
  unsent: number
  refused: number
  /** Number of files with bytes to send. */
  files: number
  /** Number of rejected files. */
  refusedFiles: number
}

/** Emits how much is waiting, and its changes. */
export const outboxCounts$ = (log: Log): Observable<OutboxCounts> =>
  defer(() => log.db.open()).pipe(
    switchMap(() =>
      from(
        liveQuery(async () => {
          const { outbox, files } = log.db
          return {
            unsent: await outbox.count(),
            // Null is not indexed: commands without a rejection are excluded.
            refused: await outbox.where('refusal').above('').count(),
            files: await files.where('state').equals('due').count(),
            refusedFiles: await files.where('state').equals('refused').count(),
          }
        }),
      ),
    ),
  )
