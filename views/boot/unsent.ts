import { BehaviorSubject, defer, EMPTY, from, retry, switchMap, timer, type Observable } from 'rxjs'
import { LIMITS } from '../../contract/limits.ts'
import { selectSession, type SessionRef } from '../../machines/session/session.machine.ts'
import { recall, remember } from '../ui/remember.ts'
import type { Outbox, OutboxState } from './outbox/outbox.ts'
import { idle } from '../shared/when-idle.ts'

/** What was done on this device and the server has not heard of. */
export interface Unsent {
  /** Null before anything of it is known. */
  state$: Observable<OutboxState | null>
  /** Sends what there is, from now on: in this tab, and whenever this person is here again. Null when nobody is signed in. */
  start(): Promise<Outbox | null>
  /** Whether a person has ever done something on this device that had to be sent: only then is there anything to look for. */
  mayHave(personId: number): boolean
}

export interface UnsentParts {
  session: SessionRef
  /** The outbox of a person, the same one until they leave. Its code and the local log are what most visits do without. */
  open: (personId: number, told: BehaviorSubject<OutboxState | null>) => Promise<Outbox | null>
  /** Settles once the page has what it was opened for. */
  after: Promise<unknown>
}

/** Nothing is loaded for whoever has never done anything that has to be sent from this device. */
export const createUnsent = ({ session, open, after }: UnsentParts): Unsent => {
  const state$ = new BehaviorSubject<OutboxState | null>(null)
  const mayHave = (personId: number) => recall(`outbox.${personId}`) !== null
  const start = async () => {
    const personId = selectSession(session.getSnapshot())?.person.id
    if (personId === undefined) return null
    remember(`outbox.${personId}`, 'used')
    return open(personId, state$)
  }
  let followed: number | undefined
  session.subscribe((snapshot) => {
    const personId = selectSession(snapshot)?.person.id
    if (personId === followed) return
    followed = personId
    if (personId === undefined || !mayHave(personId)) return
    // A device that is cut off cannot load the code for it either.
    const isTheirs = () => selectSession(session.getSnapshot())?.person.id === personId
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
