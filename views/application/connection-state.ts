import { combineLatest, distinctUntilChanged, filter, map, pairwise, type Observable } from 'rxjs'

/**
 * `offline`: the device has no network. `unanswered`: there is a network, but the server does not answer. `reconnecting`: only the live
 * channel is lost, after it had been connected.
 */
export type ConnectionState = 'online' | 'reconnecting' | 'unanswered' | 'offline'

export interface ConnectionSigns {
  /** `navigator.onLine`. */
  isOnline$: Observable<boolean>
  /** Whether calls that confirm the session reach the server. */
  isReached$: Observable<boolean>
  /** State of the live channel since it first connected. */
  isLost$: Observable<boolean>
}

/** Offline wins: without a network, an unreachable server is not the server's fault. */
export const connectionState = ({ isOnline$, isReached$, isLost$ }: ConnectionSigns): Observable<ConnectionState> =>
  combineLatest([isOnline$, isReached$, isLost$]).pipe(
    map(([isOnline, isReached, isLost]) =>
      !isOnline ? 'offline' : !isReached ? 'unanswered' : isLost ? 'reconnecting' : 'online',
    ),
    distinctUntilChanged(),
  )

/** Emits when the server answers again after it had been unreachable. */
export const returns = (connection$: Observable<ConnectionState>): Observable<unknown> =>
  connection$.pipe(
    pairwise(),
    filter(([, now]) => now === 'online'),
  )
