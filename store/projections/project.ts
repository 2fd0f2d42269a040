import { liveQuery } from 'dexie'
import {
  combineLatest,
  defer,
  distinctUntilChanged,
  filter,
  finalize,
  from,
  map,
  merge,
  Subject,
  switchMap,
  tap,
  type Observable,
} from 'rxjs'
import { markBehind } from '../log/behind.ts'
import { inStream, type Log } from '../log/log.ts'
import { foldAll, type Projection } from './projection.ts'
import { tailOf, type Tail } from '../log/read.ts'
import { setAsideSnapshot, setAsideStored } from '../log/set-aside.ts'
import { markShown } from '../log/shown.ts'
import { putSnapshot, readSnapshot, touchSnapshot, type Snapshot } from '../log/snapshots.ts'

export type Projected<State> = {
  state: State
  /** Last event included in `state`. */
  sequence: number
  /** More events are known, beyond a gap. */
  isStale: boolean
  /** `false` without a snapshot or event: `state` is the projection's initial one. */
  isLoaded: boolean
}

export type ProjectionSource<State> = {
  log: Log
  projection: Projection<State>
  /** Key of the snapshot: `launches:7:page=2`. */
  key: string
  stream: string
  /** Number of events between stored snapshots: opening a stream replays no more. */
  snapshotEvery?: number
  /** Batch size of a fold; the page stays responsive between batches. */
  readAtOnce?: number
}

/** Resolves with the current state, after damaged records were moved aside. */
export async function project<State>(source: ProjectionSource<State>): Promise<Projected<State>> {
  const { log, projection, key, stream } = source
  const held = await currentSnapshot(source)
  if (held && 'damage' in held) {
    await setAsideSnapshot(log, key, stream, held.damage)
    return project(source)
  }
  const base = startOf(projection, held)
  const tail = tailOf(log, await inStream(log, stream, base.sequence).toArray(), remembered(source), base.sequence)
  if (tail.damaged.length === 0) return follow(projection, base, tail)
  await setAsideStored(log, tail.damaged)
  return project(source)
}

/**
 * Emits the current state and its changes, in this tab or another: a snapshot from disk or server, and later events, each folded once. At a
 * gap it waits until the gap is filled or the snapshot replaced. Fails when the database cannot be read.
 */
export const project$ = <State>(source: ProjectionSource<State>): Observable<Projected<State>> =>
  defer(() => {
    const { log, key } = source
    const reader = {}
    const hide = markShown(log, key)
    // Opened explicitly: a live query on a database that cannot be opened never emits.
    return defer(() => log.db.open()).pipe(
      switchMap(() => snapshot$(source)),
      switchMap((snapshot) => following$(source, snapshot)),
      tap(({ isStale }) => markBehind(log, reader, isStale)),
      finalize(() => {
        hide()
        markBehind(log, reader, false)
      }),
    )
  })

const snapshot$ = <State>(source: ProjectionSource<State>): Observable<Snapshot<State> | null> =>
  defer(() => {
    const { log, projection, key, stream } = source
    const watchFailure = failing(log)
    let isHeld = false
    watchFailure(touchSnapshot(log, key))
    const stored$ = from(liveQuery(() => log.db.snapshots.get(key)))
    const remembered$ = log.memory.pipe(
      map(({ snapshots }) => snapshots.get(key)),
      distinctUntilChanged(),
    )
    return combineLatest([stored$, remembered$]).pipe(
      map(([stored, remembered]) => readSnapshot(projection, remembered ?? stored)),
      filter((snapshot): snapshot is Snapshot<State> | null => {
        if (snapshot === null || !('damage' in snapshot)) return true
        watchFailure(setAsideSnapshot(log, key, stream, snapshot.damage)) // the query emits again once it is gone
        return false
      }),
      // A visible state stays when a compaction deletes its snapshot.
      filter((snapshot) => snapshot !== null || !isHeld),
      tap((snapshot) => (isHeld ||= snapshot !== null)),
      distinctUntilChanged((a, b) => a?.revision === b?.revision),
    )
  })

const following$ = <State>(source: ProjectionSource<State>, snapshot: Snapshot<State> | null) =>
  defer(() => {
    const { log, projection, key, stream, snapshotEvery = 1000, readAtOnce = 500 } = source
    const watchFailure = failing(log)
    let base = startOf(projection, snapshot)
    let keptAt = base.sequence
    // Reads from the fold's position, so that the live query watches only newer records.
    const next = () => inStream(log, stream, base.sequence).limit(readAtOnce).toArray()
    const more$ = new Subject<void>()
    const stored$ = merge(from(liveQuery(next)), more$.pipe(switchMap(next)))
    const remembered$ = log.memory.pipe(
      map(() => remembered(source)),
      distinctUntilChanged((a, b) => a.length === 0 && b.length === 0),
    )
    return combineLatest([stored$, remembered$]).pipe(
      map(([stored, held]) => {
        const tail = tailOf(log, stored, held, base.sequence)
        if (tail.damaged.length > 0) watchFailure(setAsideStored(log, tail.damaged))
        // A full batch may not be all; before a gap nothing more can be folded.
        if (stored.length === readAtOnce && tail.records.length > 0) queueMicrotask(() => more$.next())
        return (base = follow(projection, base, tail))
      }),
      distinctUntilChanged((a, b) => a.state === b.state && a.sequence === b.sequence && a.isStale === b.isStale),
      tap(({ state, sequence }) => {
        if (sequence - keptAt < snapshotEvery) return
        keptAt = sequence
        watchFailure(putSnapshot(log, projection, { key, stream, sequence, state }))
      }),
    )
  })

const startOf = <State>(projection: Projection<State>, snapshot: Snapshot<State> | null): Projected<State> =>
  snapshot === null
    ? { state: projection.empty, sequence: 0, isStale: false, isLoaded: false }
    : { state: snapshot.state, sequence: snapshot.sequence, isStale: false, isLoaded: true }

const follow = <State>(projection: Projection<State>, base: Projected<State>, tail: Tail): Projected<State> => ({
  state: foldAll(projection, base.state, tail.records),
  sequence: tail.records.at(-1)?.sequence ?? base.sequence,
  isStale: tail.hasGap,
  isLoaded: base.isLoaded || tail.records.length > 0,
})

const remembered = ({ log, stream }: { log: Log; stream: string }) =>
  log.memory.value.records.filter((record) => record.stream === stream)

const currentSnapshot = async <State>({ log, projection, key }: ProjectionSource<State>) =>
  readSnapshot(projection, log.memory.value.snapshots.get(key) ?? (await log.db.snapshots.get(key)))

/** Reports failures of background writes; the displayed state does not depend on them. */
const failing = (log: Log) => (write: Promise<unknown>) => {
  write.catch((cause: unknown) => log.trouble$.next({ kind: 'failed', cause }))
}
