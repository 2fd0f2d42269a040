import {
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  merge,
  Observable,
  retry,
  share,
  Subject,
  switchMap,
  takeUntil,
} from 'rxjs'
import type { Feature } from '../../contract/access.ts'
import type { SignedInUser } from '../../contract/session/session.ts'
import { topics } from '../../contract/live.ts'
import { LIMITS } from '../../contract/limits.ts'
import { selectSession, type SessionEvent, type SessionRef } from '../../machines/session/session.machine.ts'
import type { Live } from '../../services/live/live.ts'
import { whenIdle } from '../application/when-idle.ts'

interface Parts {
  session: SessionRef
  live: Live
  /** Edition features that are switched on. */
  features: () => Promise<readonly Feature[]>
  /** The signed-in user with current permissions. */
  user: () => Promise<SignedInUser>
}

/**
 * Keeps the open session's edition features and the user's permissions up to date. A live message carries the features, and announces that
 * permissions have changed; each (re)connection requests both until they are answered.
 */
export const followWorkspace = ({ session, live, features, user }: Parts): void => {
  const tenant$ = new Observable<string | null>((subscriber) => {
    const subscription = session.subscribe((snapshot) =>
      subscriber.next(selectSession(snapshot)?.workspace.tenant ?? null),
    )
    return () => subscription.unsubscribe()
  })
  const changesOf = (tenant: string): Observable<SessionEvent> => {
    const connected$ = new Subject<void>()
    const message$ = live.followNews(topics.workspace(tenant), () => connected$.next()).pipe(share())
    const announced$ = message$.pipe(
      filter((message) => message.type === 'FEATURES'),
      map((message) => message.features),
    )
    const requested$ = connected$.pipe(
      // A live message during the request is newer than the answer.
      switchMap(() => defer(features).pipe(retry({ delay: LIMITS.reconnectMs }), takeUntil(announced$))),
    )
    const user$ = merge(connected$, message$.pipe(filter(({ type }) => type === 'RIGHTS'))).pipe(
      switchMap(() => defer(user).pipe(retry({ delay: LIMITS.reconnectMs }))),
    )
    // The messages come last: a connection that exists already is announced as soon as they are subscribed to.
    return merge(
      requested$.pipe(map((now) => ({ type: 'features/changed' as const, features: now }))),
      user$.pipe(map((now) => ({ type: 'user/changed' as const, user: now }))),
      announced$.pipe(map((now) => ({ type: 'features/changed' as const, features: now }))),
    )
  }
  tenant$
    .pipe(
      distinctUntilChanged(),
      switchMap((tenant) => (tenant === null ? EMPTY : idle$.pipe(switchMap(() => changesOf(tenant))))),
    )
    .subscribe((change) => session.send(change))
}

const idle$ = new Observable<void>((subscriber) => whenIdle(() => subscriber.next()))
