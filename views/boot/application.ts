import { BehaviorSubject, fromEvent, map, merge, type Observable, of, startWith } from 'rxjs'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { getProfile, renewSession, SignedInUser, signOut, Workspace } from '../../contract/session/session.ts'
import { getFeatures } from '../../contract/workspace/features.ts'
import {
  isAway,
  mayRenew,
  type RememberedSession,
  RenewalFailure,
  selectSession,
  selectToken,
  type SessionEvent,
  sessionMachine,
  type SessionRef,
} from '../../machines/session/session.machine.ts'
import { ApiError } from '../../services/http/api-error.ts'
import type { HeadStart } from '../../services/http/head-start.ts'
import { createIdempotencyKeys } from '../../services/http/idempotency.ts'
import { createHttp, type Send } from '../../services/http/http.ts'
import type { TokenSource } from '../../services/http/renewing.ts'
import { answersOf, dropAnswers, keepAnswers, type Shelf } from '../../services/http/kept-answers.ts'
import { createLive, type Live } from '../../services/live/live.ts'
import type { Tabs } from '../../services/session/tabs.ts'
import { connectionState, type ConnectionState } from '../application/connection-state.ts'
import { offlineRunsName } from '../../store/offline-runs/name.ts'
import { forgetRecentPages } from '../shared/page/recent-pages.ts'
import { followWorkspace } from '../shell/workspace-news.ts'
import { isSigningOut, noteSigningOut } from './signing-out.ts'
import { matchPage, PAGES } from '../pages.ts'
import type { Application, StorageNotice, VersionNotice } from '../application/application.ts'
import { createUnsent } from '../application/outbox/unsent.ts'
import { afterPaint, idle } from '../application/when-idle.ts'

/** What the first script of the visit has started, and the tabs that share its session. */
export interface Begun {
  headStart: HeadStart
  tabs: Tabs
}

/** Longest time that background work waits for the page to become idle, in ms. */
const MAX_BUSY_MS = 1000

export const createApplication = (window: Window & typeof globalThis, { headStart, tabs }: Begun): Application => {
  // A cycle: the session's machine makes calls, and calls need the session's token. The token is therefore read only when a call is made.
  const token: TokenSource = {
    token: () => selectToken(session.getSnapshot()),
    renew: () => renewal(session),
    mayRenew: () => mayRenew(session.getSnapshot()),
  }
  const caches = window.caches as CacheStorage | undefined
  const send = createHttp(
    token,
    headStart.fetch,
    createIdempotencyKeys(() => crypto.randomUUID()),
  )
  const answers = (shelf: Shelf) => () => {
    const user = selectSession(session.getSnapshot())?.user
    return user ? answersOf(caches, user.id, shelf) : null
  }
  const sendKept = keepAnswers(send, KEPT_CALLS, answers('work'))
  // Reading pages fall back to the answer that they showed last, only when the server cannot be reached.
  const sendRead = keepAnswers(send, READ_CALLS, answers('read'), { isPatient: true })
  const session = startSession(send, tabs, headStart)
  // Users wait for the first answers to be painted, so the live channel and prefetching start after that.
  const firstAnswers = headStart.answered.then(afterPaint).then(() => idle(MAX_BUSY_MS))
  const live = createLive(token, (message, cause) => console.warn(message, cause ?? ''), { after: firstAnswers })
  const features = async () => (await send(getFeatures)).features
  followWorkspace({ session, live, features, user: () => send(getProfile) })
  session.subscribe((snapshot) => {
    if (snapshot.matches('signedOut')) void live.close()
  })
  const version$ = new BehaviorSubject<VersionNotice | null>(null)
  const application: Application = {
    pages: PAGES,
    matchPage,
    version$,
    storage$: new BehaviorSubject<StorageNotice | null>(null),
    session,
    live,
    send,
    sendKept,
    sendRead,
    token,
    connection$: connectionOf(window, session, live),
    unsent: createUnsent({
      session,
      after: firstAnswers,
      open: async (userId, state$) => {
        const { outboxOf } = await import('../application/outbox/signed-in-outbox.ts')
        // Loaded ahead: the panel is needed most when nothing can be loaded any more.
        for (const part of [import('../shell/unsent/outbox-notice.tsx'), import('../shell/unsent/sign-out-dialog.tsx')])
          part.catch(() => undefined)
        return outboxOf(application, userId, state$)
      },
    }),
    firstAnswers,
  }
  return application
}

