import { LIMITS } from '../../../contract/limits.ts'
import type { ListQuery } from '../../../machines/patterns/paged-list.machine.ts'
import { inProjectHref, paths } from '../../shared/routes.ts'

export interface MilestonesQuery extends ListQuery {
  completed: boolean
}

/** Parses the query of an address; missing or invalid parts get defaults. */
export const readQuery = (search: string): MilestonesQuery => {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page') ?? 1)
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    pageSize: LIMITS.milestonesPageSize,
    q: '',
    completed: params.get('completed') === 'true',
  }
}

export const hrefOf = (
  projectKey: string,
  { page, completed }: Pick<MilestonesQuery, 'page' | 'completed'>,
): string => {
  const params = new URLSearchParams()
  if (completed) params.set('completed', 'true')
  if (page > 1) params.set('page', String(page))
  const address = inProjectHref(paths.milestones, projectKey)
  return params.size === 0 ? address : `${address}?${params.toString()}`
}
