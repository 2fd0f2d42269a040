/** The page of exploratory sessions that the address asks for, kept as others change it. */
import { useMachine } from '@xstate/react'
import { auditTime } from 'rxjs'
import { useEffect, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { fromPromise } from 'xstate'
import type { ExploratorySessionSummary } from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { topics } from '../../../contract/live.ts'
import { faceOfList, isBusy, pagedList, type ListPage } from '../../../machines/patterns/paged-list.machine.ts'
import { useApplication, useProject, useSession } from '../../boot/context.tsx'
import { toastOf } from '../refusal-toast.ts'
import { isSessionsFiltered, readSessionsQuery, sessionsHref, type SessionsQuery } from '../address.ts'
import { useExploratory } from '../use-exploratory.ts'

export function useSessionsList() {
  const { live } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  const exploratory = useExploratory()
  const search = useSearch()
  const [, navigate] = useLocation()
  const machine = useMemo(
    () =>
      pagedList<ExploratorySessionSummary, SessionsQuery>({ isFiltered: isSessionsFiltered }).provide({
        actors: {
          load: fromPromise<ListPage<ExploratorySessionSummary>, { query: SessionsQuery }>(
            async ({ input, signal }) => {
              const { items, _meta } = await exploratory.list(key, input.query, signal)
              return { rows: items, total: _meta.total }
            },
          ),
        },
      }),
    [exploratory, key],
  )
  const [snapshot, send, list] = useMachine(machine, { input: { query: readSessionsQuery(search) } })
  useEffect(() => {
    const told = list.on('query/changed', ({ query }) =>
      navigate(sessionsHref(key, query), { replace: query.q !== '' }),
    )
    return () => told.unsubscribe()
  }, [list, key, navigate])
  useEffect(() => send({ type: 'query/opened', query: readSessionsQuery(search) }), [search, send])
  const { page, query, typed, failure } = snapshot.context
  useEffect(() => toastOf(failure), [failure])
  useEffect(() => {
    const again = () => send({ type: 'list/refresh' })
    // A clock that runs somewhere tells of itself again and again.
    const topic = live
      .followNews(topics.exploratory(tenant, id), again)
      .pipe(auditTime(LIMITS.liveBatchMs))
      .subscribe(again)
    return () => topic.unsubscribe()
  }, [live, tenant, id, send])
  return {
    rows: page.rows,
    total: page.total,
    query,
    typed,
    failure,
    face: faceOfList(snapshot),
    isBusy: isBusy(snapshot),
    search: (q: string) => send({ type: 'search/typed', q }),
    submitSearch: () => send({ type: 'search/submitted' }),
    filter: (filter: Partial<SessionsQuery>) => send({ type: 'filter/changed', filter }),
    clear: () => navigate(sessionsHref(key, { state: query.state, sort: query.sort, order: query.order })),
    refresh: () => send({ type: 'list/refresh' }),
  }
}
