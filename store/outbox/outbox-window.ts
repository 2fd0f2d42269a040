import { liveQuery } from 'dexie'
import { combineLatest, defer, distinctUntilChanged, from, switchMap, throttleTime, type Observable } from 'rxjs'
import type { Log, DeviceFile } from '../log/log.ts'
import { queuedNow, unsentByKey, type Queued, type UnsentCommand } from './outbox-shown.ts'

/** Range of a list, end exclusive. */
export interface Stretch {
  from: number
  to: number
}

/** Waiting commands, of which only a range is loaded; of the rest only the keys are known. */
export interface OutboxWindow {
  /** Commands that need a decision first; then in order. */
  rows: readonly Queued[]
  /** Contents of the range, by key. */
  seen: ReadonlyMap<string, UnsentCommand>
  /** Rejected files, and those to be sent whose command the server has executed. */
  files: readonly DeviceFile[]
}

/** Throttle in ms: while much is being sent, rendering every change would take longer than sending. */
const LOOKED_AT_EVERY_MS = 250

/** Emits the window and its changes, here or in another tab. Loads only the range's contents. */
export const outboxWindow$ = (log: Log, stretch$: Observable<Stretch>): Observable<OutboxWindow> => {
  const { outbox, files } = log.db
  // Counts rows, because a live query that reads only keys misses new rows.
  const counts = async () => [
    await outbox.count(),
    await outbox.where('refusal').above('').count(),
    await files.where('state').anyOf('refused', 'due').count(),
  ]
  const all$ = defer(() => log.db.open()).pipe(
    switchMap(() => from(liveQuery(counts))),
    throttleTime(LOOKED_AT_EVERY_MS, undefined, { leading: true, trailing: true }),
    switchMap(async () => ({
      rows: (await queuedNow(log)).sort((a, b) => Number(a.refusal === null) - Number(b.refusal === null)),
      files: await files
        .where('state')
        .anyOf('refused', 'due')
        .filter(({ state, isConfirmed }) => state === 'refused' || isConfirmed)
        .toArray(),
    })),
  )
  const same = (a: Stretch, b: Stretch) => a.from === b.from && a.to === b.to
  return combineLatest([all$, stretch$.pipe(distinctUntilChanged(same))]).pipe(
    switchMap(async ([all, { from: first, to }]) => ({
      ...all,
      seen: await unsentByKey(log, all.rows.slice(first, to)),
    })),
  )
}
