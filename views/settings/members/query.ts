import { LIMITS } from '../../../contract/limits.ts'
import { MEMBER_SORTS, type MembersQuery } from '../../../contract/settings/members.ts'
import { inProjectHref, paths } from '../../shared/routes.ts'

/** Parses the query of an address; missing or invalid parts get defaults (MEMBERS-05). */
export const readQuery = (search: string): MembersQuery => {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page') ?? 1)
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    pageSize: LIMITS.membersPageSize,
    q: params.get('q') ?? '',
    sort: MEMBER_SORTS.find((one) => one === params.get('sort')) ?? 'name',
    descending: params.get('order') === 'desc',
  }
}

export const membersHref = (projectKey: string, { page, q, sort, descending }: MembersQuery): string => {
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (sort !== 'name') params.set('sort', sort)
  if (descending) params.set('order', 'desc')
  if (page > 1) params.set('page', String(page))
  const href = inProjectHref(paths.members, projectKey)
  return params.size === 0 ? href : `${href}?${params.toString()}`
}
