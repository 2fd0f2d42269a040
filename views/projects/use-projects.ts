import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { fromPromise } from 'xstate'
import type { Project } from '../../contract/projects/projects.ts'
import { faceOfList, isBusy, pagedList, type ListPage } from '../../machines/patterns/paged-list.machine.ts'
import { useApplication } from '../boot/context.tsx'
import { hrefOf, readQuery, type ProjectsQuery } from './query.ts'

export interface Totals {
  projectsTotal: number
  projectsVisible: number
  projectsLimit: number | null
}

/** The page of the list that the address asks for. The address leads, the machine follows, and the other way round. */
export function useProjects() {
  const { projects } = useApplication()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [totals, setTotals] = useState<Totals | null>(null)
  const machine = useMemo(
    () =>
      pagedList<Project, ProjectsQuery>({ isFiltered: ({ q }) => q !== '' }).provide({
        actors: {
          load: fromPromise<ListPage<Project>, { query: ProjectsQuery }>(async ({ input, signal }) => {
            const { items, _meta, ...counts } = await projects.list(input.query, signal)
            setTotals(counts)
            return { rows: items, total: _meta.total }
          }),
        },
      }),
    [projects],
  )
  const [snapshot, send, list] = useMachine(machine, { input: { query: readQuery(search) } })
  useEffect(() => {
    const told = list.on('query/changed', ({ query }) => navigate(hrefOf(query), { replace: query.q !== '' }))
    return () => told.unsubscribe()
  }, [list, navigate])
  useEffect(() => send({ type: 'query/opened', query: readQuery(search) }), [search, send])

  const { page, query, typed, failure } = snapshot.context
  return {
    rows: page.rows,
    total: page.total,
    query,
    typed,
    failure,
    totals,
    face: faceOfList(snapshot),
    isBusy: isBusy(snapshot),
    search: (q: string) => send({ type: 'search/typed', q }),
    submitSearch: () => send({ type: 'search/submitted' }),
    sortBy: (sort: Pick<ProjectsQuery, 'sort' | 'descending'>) => send({ type: 'filter/changed', filter: sort }),
    refresh: () => send({ type: 'list/refresh' }),
  }
}
