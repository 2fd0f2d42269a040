import { BehaviorSubject, defer, EMPTY, from, retry, switchMap, timer, type Observable } from 'rxjs'
import { LIMITS } from '../../../contract/limits.ts'
import { selectSession, type SessionRef } from '../../../machines/session/session.machine.ts'
import { recall, remember } from '../../ui/browser/remember.ts'
import type { Outbox, OutboxState } from './outbox.ts'
import { idle } from '../when-idle.ts'

/** Work on this device that the server has not received. */
export interface Unsent {
  /** Null before it is known. */
  state$: Observable<OutboxState | null>
  /** Starts the outbox in this tab and in every later visit of this user. Null when nobody is signed in. */
  start(): Promise<Outbox | null>
  /** Whether this user has ever stored unsent work on this device; only then the log is opened to look. */
  mayHave(userId: number): boolean
}

export interface UnsentParts {
  session: SessionRef
  /** The outbox of the signed-in user. It and the local log load on demand, because most visits do not need them. */
  open: (userId: number, state$: BehaviorSubject<OutboxState | null>) => Promise<Outbox | null>
  /** Settles once the page has loaded what it was opened for. */
  after: Promise<unknown>
}

/** Loads nothing for users who have never stored unsent work on this device. */
export const createUnsent = ({ session, open, after }: UnsentParts): Unsent => {
  const state$ = new BehaviorSubject<OutboxState | null>(null)
  const mayHave = (userId: number) => recall(`outbox.${userId}`) !== null
  const start = async () => {
    const userId = selectSession(session.getSnapshot())?.user.id
    if (userId === undefined) return null
    remember(`outbox.${userId}`, 'used')
    return open(userId, state$)
  }
  let followed: number | undefined
  session.subscribe((snapshot) => {
    const userId = selectSession(snapshot)?.user.id
    if (userId === followed) return
    followed = userId
    if (userId === undefined || !mayHave(userId)) return
    // A device without a network cannot load the code either.
    const isTheirs = () => selectSession(session.getSnapshot())?.user.id === userId
    const delay = (cause: unknown) => {
      console.warn('what waits to be sent could not be looked at', cause)
      return isTheirs() ? timer(LIMITS.reconnectMs) : EMPTY
    }
    from(after.then(() => idle()))
      .pipe(switchMap(() => defer(start).pipe(retry({ delay }))))
      .subscribe()
  })
  return { state$, start, mayHave }
}
