import { LIMITS } from '../../contract/limits.ts'
import {
  COVERAGE_STATES,
  type CoverageState,
  type RequirementSource,
} from '../../contract/requirements/requirements.ts'
import type { ListQuery } from '../../machines/patterns/paged-list.machine.ts'
import { inProjectHref, paths } from '../shared/routes.ts'

/** Query of the matrix in its address. */
export interface RequirementsQuery extends ListQuery {
  state: CoverageState | null
  source: RequirementSource | null
}

export const readRequirementsQuery = (search: string): RequirementsQuery => {
  const given = new URLSearchParams(search)
  const page = Number(given.get('page'))
  const source = given.get('source')
  return {
    q: (given.get('q') ?? '').trim().slice(0, LIMITS.caseQuery),
    state: COVERAGE_STATES.find((known) => known === given.get('coverage')) ?? null,
    source: source === 'jira' || source === 'project' ? source : null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: LIMITS.requirementsPageSize,
  }
}

export const requirementsHref = (projectKey: string, query: Partial<RequirementsQuery> = {}): string => {
  const search = new URLSearchParams()
  if ((query.q ?? '') !== '') search.set('q', query.q ?? '')
  if (query.state != null) search.set('coverage', query.state)
  if (query.source != null) search.set('source', query.source)
  if ((query.page ?? 1) > 1) search.set('page', String(query.page))
  const text = search.toString()
  return inProjectHref(paths.requirements, projectKey) + (text === '' ? '' : `?${text}`)
}

export const isRequirementsFiltered = ({ q, state, source }: RequirementsQuery): boolean =>
  q !== '' || state !== null || source !== null
