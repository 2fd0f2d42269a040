import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { fromCallback, fromPromise } from 'xstate'
import type { LaunchNews } from '../../../contract/launches/launch-visits.ts'
import { lastVisit, type VisitEvent } from '../../../machines/launches/last-visit.machine.ts'
import { createVisitsService } from '../../../services/launches/visits.ts'
import { useProject } from '../../boot/context.tsx'
import { serviceOf } from '../../boot/service-of.ts'
import { afterPaint, idle } from '../../shared/when-idle.ts'

const useVisits = serviceOf(({ send }) => createVisitsService(send))

/** Changes since the last visit; requested after the page has painted. */
export function useLastVisit(launchId: number) {
  const { key } = useProject()
  const visits = useVisits()
  const [machine] = useState(() =>
    lastVisit.provide({
      actors: {
        loadNews: fromPromise<LaunchNews>(async () => {
          await afterPaint()
          await idle()
          return visits.news(key, launchId)
        }),
        visit: fromCallback<VisitEvent>(({ receive }) => {
          // If recording the visit fails, the same changes are shown again.
          const record = (isRead: boolean) => void visits.record(key, launchId, isRead).catch(() => undefined)
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
