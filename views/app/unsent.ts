import { BehaviorSubject, type Observable } from 'rxjs'
import { selectSession, type SessionRef } from '../../machines/session.ts'
import { recall, remember } from '../ui/remember.ts'
import type { Outbox, OutboxState } from './outbox.ts'
import { idle } from './when-idle.ts'

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
  /** The outbox of a person: its code and the local log, which most visits do without. */
  open: (personId: number) => Promise<Outbox>
  /** Settles once the page has what it was opened for. */
  after: Promise<unknown>
}

const habit = (personId: number) => `outbox.${personId}`

/** Nothing is loaded for whoever has never done anything that has to be sent from this device. */
export const createUnsent = ({ session, open, after }: UnsentParts): Unsent => {
  const state$ = new BehaviorSubject<OutboxState | null>(null)
  let running: { personId: number; outbox: Promise<Outbox> } | null = null

  const personOf = () => selectSession(session.getSnapshot())?.person.id ?? null
  const stop = () => {
    running?.outbox.then((outbox) => outbox.stop()).catch(() => undefined)
    running = null
    state$.next(null)
  }
  const begin = async (personId: number): Promise<Outbox> => {
    const mine = { personId, outbox: open(personId) }
    running = mine
    try {
      const outbox = await mine.outbox
      if (running === mine)
        outbox.state$.subscribe((state) => {
          if (running === mine) state$.next(state)
        })
      return outbox
    } catch (cause) {
      // Whoever asks next tries again.
      if (running === mine) running = null
      throw cause
    }
  }
  const start = async (): Promise<Outbox | null> => {
    const personId = personOf()
    if (personId === null) return null
    remember(habit(personId), 'used')
    return running?.personId === personId ? running.outbox : begin(personId)
  }

  let followed: number | null = null
  session.subscribe(() => {
    const personId = personOf()
    if (personId === followed) return
    followed = personId
    // What somebody else did is never sent in this one's name.
    stop()
    if (personId === null || recall(habit(personId)) === null) return
    after
      .then(idle)
      .then(() => (personOf() === personId ? start() : null))
      .catch((cause: unknown) => console.warn('what waits to be sent could not be looked at', cause))
  })
  return { state$, start, mayHave: (personId) => recall(habit(personId)) !== null }
}
