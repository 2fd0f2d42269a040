import {
  distinctUntilChanged,
  EMPTY,
  filter,
  finalize,
  fromEvent,
  map,
  merge,
  Observable,
  skip,
  startWith,
  type BehaviorSubject,
  type Subscription,
} from 'rxjs'
import { topics } from '../../../contract/live.ts'
import { selectSession, selectToken } from '../../../machines/session/session.machine.ts'
import { createHttp } from '../../../services/http/http.ts'
import type { TokenSource } from '../../../services/http/renewing.ts'
import { createOutboxService } from '../../../services/outbox/outbox.ts'
import type { Application } from '../application.ts'
import type { Locks } from './lead.ts'
import { logOf } from '../log/log.ts'
import { recallProject } from '../remembered-project.ts'
import { startOutbox, type Outbox, type OutboxState, type OutboxTabMessage, type OutboxWorld } from './outbox.ts'

interface Running {
  userId: number
  outbox: Outbox
  subscription: Subscription
}

const running = new WeakMap<Application, Running>()

/** The outbox of the signed-in user; null while nobody is signed in. Its state goes to `state$`, null after a sign-out. */
export function outboxOf(
  application: Application,
  userId: number,
  state$: BehaviorSubject<OutboxState | null>,
): Outbox | null {
  const known = running.get(application)
  if (known?.userId === userId) return known.outbox
  if (selectSession(application.session.getSnapshot())?.user.id !== userId) return null
  const outbox = openOutbox(application, userId)
  const mine = { userId, outbox, subscription: outbox.state$.subscribe((state) => state$.next(state)) }
  running.set(application, mine)
  const left = application.session.subscribe((snapshot) => {
    if (selectSession(snapshot)?.user.id === userId) return
    // Commands are never sent in another user's name.
    left.unsubscribe()
    mine.subscription.unsubscribe()
    outbox.stop()
    running.delete(application)
    state$.next(null)
  })
  return outbox
}

/** Adds this browser's dependencies. */
function openOutbox(application: Application, userId: number): Outbox {
  const { session, live, token } = application
  const isTheirs = () => selectSession(session.getSnapshot())?.user.id === userId
  // Another user may have signed in while a request was pending: it then goes without a token, and the server rejects it.
  const theirs: TokenSource = {
    token: () => (isTheirs() ? selectToken(session.getSnapshot()) : null),
    renew: () => token.renew(),
  }
  const ask = fetch.bind(window)
  const rights$ = new Observable<string>((subscriber) => {
    const emit = () => {
      const { user, workspace } = selectSession(session.getSnapshot()) ?? {}
      subscriber.next(JSON.stringify([user?.readOnly, user?.permissions, user?.roles, workspace?.features]))
    }
    emit()
    const subscription = session.subscribe(emit)
    return () => subscription.unsubscribe()
  }).pipe(distinctUntilChanged(), skip(1))
  /** Messages only: after a reconnection, `reached$` emits. A user who was removed receives none, and waits for the next attempt. */
  const members$ = (projectKey: string) => {
    const tenant = selectSession(session.getSnapshot())?.workspace.tenant
    const project = recallProject(userId, projectKey)
    return tenant === undefined || project === null
      ? EMPTY
      : live
          .followNews(topics.settings(tenant, project.id), () => undefined)
          .pipe(filter((news) => news.type === 'SETTINGS' && (news.area === 'members' || news.area === 'project')))
  }
  const token$ = new Observable<string | null>((subscriber) => {
    const subscription = session.subscribe(() => subscriber.next(theirs.token()))
    return () => subscription.unsubscribe()
  })
  return startOutbox({
    log: logOf(application, userId),
    server: createOutboxService(createHttp(theirs, ask), theirs, ask),
    userId,
    locks: navigator.locks as Locks,
    isOnline$: merge(fromEvent(window, 'online'), fromEvent(window, 'offline')).pipe(
      map(() => navigator.onLine),
      startWith(navigator.onLine),
    ),
    reached$: live.state$.pipe(filter((state) => state === 'live')),
    opened$: token$.pipe(
      filter((one) => one !== null),
      distinctUntilChanged(),
    ),
    accessChanges$: (projectKey) => merge(rights$, members$(projectKey)),
    otherTabs: outboxTabs(userId),
  })
}

function outboxTabs(userId: number): OutboxWorld['otherTabs'] {
  const channel = new BroadcastChannel(`assay-outbox-${userId}`)
  let isOpen = true
  return {
    message$: fromEvent<MessageEvent<OutboxTabMessage>>(channel, 'message').pipe(
      map(({ data }) => data),
      finalize(() => {
        isOpen = false
        channel.close()
      }),
    ),
    post: (message) => {
      if (isOpen) channel.postMessage(message)
    },
  }
}
