import {
  BehaviorSubject,
  combineLatest,
  distinctUntilChanged,
  fromEvent,
  map,
  merge,
  of,
  startWith,
  type Observable,
} from 'rxjs'
import { createActor, fromCallback, fromPromise } from 'xstate'
import {
  RenewalFailure,
  selectToken,
  sessionMachine,
  type SessionEvent,
  type SessionRef,
} from '../../machines/session.ts'
import { ApiError } from '../../services/api-error.ts'
import { createHttp, type TokenSource } from '../../services/http.ts'
import { createLaunchesService, type LaunchesService } from '../../services/launches.ts'
import { createLive, type Live } from '../../services/live.ts'
import { createProfileService, type ProfileService } from '../../services/profile.ts'
import { createProjectsService, type ProjectsService } from '../../services/projects.ts'
import { createSessionService, createTabs, sessionChannel, type SessionService } from '../../services/session.ts'
import { openLog, type Log } from '../../store/log.ts'
import type { Connection } from './connection-banner.tsx'

/** Everything that views can ask of the world, joined once: here alone store and services meet. */
export interface Application {
  session: SessionRef
  sessions: SessionService
  projects: ProjectsService
  profile: ProfileService
  launches: LaunchesService
  live: Live
  /** The local event log of a person: nobody else on this browser reads it. */
  logOf(personId: number): Log
  connection$: Observable<Connection['state']>
}

export const createApplication = (window: Window & typeof globalThis): Application => {
  // The session's machine needs calls and calls need the session: calls ask for it only when they are made.
  const token: TokenSource = {
    token: () => selectToken(session.getSnapshot()),
    renew: () => renewal(session),
  }
  const send = createHttp(token, window.fetch.bind(window))
  const sessions = createSessionService(send)
  const session = startSession(window, sessions)
  const live = createLive(token, (message, cause) => console.warn(message, cause ?? ''))
  const logs = new Map<number, Log>()
  session.subscribe((snapshot) => {
    if (snapshot.matches('signedOut')) void live.close()
  })
  return {
    session,
    sessions,
    live,
    projects: createProjectsService(send),
    profile: createProfileService(send),
    launches: createLaunchesService(send),
    logOf: (personId) => {
      const log = logs.get(personId) ?? openLog(`assay-${personId}`)
      logs.set(personId, log)
      return log
    },
    connection$: connectionOf(window, session, live),
  }
}

const startSession = (window: Window, sessions: SessionService): SessionRef => {
  const tabs = createTabs(sessionChannel(), window.navigator.locks as LockManager | undefined)
  const session = createActor(
    sessionMachine.provide({
      actors: {
        renew: fromPromise(() =>
          tabs
            .renewAlone(() => sessions.renew())
            .catch((cause: unknown) => {
              const isRefused = cause instanceof ApiError && cause.kind === 'refused' && cause.status === 401
              throw new RenewalFailure(isRefused ? 'over' : 'unreachable')
            }),
        ),
        signOut: fromPromise(async () => {
          await sessions.signOut()
        }),
        otherTabs: fromCallback<SessionEvent>(({ sendBack }) =>
          tabs.onTold((told) => sendBack(told ? { type: 'tab/shared', session: told } : { type: 'tab/ended' })),
        ),
      },
    }),
  )
  session.on('session/told', ({ session: told }) => tabs.tell(told))
  session.start()
  return session
}

/** Asks the session's machine for a renewal and waits for how it ends. */
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
        reject(new ApiError('refused', { status: 401, message: 'Your session is over: sign in again' }))
      else reject(new ApiError('unreachable'))
    })
    session.send({ type: 'session/renew' })
  })

/** `offline`: the device or the server is away. `reconnecting`: only the live channel is, after it had been there. */
const connectionOf = (window: Window, session: SessionRef, live: Live): Observable<Connection['state']> => {
  const online$ = merge(fromEvent(window, 'online'), fromEvent(window, 'offline')).pipe(
    map(() => window.navigator.onLine),
    startWith(window.navigator.onLine),
  )
  const reached$ = new BehaviorSubject(true)
  session.subscribe((snapshot) => reached$.next(!snapshot.matches('unreachable')))
  let wasLive = false
  const live$ = merge(of('off' as const), live.state$).pipe(
    map((state) => {
      wasLive ||= state === 'live'
      return state === 'connecting' && wasLive
    }),
  )
  return combineLatest([online$, reached$, live$]).pipe(
    map(([isOnline, isReached, isLost]): Connection['state'] =>
      !isOnline || !isReached ? 'offline' : isLost ? 'reconnecting' : 'online',
    ),
    distinctUntilChanged(),
  )
}
