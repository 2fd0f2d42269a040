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
import { topics } from '../../contract/live.ts'
import { LIMITS } from '../../contract/limits.ts'
import { selectSession, type SessionRef } from '../../machines/session/session.machine.ts'
import type { Live } from '../../services/live/live.ts'
import { whenIdle } from '../shared/when-idle.ts'

interface Parts {
  session: SessionRef
  live: Live
  /** Edition features that are switched on. */
  features: () => Promise<readonly Feature[]>
}

/**
 * Keeps the open session's edition features up to date: live messages apply immediately, and each (re)connection requests the current list
 * until it is answered.
 */
export const followFeatures = ({ session, live, features }: Parts): void => {
  const tenant$ = new Observable<string | null>((subscriber) => {
    const subscription = session.subscribe((snapshot) =>
      subscriber.next(selectSession(snapshot)?.workspace.tenant ?? null),
    )
    return () => subscription.unsubscribe()
  })
  const featuresOf = (tenant: string) => {
    const connected$ = new Subject<void>()
    const message$ = live
      .followNews(topics.workspace(tenant), () => connected$.next())
      .pipe(
        filter((message) => message.type === 'FEATURES'),
        map((message) => message.features),
        share(),
      )
    const asked$ = connected$.pipe(
      // A live message during the request is newer than the answer.
      switchMap(() => defer(features).pipe(retry({ delay: LIMITS.reconnectMs }), takeUntil(message$))),
    )
    return merge(asked$, message$)
  }
  tenant$
    .pipe(
      distinctUntilChanged(),
      switchMap((tenant) => (tenant === null ? EMPTY : idle$.pipe(switchMap(() => featuresOf(tenant))))),
    )
    .subscribe((now) => session.send({ type: 'features/changed', features: now }))
}

const idle$ = new Observable<void>((subscriber) => whenIdle(() => subscriber.next()))
