/** Exploratory sessions for the address's query, live. */
import { auditTime } from 'rxjs'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { listExploratorySessions, type ExploratorySessionSummary } from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { topics } from '../../../contract/live.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { toastOf } from '../refusal-toast.ts'
import { isSessionsFiltered, readSessionsQuery, sessionsHref, type SessionsQuery } from '../address.ts'

export function useSessionsList() {
  const { live, sendKept } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  const [, navigate] = useLocation()
  const list = usePagedList<ExploratorySessionSummary, SessionsQuery>({
    load: async (query, signal) => {
      const { items, _meta } = await sendKept(listExploratorySessions, { params: { projectKey: key }, query, signal })
      return { rows: items, total: _meta.total }
    },
    read: readSessionsQuery,
    hrefOf: (query) => sessionsHref(key, query),
    isFiltered: isSessionsFiltered,
    // A running clock reports repeatedly.
    follow: (again) => live.followNews(topics.exploratory(tenant, id), again).pipe(auditTime(LIMITS.liveBatchMs)),
  })
  const { query, failure } = list
  useEffect(() => toastOf(failure), [failure])
  return {
    ...list,
    clear: () => navigate(sessionsHref(key, { state: query.state, sort: query.sort, order: query.order })),
  }
}
