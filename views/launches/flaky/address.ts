import { FLAKY_SORTS, FLAKY_WINDOWS, type FlakySort, type FlakyWindow } from '../../../contract/launches/flaky-tests.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { ListQuery } from '../../../machines/patterns/paged-list.machine.ts'
import { inProjectHref, paths } from '../../shared/routes.ts'

/** Query of the flaky tests in its address. */
export interface FlakyQuery extends ListQuery {
  /** Null: the window of the project's rules. */
  days: FlakyWindow | null
  branch: string[]
  owner: string[]
  isMarked: boolean
  sort: FlakySort
  descending: boolean
}

export const readFlakyQuery = (search: string): FlakyQuery => {
  const given = new URLSearchParams(search)
  const page = Number(given.get('page'))
  const texts = (name: string) => given.getAll(name).filter((text) => text !== '' && text.length <= 255)
  return {
    q: (given.get('q') ?? '').trim().slice(0, LIMITS.caseQuery),
    days: FLAKY_WINDOWS.find((days) => String(days) === given.get('days')) ?? null,
    branch: texts('branch'),
    owner: texts('owner'),
    isMarked: given.get('show') === 'marked',
    sort: FLAKY_SORTS.find((sort) => sort === given.get('sort')) ?? 'rate',
    descending: given.get('order') !== 'asc',
    page: Number.isSafeInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    pageSize: LIMITS.defaultPageSize,
  }
}

export const flakyTestsHref = (projectKey: string, query: Partial<FlakyQuery> = {}): string => {
  const { q = '', days = null, branch = [], owner = [], isMarked = false, page = 1 } = query
  const { sort = 'rate', descending = true } = query
  const search = new URLSearchParams()
  if (q !== '') search.set('q', q)
  if (days !== null) search.set('days', String(days))
  for (const one of branch) search.append('branch', one)
  for (const one of owner) search.append('owner', one)
  if (isMarked) search.set('show', 'marked')
  if (sort !== 'rate') search.set('sort', sort)
  if (!descending) search.set('order', 'asc')
  if (page > 1) search.set('page', String(page))
  const text = search.toString()
  return inProjectHref(paths.flakyTests, projectKey) + (text === '' ? '' : `?${text}`)
}

export const isFlakyFiltered = ({ q, branch, owner, isMarked }: FlakyQuery): boolean =>
  q !== '' || branch.length + owner.length > 0 || isMarked

/** Converts the query to the call's. */
export const queryOfCall = ({ q, days, branch, owner, isMarked, sort, descending, page, pageSize }: FlakyQuery) => ({
  q,
  ...(days === null ? {} : { days }),
  branch,
  owner,
  isMarked,
  sort,
  order: descending ? ('desc' as const) : ('asc' as const),
  page,
  pageSize,
})