const startSession = (send: Send, tabs: Tabs, headStart: HeadStart): SessionRef => {
  /** Written before the server is asked and removed when it answers: the server may be unreachable, or this page may close first. */
  const leave = async () => {
    noteSigningOut(true)
    await Promise.resolve() // a call reads the session when it is made, which is after this assignment
    const { logoutUrl } = await send(signOut, { body: {} })
    noteSigningOut(false)
    return logoutUrl
  }
  const session = createActor(
    sessionMachine.provide({
      actors: {
        renew: fromPromise(async () => {
          if (isSigningOut()) {
            await leave().catch(() => undefined) // the next visit retries, or the next `online` event
            throw new RenewalFailure('over')
          }
          try {
            // The renewal already held the lock that tabs share: taking it again would only take time.
            if (await headStart.hasRenewal()) return await send(renewSession, { body: {} })
            return await tabs.renewAlone(() => send(renewSession, { body: {} }))
          } catch (cause) {
            const isRefused = cause instanceof ApiError && cause.kind === 'refused' && cause.status === 401
            throw new RenewalFailure(isRefused ? 'over' : 'unreachable')
          }
        }),
        signOut: fromPromise(async () => {
          const user = selectSession(session.getSnapshot())?.user
          if (user) forgetRecentPages(user.id)
          if (user) await dropAnswers(globalThis.caches as CacheStorage | undefined, user.id).catch(() => undefined)
          if (user) await dropOfflineRuns(user.id)
          const logoutUrl = await leave()
          if (logoutUrl !== null) location.assign(logoutUrl)
        }),
        otherTabs: fromCallback<SessionEvent>(({ sendBack }) =>
          tabs.onSession((shared) =>
            sendBack(shared ? { type: 'tab/shared', session: shared } : { type: 'tab/ended' }),
          ),
        ),
      },
    }),
    { input: { remembered: recallSession() } },
  )
  session.on('session/changed', ({ session: current }) => tabs.broadcast(current))
  let known: RememberedSession | null = null
  session.subscribe((snapshot) => {
    const { session: open } = snapshot.context
    if (snapshot.matches('signedOut')) forgetSession()
    else if (
      open !== null &&
      selectToken(snapshot) !== null &&
      (open.user !== known?.user || open.workspace !== known.workspace)
    ) {
      rememberSession((known = { user: open.user, workspace: open.workspace }))
      // Signing in replaces the cookie, so a pending sign-out no longer applies.
      if (snapshot.matches({ signedIn: 'current' })) noteSigningOut(false)
    }
  })
  fromEvent(window, 'online').subscribe(() => {
    if (isSigningOut() && session.getSnapshot().matches('signedOut')) leave().catch(() => undefined)
  })
  session.start()
  return session
}

/** Deletes the test runs that a user made available offline. Other tabs close the database when asked to. */
const dropOfflineRuns = (userId: number): Promise<void> =>
  new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(offlineRunsName(userId))
    for (const end of ['success', 'error', 'blocked']) deleting.addEventListener(end, () => resolve())
  })

/** Requests a renewal from the session's machine and resolves with its outcome. */
const renewal = (session: SessionRef): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!session.getSnapshot().matches('signedIn')) {
      reject(new ApiError('refused', { status: 401, message: 'You are signed out' }))
      return
    }
    const subscription = session.on('session/settled', ({ outcome }) => {
      subscription.unsubscribe()
      if (outcome === 'renewed') resolve()
      else if (outcome === 'over')
        reject(new ApiError('refused', { status: 401, message: 'Your session has expired. Sign in again.' }))
      else reject(new ApiError('unreachable'))
    })
    session.send({ type: 'session/renew' })
  })

const connectionOf = (window: Window, session: SessionRef, live: Live): Observable<ConnectionState> => {
  const isOnline$ = merge(fromEvent(window, 'online'), fromEvent(window, 'offline')).pipe(
    map(() => window.navigator.onLine),
    startWith(window.navigator.onLine),
  )
  const isReached$ = new BehaviorSubject(true)
  session.subscribe((snapshot) => isReached$.next(!snapshot.matches('unreachable') && !isAway(snapshot)))
  // After an offline period the machine may be waiting for its next retry: a user's own request renews immediately.
  fromEvent(window, 'online').subscribe(() => session.send({ type: 'session/retry' }))
  let wasLive = false
  const isLost$ = merge(of('off' as const), live.state$).pipe(
    map((state) => {
      wasLive ||= state === 'live'
      return state === 'connecting' && wasLive
    }),
  )
  return connectionState({ isOnline$, isReached$, isLost$ })
}

/**
 * Names of the calls whose latest answers this device keeps for exploratory sessions and test runs. Plain names, because importing the
 * contract's definitions would add them to every visit.
 */
const KEPT_CALLS: ReadonlySet<string> = new Set([
  'getObservationTypes',
  'listEnvironments',
  'listConfigurationGroups',
  'listExploratoryMilestones',
  'listRequirementSystems',
  'listProjectUsers',
  'getResultStatuses',
  'getPriorities',
  'getAutomationStates',
  'listTestCaseFields',
  'listEffectiveVariables',
  'listExploratorySessions',
  'getExploratorySession',
])

/** Names of the calls that a test's page loads. */
const READ_CALLS: ReadonlySet<string> = new Set([
  'getTest',
  'listTestLogs',
  'listTestSteps',
  'listBrowserErrors',
  'listTestHistory',
])

const NAME = 'assay:session'

/** The user who was signed in on this device last, for visits that find no server. It holds no token and opens nothing. */
const recallSession = (): RememberedSession | null => {
  try {
    const known = localStorage.getItem(NAME)
    // Checked first: throwing an error makes the browser parse the whole script once more to locate it.
    if (known === null) return null
    const { user, workspace } = JSON.parse(known) as Record<string, unknown>
    return { user: SignedInUser.parse(user), workspace: Workspace.parse(workspace) }
  } catch {
    return null
  }
}

const rememberSession = ({ user, workspace }: RememberedSession): void => {
  try {
    localStorage.setItem(NAME, JSON.stringify({ user, workspace }))
  } catch {
    // Full or forbidden storage only costs visits without a server.
  }
}

const forgetSession = (): void => {
  try {
    localStorage.removeItem(NAME)
  } catch {
    // Then nothing was remembered either.
  }
}
