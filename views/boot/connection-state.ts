import { combineLatest, distinctUntilChanged, filter, map, pairwise, type Observable } from 'rxjs'

/**
 * `offline`: the device has no network. `unanswered`: it has, but the server does not answer. `reconnecting`: only the live channel is
 * away, after it had been there.
 */
export type ConnectionState = 'online' | 'reconnecting' | 'unanswered' | 'offline'

export interface ConnectionSigns {
  /** As the browser says. */
  isOnline$: Observable<boolean>
  /** Whether calls that confirm the session reach the server. */
  isReached$: Observable<boolean>
  /** Of the live channel, once it has been there. */
  isLost$: Observable<boolean>
}

/** What a device without a network cannot reach is no fault of the server's. */
export const connectionState = ({ isOnline$, isReached$, isLost$ }: ConnectionSigns): Observable<ConnectionState> =>
  combineLatest([isOnline$, isReached$, isLost$]).pipe(
    map(([isOnline, isReached, isLost]) =>
      !isOnline ? 'offline' : !isReached ? 'unanswered' : isLost ? 'reconnecting' : 'online',
    ),
    distinctUntilChanged(),
  )

/** Emits when the server is back after it had been away. */
export const returns = (connection$: Observable<ConnectionState>): Observable<unknown> =>
  connection$.pipe(
    pairwise(),
    filter(([, now]) => now === 'online'),
  )
