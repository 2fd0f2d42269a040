/** The session of the address, read and kept as others change it. */
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { fromPromise } from 'xstate'
import { topics } from '../../contract/live.ts'
import { TEXTS } from '../../contract/texts.ts'
import { exploratorySession, type SessionReading } from '../../machines/exploratory-session.ts'
import { useApplication, useProject, useSession } from '../app/context.tsx'
import { matchRoute } from '../app/route-table.ts'
import { toast } from '../ui/toasts.ts'
import { sessionsHref } from './address.ts'
import { useExploratory } from './use-exploratory.ts'

interface WithSessionProps {
  /** Until it is there. */
  skeleton: ReactNode
  children: (reading: SessionReading) => ReactNode
}

/** Where there is none, or it cannot be read, the list comes instead, and says so (ESNV-06, ESNV-07). */
export function WithSession(props: WithSessionProps) {
  const [location] = useLocation()
  const id = matchRoute(location)?.params['exploratorySessionId']
  return id === undefined ? props.skeleton : <OfSession key={id} id={id} {...props} />
}

function OfSession({ id, skeleton, children }: WithSessionProps & { id: string }) {
  const { live } = useApplication()
  const { tenant } = useSession().workspace
  const { id: projectId, key } = useProject()
  const exploratory = useExploratory()
  const [, navigate] = useLocation()
  const machine = useMemo(
    () =>
      exploratorySession.provide({
        actors: {
          read: fromPromise<SessionReading>(async ({ signal }) => {
            const { session, items } = await exploratory.observations(key, id, signal)
            return { session, observations: items }
          }),
        },
      }),
    [exploratory, key, id],
  )
  const [snapshot, send] = useMachine(machine)
  useEffect(() => {
    const topic = live
      .followNews(topics.exploratory(tenant, projectId), () => send({ type: 'session/refresh' }))
      .subscribe((news) => {
        if (news.type !== 'EXPLORATORY' || news.sessionId !== id) return
        send({ type: 'session/told', revision: news.revision, isDeleted: news.isDeleted })
      })
    return () => topic.unsubscribe()
  }, [live, tenant, projectId, id, send])
  const isLost = snapshot.matches('failed') || snapshot.matches('gone')
  const isFailed = snapshot.matches('failed')
  useEffect(() => {
    if (!isLost) return
    if (isFailed) toast.error(TEXTS.exploratoryNotLoaded)
    navigate(sessionsHref(key), { replace: true })
  }, [isLost, isFailed, key, navigate])
  const { reading } = snapshot.context
  if (isLost) return null
  return reading === null ? skeleton : children(reading)
}
