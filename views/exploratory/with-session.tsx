/** Loads the session of the address and keeps it up to date. */
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { fromCallback, fromPromise } from 'xstate'
import { listObservations } from '../../contract/exploratory/observations.ts'
import { topics } from '../../contract/live.ts'
import { TEXTS } from '../../contract/texts.ts'
import { exploratorySession, type SessionReading } from '../../machines/exploratory/exploratory-session.machine.ts'
import type { Send } from '../../services/http/http.ts'
import { useApplication, usePageParams, useProject, useSession } from '../application/context.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import { sessionsHref } from './address.ts'
import { ApiError } from '../../services/http/api-error.ts'
import { exploratoryNow, keepGone, keepLoaded, type Exploratory } from '../../store/outbox/exploratory/sessions.ts'
import type { Log } from '../../store/log/log.ts'
import { useLog } from '../application/log/log.ts'
import { useLocalSession, useSending } from './use-local.ts'

interface WithSessionProps {
  /** Shown while loading. */
  skeleton: ReactNode
  children: (reading: SessionReading, known: Exploratory) => ReactNode
}

/** If the session does not exist or fails to load, redirects to the list with a message (ESNV-06, ESNV-07). */
export function WithSession(props: WithSessionProps) {
  const id = usePageParams()['exploratorySessionId']
  return id === undefined ? props.skeleton : <OfSession key={id} id={id} {...props} />
}

function OfSession({ id, skeleton, children }: WithSessionProps & { id: string }) {
  const { live, sendKept } = useApplication()
  const { tenant } = useSession().workspace
  const { id: projectId, key } = useProject()
  const [, navigate] = useLocation()
  const log = useLog()
  const known = useLocalSession(id)
  useSending()
  const machine = useMemo(
    () =>
      exploratorySession.provide({
        actors: {
          read: fromPromise<SessionReading>(({ signal }) => readSession(log, sendKept, key, id, signal)),
          news: fromCallback(({ sendBack }) => {
            const refresh = () => sendBack({ type: 'session/refresh' })
            const following = live.followNews(topics.exploratory(tenant, projectId), refresh).subscribe((news) => {
              if (news.type !== 'EXPLORATORY' || news.sessionId !== id) return
              sendBack({ type: 'session/changed', revision: news.revision, isDeleted: news.isDeleted })
            })
            return () => following.unsubscribe()
          }),
        },
      }),
    [log, sendKept, live, tenant, projectId, key, id],
  )
  const [snapshot] = useMachine(machine)
  // Unsent work stays visible whatever happened to the session.
  const isHeld = known === null || known.unsent > 0
  const isFailed = snapshot.matches('failed')
  const isGone = snapshot.matches('gone')
  // A session that was open stays, and says that it was deleted.
  const isLost = (isFailed || (isGone && snapshot.context.reading === null)) && !isHeld
  useEffect(() => {
    if (isGone) void keepGone(log, id)
  }, [isGone, log, id])
  useEffect(() => {
    if (!isLost) return
    if (isFailed) toast.error(TEXTS.exploratoryNotLoaded)
    navigate(sessionsHref(key), { replace: true })
  }, [isLost, isFailed, key, navigate])
  if (isLost) return null
  const session = known?.session ?? null
  if (known === null || session === null) return skeleton
  return children({ session, observations: known.observations.map(({ observation }) => observation) }, known)
}

/** Loads from the server into the log; falls back to the log when the server is unreachable. */
async function readSession(
  log: Log,
  send: Send,
  projectKey: string,
  id: string,
  signal: AbortSignal,
): Promise<SessionReading> {
  try {
    const { session, items } = await send(listObservations, {
      params: { projectKey, exploratorySessionId: id },
      signal,
    })
    await keepLoaded(log, { session, observations: items, projectKey })
    return { session, observations: items }
  } catch (error) {
    const { session, observations } = await exploratoryNow(log, id)
    if (error instanceof ApiError && error.status === 404) await keepGone(log, id)
    if (session === null || (error instanceof ApiError && error.kind === 'refused')) throw error
    return { session, observations: observations.map(({ observation }) => observation) }
  }
}
