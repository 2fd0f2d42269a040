import { distinctUntilChanged, filter, fromEvent, map, merge, Observable, startWith } from 'rxjs'
import { selectSession, selectToken } from '../../machines/session.ts'
import { createExploratoryOutbox } from '../../services/exploratory-outbox.ts'
import { createHttp, type TokenSource } from '../../services/http.ts'
import { logOf } from './log.ts'
import type { Application } from './application.ts'
import { startOutbox, type Outbox } from './outbox.ts'

/** The outbox of the person who is signed in, joined with this browser. */
export const openOutbox = (application: Application, personId: number): Promise<Outbox> => {
  const { session, live, token } = application
  const isTheirs = () => selectSession(session.getSnapshot())?.person.id === personId
  // What one person did must not go out in the name of the next, who may have signed in while it was on its way.
  const theirs: TokenSource = {
    token: () => (isTheirs() ? selectToken(session.getSnapshot()) : null),
    renew: () => token.renew(),
  }
  const ask = fetch.bind(window)
  const token$ = new Observable<string | null>((subscriber) => {
    const subscription = session.subscribe(() => subscriber.next(theirs.token()))
    return () => subscription.unsubscribe()
  })
  return Promise.resolve(
    startOutbox({
      log: logOf(application, personId),
      server: createExploratoryOutbox(createHttp(theirs, ask), theirs, ask),
      personId,
      locks: navigator.locks as LockManager | undefined,
      isOnline$: merge(fromEvent(window, 'online'), fromEvent(window, 'offline')).pipe(
        map(() => navigator.onLine),
        startWith(navigator.onLine),
      ),
      reached$: live.state$.pipe(filter((state) => state === 'live')),
      opened$: token$.pipe(
        filter((one) => one !== null),
        distinctUntilChanged(),
      ),
    }),
  )
}
