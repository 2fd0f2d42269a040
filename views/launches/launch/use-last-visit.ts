import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { fromCallback, fromPromise } from 'xstate'
import { getLaunchNews, recordLaunchVisit, type LaunchNews } from '../../../contract/launches/launch-visits.ts'
import { lastVisit, type VisitEvent } from '../../../machines/launches/last-visit.machine.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { afterPaint, idle } from '../../application/when-idle.ts'

/** Changes since the last visit; requested after the page has painted. */
export function useLastVisit(launchId: number) {
  const { key } = useProject()
  const { send } = useApplication()
  const [machine] = useState(() =>
    lastVisit.provide({
      actors: {
        loadNews: fromPromise<LaunchNews>(async () => {
          await afterPaint()
          await idle()
          return send(getLaunchNews, { params: { projectKey: key, launchId } })
        }),
        visit: fromCallback<VisitEvent>(({ receive }) => {
          // If recording the visit fails, the same changes are shown again.
          const record = (isRead: boolean) =>
            void send(recordLaunchVisit, {
              params: { projectKey: key, launchId },
              body: { isRead },
              keepalive: true,
            }).catch(() => undefined)
          const leave = () => record(false)
          receive(() => record(true))
          addEventListener('pagehide', leave)
          return () => {
            removeEventListener('pagehide', leave)
            leave()
          }
        }),
      },
    }),
  )
  return useActorRef(machine)
}

export type LastVisit = ReturnType<typeof useLastVisit>
