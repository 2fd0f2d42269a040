import { LIMITS } from '../../contract/limits.ts'
import { PROJECT_SORTS } from '../../contract/projects/projects.ts'
import type { ListQuery } from '../../machines/patterns/paged-list.machine.ts'
import { paths } from '../shared/routes.ts'

export type ProjectSort = (typeof PROJECT_SORTS)[number]
export interface ProjectsQuery extends ListQuery {
  sort: ProjectSort
  descending: boolean
}

/** Parses the query of an address; missing or invalid parts get defaults (PROJ-08, PROJ-09). */
export const readQuery = (search: string): ProjectsQuery => {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page') ?? 1)
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    pageSize: LIMITS.projectsPageSize,
    q: params.get('q') ?? '',
    sort: PROJECT_SORTS.find((one) => one === params.get('sort')) ?? 'starred',
    descending: params.get('order') === 'desc',
  }
}

export const hrefOf = ({ page, q, sort, descending }: ProjectsQuery): string => {
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (sort !== 'starred') params.set('sort', sort)
  if (descending) params.set('order', 'desc')
  if (page > 1) params.set('page', String(page))
  return params.size === 0 ? paths.projects : `${paths.projects}?${params.toString()}`
}

/** Cycles a column's order: ascending, descending, then starred first again (PROJ-07). */
export const nextSort = (
  { sort, descending }: Pick<ProjectsQuery, 'sort' | 'descending'>,
  pressed: ProjectSort,
): Pick<ProjectsQuery, 'sort' | 'descending'> => {
  if (sort !== pressed) return { sort: pressed, descending: false }
  return descending ? { sort: 'starred', descending: false } : { sort, descending: true }
}
