/** Shared steps for the address's query, live. */
import { filter } from 'rxjs'
import { topics } from '../../contract/live.ts'
import { listSharedSteps, type SharedStepsSummary } from '../../contract/shared-steps/shared-steps.ts'
import type { ListQuery } from '../../machines/patterns/paged-list.machine.ts'
import { useApplication, useProject, useSession } from '../application/context.tsx'
import { usePagedList } from '../shared/lists/use-paged-list.ts'
import { hrefOf, readQuery } from './address.ts'

export function useSharedStepsList() {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  return usePagedList<SharedStepsSummary, ListQuery>({
    load: async (query, signal) => {
      const { items, _meta } = await send(listSharedSteps, { params: { projectKey: key }, query, signal })
      return { rows: items, total: _meta.total }
    },
    read: readQuery,
    hrefOf: (query) => hrefOf(key, query),
    follow: (again) =>
      live.followNews(topics.testCases(tenant, id), again).pipe(
        // Reference counts change with the cases.
        filter(
          (news) =>
            news.type === 'TEST_CASES' && (news.sharedSteps || news.caseIds === null || news.caseIds.length > 0),
        ),
      ),
  })
}
