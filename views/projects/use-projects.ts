import { useState } from 'react'
import { listProjects, type Project } from '../../contract/projects/projects.ts'
import { useApplication } from '../application/context.tsx'
import { usePagedList } from '../shared/lists/use-paged-list.ts'
import { hrefOf, readQuery, type ProjectsQuery } from './query.ts'

export interface Totals {
  projectsTotal: number
  projectsVisible: number
  projectsLimit: number | null
}

/** The projects list for the address's query. */
export function useProjects() {
  const { send } = useApplication()
  const [totals, setTotals] = useState<Totals | null>(null)
  const list = usePagedList<Project, ProjectsQuery>({
    load: async (query, signal) => {
      const { items, _meta, ...counts } = await send(listProjects, { query, signal })
      setTotals(counts)
      return { rows: items, total: _meta.total }
    },
    read: readQuery,
    hrefOf,
  })
  return { ...list, totals }
}
