import { useEffect } from 'react'
import { auditTime, filter } from 'rxjs'
import { topics } from '../../../../contract/live.ts'
import { useApplication, useProject, useResource, useSession } from '../../../boot/context.tsx'
import { useLatest } from '../../latest.ts'

/** A report reads every case: many results in a row are worth one reading. */
const REREAD_MS = 10_000

/** What a report page shows, read again at most every ten seconds while its run or plan changes. */
export function useReport<Value>(load: () => Promise<Value>, of: { runId: number } | { planId: number }) {
  const { live } = useApplication()
  const { tenant } = useSession().workspace
  const { id: projectId } = useProject()
  const resource = useResource(load)
  const latest = useLatest(resource.refresh)
  const [runId, planId] = 'runId' in of ? [of.runId, null] : [null, of.planId]
  useEffect(() => {
    const read = () => latest()()
    const topic = live
      .followNews(topics.runs(tenant, projectId), read)
      .pipe(
        filter((news) =>
          runId === null
            ? (news.type === 'PLAN' || news.type === 'RUN') && news.planId === planId
            : news.type === 'RUN' && news.runId === runId,
        ),
        auditTime(REREAD_MS),
      )
      .subscribe(read)
    return () => topic.unsubscribe()
  }, [live, tenant, projectId, runId, planId, latest])
  return resource
}
