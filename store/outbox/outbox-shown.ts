import { liveQuery } from 'dexie'
import { defer, from, switchMap, type Observable } from 'rxjs'
import type { OutboxCommand, Refusal } from '../../contract/outbox.ts'
import type { Log } from '../log/log.ts'
import { damageOf } from '../log/record.ts'
import { definitionOf, heldOf, type OutboxCommands, type OutboxTypes } from './definition.ts'
import { sentOf } from './fold.ts'
import type { Unsent } from './rows.ts'

/** What the server has not confirmed, as somebody reads it. */
export interface UnsentCommand<
  T extends Pick<OutboxTypes, 'command' | 'hints' | 'refusal'> = {
    command: OutboxCommand
    hints: object
    refusal: Refusal
  },
> extends Standing {
  at: string
  command: T['command']
  hints: Partial<T['hints']>
  /** The server's words, where it refused. */
  message: string | null
  /** What the server refused it with; null where it did not. */
  told: T['refusal'] | null
  /** Sent once more as it is, it may be taken. */
  isRepeatable: boolean
}

/** Those of a capability, in the order they were done. */
export async function unsentNow<T extends OutboxTypes>(
  log: Log,
  definition: OutboxCommands<T>,
): Promise<UnsentCommand<T>[]> {
  const standing = await standingNow(log)
  const prefix = `${definition.capability}:`
  return unsentOfOne(
    log,
    definition,
    standing.filter(({ stream }) => stream.startsWith(prefix)),
  )
}

/** A command's place among those that wait, without what it says. */
export interface Standing extends Unsent {
  isHeld: boolean
}

export async function standingNow(log: Log): Promise<Standing[]> {
  const rows = await log.db.outbox.orderBy('turn').toArray()
  const held = heldOf(rows)
  return rows.map((row, i) => ({ ...row, isHeld: held[i] === true }))
}

/** What they say, by key; one that cannot be read is left out. */
export async function unsentByKey(log: Log, rows: readonly Standing[]): Promise<Map<string, UnsentCommand>> {
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
  rows: readonly Standing[],
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
    const told = (row.refusal === null ? undefined : refusals.get(row.key)) ?? null
    const isRepeatable = told !== null && definition.isRepeatable(told)
    return [{ ...row, at, command, hints, message: told?.message ?? null, told, isRepeatable }]
  })
}

const refusedIn = <T extends OutboxTypes>(log: Log, { capability, events }: OutboxCommands<T>, stream: string) =>
  log.db.records
    .where('[stream+sequence]')
    .between([stream, 0], [stream, Infinity])
    .filter((record) => record.type === `${capability}/refused` && damageOf(record, events) === null)
    .toArray()

/** The same whenever it changes, in this tab or another. */
export const unsent$ = <T extends OutboxTypes>(
  log: Log,
  definition: OutboxCommands<T>,
): Observable<UnsentCommand<T>[]> =>
  defer(() => log.db.open()).pipe(switchMap(() => from(liveQuery(() => unsentNow(log, definition)))))

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
