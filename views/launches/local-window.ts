import type { Subscription } from 'rxjs'
import type { Log } from '../../store/log/log.ts'
import { project$, type ProjectionSource } from '../../store/projections/project.ts'
import type { Projection } from '../../store/projections/projection.ts'
import { putSnapshot, type SnapshotOf } from '../../store/log/snapshots.ts'
import { afterPaint, idle } from '../shared/when-idle.ts'

const troubleOf = (log: Log) => (cause: unknown) => log.trouble$.next({ kind: 'failed', cause })

const busyMs = 250

/** The disk is turned to once the rows are painted and people have been heard. */
const inTheQuiet = (): Promise<void> => afterPaint().then(() => idle(busyMs))

/** Keeps what the server answered, once it is painted: rows need not wait for the disk. What cannot be kept is told by the log. */
export const keepAnswer = <State>(log: Log, projection: Projection<State>, snapshot: SnapshotOf<State>): void => {
  inTheQuiet()
    .then(() => putSnapshot(log, projection, snapshot))
    .catch(troubleOf(log))
}

/**
 * Tells the state of a window of the log, and each change of it, from the next paint on: the server's answer may be there before.
 * Without a readable log nothing is told, and the server's answers still show. Returns the way to stop.
 */
export const watchWindow = <State>(source: ProjectionSource<State>, tell: (state: State) => void): (() => void) => {
  let watched: Subscription | undefined
  let isOver = false
  const begin = async () => {
    await inTheQuiet()
    if (isOver) return
    watched = project$(source).subscribe({ next: ({ state }) => tell(state), error: troubleOf(source.log) })
  }
  void begin()
  return () => {
    isOver = true
    watched?.unsubscribe()
  }
}
