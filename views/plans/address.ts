import { LIMITS } from '../../contract/limits.ts'
import type { ListQuery } from '../../machines/patterns/paged-list.machine.ts'
import { inProjectHref, paths, queryOf, testPlanHref } from '../shared/routes.ts'

/** Query of the list in its address (PLANS-06). Days as `yyyy-mm-dd`; '' for no limit. */
export interface PlansQuery extends ListQuery {
  closed: boolean
  milestoneId: number[]
  environmentId: number[]
  createdFrom: string
  createdTo: string
}

const DAYS = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/
const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day))

export const readPlansQuery = (search: string): PlansQuery => {
  const given = queryOf(search)
  const one = (name: string) => [given[name] ?? []].flat()[0] ?? ''
  const ids = (name: string) =>
    [given[name] ?? []].flat().flatMap((text) => (/^[1-9]\d{0,14}$/.test(text) ? [Number(text)] : []))
  const page = Number(one('page'))
  const [, from = '', to = ''] = DAYS.exec(one('createdAt')) ?? []
  return {
    q: one('q').trim().slice(0, LIMITS.caseQuery),
    closed: one('closed') === 'true',
    milestoneId: ids('milestone'),
    environmentId: ids('environment'),
    createdFrom: isDay(from) ? from : '',
    createdTo: isDay(to) ? to : '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: LIMITS.runsPageSize,
  }
}

export const plansHref = (projectKey: string, query: Partial<PlansQuery> = {}): string => {
  const {
    q = '',
    closed = false,
    milestoneId = [],
    environmentId = [],
    createdFrom = '',
    createdTo = '',
    page = 1,
  } = query
  const search = new URLSearchParams()
  if (q !== '') search.set('q', q)
  if (closed) search.set('closed', 'true')
  for (const id of milestoneId) search.append('milestone', String(id))
  for (const id of environmentId) search.append('environment', String(id))
  if (createdFrom !== '' || createdTo !== '') search.set('createdAt', `${createdFrom}..${createdTo}`)
  if (page > 1) search.set('page', String(page))
  const text = search.toString()
  return inProjectHref(paths.testPlans, projectKey) + (text === '' ? '' : `?${text}`)
}

export const isPlansFiltered = ({ q, milestoneId, environmentId, createdFrom, createdTo }: PlansQuery): boolean =>
  q !== '' || milestoneId.length + environmentId.length > 0 || createdFrom !== '' || createdTo !== ''

/** Converts the query to the call's: days are the reader's, inclusive. */
export const asked = ({ closed, createdFrom, createdTo, ...rest }: PlansQuery) => ({
  ...rest,
  closed: closed ? ('true' as const) : ('false' as const),
  ...(createdFrom === '' ? {} : { createdFrom: startOfDay(createdFrom, 0) }),
  ...(createdTo === '' ? {} : { createdTo: startOfDay(createdTo, 1) }),
})

const startOfDay = (day: string, plus: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + plus).toISOString()
}

export const createPlanHref = (projectKey: string): string => inProjectHref(paths.createTestPlan, projectKey)
export const editPlanHref = (projectKey: string, planId: number): string => `${testPlanHref(projectKey, planId)}/edit`
export const planReportHref = (projectKey: string, planId: number): string =>
  `${testPlanHref(projectKey, planId)}/report`
