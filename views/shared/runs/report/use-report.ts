import { auditTime, filter } from 'rxjs'
import { topics } from '../../../../contract/live.ts'
import { useApplication, useProject, useResource, useSession } from '../../../application/context.tsx'

/** Debounce, in ms: a report reads every case, so a series of results causes one reload. */
const REREAD_MS = 10_000

/** Data of a report page, reloaded at most every ten seconds while its run or plan changes. */
export function useReport<Value>(load: () => Promise<Value>, of: { runId: number } | { planId: number }) {
  const { live } = useApplication()
  const { tenant } = useSession().workspace
  const { id: projectId } = useProject()
  return useResource(load, {
    follow: (again) =>
      live.followNews(topics.runs(tenant, projectId), again).pipe(
        filter((news) =>
          'runId' in of
            ? news.type === 'RUN' && news.runId === of.runId
            : (news.type === 'PLAN' || news.type === 'RUN') && news.planId === of.planId,
        ),
        auditTime(REREAD_MS),
      ),
  })
}
