import { liveQuery } from 'dexie'
import { combineLatest, defer, distinctUntilChanged, from, switchMap, throttleTime, type Observable } from 'rxjs'
import type { Log } from '../log/log.ts'
import { standingNow, unsentByKey, type Standing, type UnsentCommand } from './outbox-shown.ts'
import type { KeptFile } from './rows.ts'

/** Places of a list, the last one not among them. */
export interface Stretch {
  from: number
  to: number
}

/** What waits, of which only a stretch is looked at: the rest is known by its keys. */
export interface OutboxWindow {
  /** Those that somebody has to decide about first; then in the order they were done. */
  rows: readonly Standing[]
  /** What those of the stretch say, by key. */
  seen: ReadonlyMap<string, UnsentCommand>
  /** Files that the server did not take. */
  files: readonly KeptFile[]
}

/** While much is sent everything changes all the time; looking at each change would take longer than sending does. */
const LOOKED_AT_EVERY_MS = 250

/** Now and whenever it changes, here or in another tab. Reads the words of the stretch alone. */
export const outboxWindow$ = (log: Log, stretch$: Observable<Stretch>): Observable<OutboxWindow> => {
  const { outbox, files } = log.db
  // Counts rows, because a live query that reads only keys misses new rows.
  const counts = async () => [
    await outbox.count(),
    await outbox.where('refusal').above('').count(),
    await files.where('state').equals('refused').count(),
  ]
  const all$ = defer(() => log.db.open()).pipe(
    switchMap(() => from(liveQuery(counts))),
    throttleTime(LOOKED_AT_EVERY_MS, undefined, { leading: true, trailing: true }),
    switchMap(async () => ({
      rows: (await standingNow(log)).sort((a, b) => Number(a.refusal === null) - Number(b.refusal === null)),
      files: await files.where('state').equals('refused').toArray(),
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
