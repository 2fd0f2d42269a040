import { useMemo } from 'react'
import { auditTime, filter, merge, Observable } from 'rxjs'
import { LIMITS } from '../../contract/limits.ts'
import { projectStream, topics } from '../../contract/live.ts'
import { useApplication, useProject, useSession } from '../application/context.tsx'

/** Emits when launches of the project have changed, or may have while the live channel was disconnected; debounced. */
export function useLaunchNews(): Observable<unknown> {
  const { live } = useApplication()
  const { id: projectId } = useProject()
  const { tenant } = useSession().workspace
  return useMemo(
    () =>
      new Observable<unknown>((subscriber) => {
        const connected = () => subscriber.next(null)
        const stream = projectStream(projectId)
        const news = merge(
          ...[topics.testRuns(tenant), topics.statistics(tenant)].map((topic) => live.follow(topic, connected)),
        ).pipe(filter((message) => message.stream === stream))
        return news.subscribe(subscriber)
      }).pipe(auditTime(LIMITS.liveBatchInProgressMs)),
    [live, projectId, tenant],
  )
}
