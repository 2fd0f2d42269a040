import type { Subscription } from 'rxjs'
import type { Log } from '../../store/log/log.ts'
import { project$, type ProjectionSource } from '../../store/projections/project.ts'
import type { Projection } from '../../store/projections/projection.ts'
import { putSnapshot, type SnapshotOf } from '../../store/log/snapshots.ts'
import { afterPaint, idle } from '../application/when-idle.ts'

const troubleOf = (log: Log) => (cause: unknown) => log.trouble$.next({ kind: 'failed', cause })

const busyMs = 250

/** Delays disk access until rows are painted and input is handled. */
const inTheQuiet = (): Promise<void> => afterPaint().then(() => idle(busyMs))

/** Stores the server's answer after it is painted. Failures are reported by the log. */
export const keepAnswer = <State>(log: Log, projection: Projection<State>, snapshot: SnapshotOf<State>): void => {
  inTheQuiet()
    .then(() => putSnapshot(log, projection, snapshot))
    .catch(troubleOf(log))
}

/**
 * Emits the state of a log window and its changes after the next paint; the server's answer may come first. Emits nothing without a
 * readable log. Returns the unsubscribe function.
 */
export const watchWindow = <State>(source: ProjectionSource<State>, notify: (state: State) => void): (() => void) => {
  let watched: Subscription | undefined
  let isOver = false
  const begin = async () => {
    await inTheQuiet()
    if (isOver) return
    watched = project$(source).subscribe({ next: ({ state }) => notify(state), error: troubleOf(source.log) })
  }
  void begin()
  return () => {
    isOver = true
    watched?.unsubscribe()
  }
}
