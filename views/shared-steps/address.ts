import { LIMITS } from '../../contract/limits.ts'
import type { ListQuery } from '../../machines/patterns/paged-list.machine.ts'
import { inProjectHref, paths } from '../shared/routes.ts'

export const readQuery = (search: string): ListQuery => {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page'))
  return {
    q: (params.get('q') ?? '').trim().slice(0, LIMITS.caseQuery),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: LIMITS.sharedStepsPageSize,
  }
}

export const hrefOf = (projectKey: string, { q, page }: Pick<ListQuery, 'q' | 'page'>): string => {
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (page > 1) params.set('page', String(page))
  const search = params.toString()
  return inProjectHref(paths.sharedSteps, projectKey) + (search === '' ? '' : `?${search}`)
}
