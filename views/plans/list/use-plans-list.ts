/** Test plans for the address's query, reloaded as plans and results change. */
import { auditTime } from 'rxjs'
import { useLocation } from 'wouter'
import { LIMITS } from '../../../contract/limits.ts'
import { topics } from '../../../contract/live.ts'
import { listTestPlans, type TestPlanSummary } from '../../../contract/plans/plans.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { asked, isPlansFiltered, plansHref, readPlansQuery, type PlansQuery } from '../address.ts'

export function usePlansList() {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  const [, navigate] = useLocation()
  const list = usePagedList<TestPlanSummary, PlansQuery>({
    load: async (query, signal) => {
      const { items, _meta } = await send(listTestPlans, { params: { projectKey: key }, query: asked(query), signal })
      return { rows: items, total: _meta.total }
    },
    read: readPlansQuery,
    hrefOf: (query) => plansHref(key, query),
    isFiltered: isPlansFiltered,
    follow: (again) => live.followNews(topics.runs(tenant, id), again).pipe(auditTime(LIMITS.liveBatchMs)),
  })
  return { ...list, clear: () => navigate(plansHref(key, { closed: list.query.closed })) }
}
