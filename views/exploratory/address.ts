import { LIMITS } from '../../contract/limits.ts'
import type { ListQuery } from '../../machines/patterns/paged-list.machine.ts'
import { inProjectHref, paths, queryOf } from '../shared/routes.ts'

export const STATES = ['open', 'closed', 'all'] as const
export type SessionsState = (typeof STATES)[number]
export const SORTS = ['created', 'title', 'observations', 'elapsed'] as const
export type SessionsSort = (typeof SORTS)[number]

/** Query of the list in its address. */
export interface SessionsQuery extends ListQuery {
  state: SessionsState
  assigneeId: number[]
  milestoneId: number[]
  environmentId: number[]
  sort: SessionsSort
  order: 'asc' | 'desc'
}

/** Initial sort direction: text ascending, everything else descending. */
export const firstOrder = (sort: SessionsSort): 'asc' | 'desc' => (sort === 'title' ? 'asc' : 'desc')

export const readSessionsQuery = (search: string): SessionsQuery => {
  const given = queryOf(search)
  const one = (name: string) => [given[name] ?? []].flat()[0] ?? ''
  const ids = (name: string) =>
    [given[name] ?? []].flat().flatMap((text) => (/^[1-9]\d{0,14}$/.test(text) ? [Number(text)] : []))
  const page = Number(one('page'))
  const sort = SORTS.find((known) => known === one('sort')) ?? 'created'
  const order = one('order')
  return {
    q: one('q').trim().slice(0, LIMITS.caseQuery),
    state: STATES.find((known) => known === one('state')) ?? 'open',
    assigneeId: ids('assignee'),
    milestoneId: ids('milestone'),
    environmentId: ids('environment'),
    sort,
    order: order === 'asc' || order === 'desc' ? order : firstOrder(sort),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: LIMITS.defaultPageSize,
  }
}

export const sessionsHref = (projectKey: string, query: Partial<SessionsQuery> = {}): string => {
  const { q = '', state = 'open', assigneeId = [], milestoneId = [], environmentId = [], page = 1 } = query
  const { sort = 'created', order = firstOrder(sort) } = query
  const search = new URLSearchParams()
  if (q !== '') search.set('q', q)
  if (state !== 'open') search.set('state', state)
  for (const id of assigneeId) search.append('assignee', String(id))
  for (const id of milestoneId) search.append('milestone', String(id))
  for (const id of environmentId) search.append('environment', String(id))
  if (sort !== 'created') search.set('sort', sort)
  if (order !== firstOrder(sort)) search.set('order', order)
  if (page > 1) search.set('page', String(page))
  const text = search.toString()
  return inProjectHref(paths.exploratorySessions, projectKey) + (text === '' ? '' : `?${text}`)
}

export const isSessionsFiltered = ({ q, assigneeId, milestoneId, environmentId }: SessionsQuery): boolean =>
  q !== '' || assigneeId.length + milestoneId.length + environmentId.length > 0

export const createSessionHref = (projectKey: string): string =>
  inProjectHref(paths.createExploratorySession, projectKey)
export const sessionHref = (projectKey: string, sessionId: string): string =>
  `${sessionsHref(projectKey)}/${encodeURIComponent(sessionId)}`
export const reportHref = (projectKey: string, sessionId: string): string =>
  `${sessionHref(projectKey, sessionId)}/report`
/** Sessions of one milestone, or of all. */
export const compareHref = (projectKey: string, milestoneId: number | null = null): string =>
  inProjectHref(paths.compareExploratorySessions, projectKey) +
  (milestoneId === null ? '' : `?milestone=${milestoneId}`)
export const editSessionHref = (projectKey: string, sessionId: string): string =>
  `${sessionHref(projectKey, sessionId)}/edit`
