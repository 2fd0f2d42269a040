import { LIMITS } from '../../../contract/limits.ts'
import {
  USER_SORTS,
  USER_SOURCES,
  USER_STATUSES,
  type UserSort,
  type UserSource,
  type UserStatus,
} from '../../../contract/workspace/users.ts'
import { paths } from '../../shared/routes.ts'

/** Query of the users list. A type, because an interface has no index signature. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
export type UsersListQuery = {
  q: string
  page: number
  pageSize: number
  sort: UserSort
  descending: boolean
  status: readonly UserStatus[]
  source: readonly UserSource[]
  /** Ids of groups: members of any of them. */
  groups: readonly number[]
  /** `none`: users without a second factor. */
  secondFactor: readonly SecondFactorFilter[]
}

export const SECOND_FACTORS = ['some', 'none'] as const
export type SecondFactorFilter = (typeof SECOND_FACTORS)[number]

export const isUsersFiltered = ({ q, status, source, groups, secondFactor }: UsersListQuery): boolean =>
  q !== '' || [status, source, groups, secondFactor].some(({ length }) => length > 0)

export const NO_FILTERS = {
  q: '',
  status: [],
  source: [],
  groups: [],
  secondFactor: [],
} satisfies Partial<UsersListQuery>

/** Parses the query of an address; missing or invalid parts get defaults. */
export const readUsersQuery = (search: string): UsersListQuery => {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page') ?? 1)
  const listed = (name: string) => (params.get(name) ?? '').split(',').filter(Boolean)
  return {
    q: params.get('q') ?? '',
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    pageSize: LIMITS.usersPageSize,
    sort: USER_SORTS.find((one) => one === params.get('sort')) ?? 'name',
    descending: params.get('order') === 'desc',
    status: USER_STATUSES.filter((one) => listed('status').includes(one)),
    source: USER_SOURCES.filter((one) => listed('source').includes(one)),
    groups: listed('groups').map(Number).filter(Number.isInteger),
    secondFactor: SECOND_FACTORS.filter((one) => listed('second-factor').includes(one)),
  }
}

export const usersHref = ({
  q,
  page,
  sort,
  descending,
  status,
  source,
  groups,
  secondFactor,
}: UsersListQuery): string => {
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (status.length > 0) params.set('status', status.join(','))
  if (source.length > 0) params.set('source', source.join(','))
  if (groups.length > 0) params.set('groups', groups.join(','))
  if (secondFactor.length > 0) params.set('second-factor', secondFactor.join(','))
  if (sort !== 'name') params.set('sort', sort)
  if (descending) params.set('order', 'desc')
  if (page > 1) params.set('page', String(page))
  return params.size === 0 ? paths.users : `${paths.users}?${params.toString()}`
}
