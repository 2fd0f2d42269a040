/** The page of shared steps that the address asks for, kept as others change it. */
import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { fromPromise } from 'xstate'
import { topics } from '../../contract/live.ts'
import type { SharedStepsSummary } from '../../contract/shared-steps/shared-steps.ts'
import {
  faceOfList,
  isBusy,
  pagedList,
  type ListPage,
  type ListQuery,
} from '../../machines/patterns/paged-list.machine.ts'
import { useApplication, useProject, useSession } from '../boot/context.tsx'
import { useSharedSteps } from '../shared/steps/use-shared-steps.ts'
import { hrefOf, readQuery } from './address.ts'

export function useSharedStepsList() {
  const { live } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  const service = useSharedSteps()
  const search = useSearch()
  const [, navigate] = useLocation()
  const machine = useMemo(
    () =>
      pagedList<SharedStepsSummary, ListQuery>({ isFiltered: ({ q }) => q !== '' }).provide({
        actors: {
          load: fromPromise<ListPage<SharedStepsSummary>, { query: ListQuery }>(async ({ input, signal }) => {
            const { items, _meta } = await service.list(key, input.query, signal)
            return { rows: items, total: _meta.total }
          }),
        },
      }),
    [service, key],
  )
  const [snapshot, send, list] = useMachine(machine, { input: { query: readQuery(search) } })
  useEffect(() => {
    const told = list.on('query/changed', ({ query }) => navigate(hrefOf(key, query), { replace: query.q !== '' }))
    return () => told.unsubscribe()
  }, [list, key, navigate])
  useEffect(() => send({ type: 'query/opened', query: readQuery(search) }), [search, send])
  useEffect(() => {
    const again = () => send({ type: 'list/refresh' })
    const topic = live.followNews(topics.testCases(tenant, id), again).subscribe((news) => {
      // How many cases refer to them changes with the cases.
      if (news.type === 'TEST_CASES' && (news.sharedSteps || news.caseIds === null || news.caseIds.length > 0)) again()
    })
    return () => topic.unsubscribe()
  }, [live, tenant, id, send])
  const { page, query, typed, failure } = snapshot.context
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
    refresh: () => send({ type: 'list/refresh' }),
  }
}
