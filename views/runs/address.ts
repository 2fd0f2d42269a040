import type { DayRange } from '../../contract/cases/filter.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { ListQuery } from '../../machines/patterns/paged-list.machine.ts'
import { readDays, writeDays } from '../shared/cases/address.ts'
import { inProjectHref, paths, queryOf, testRunHref } from '../shared/routes.ts'

/** Query of the list in its address (RUNS-02). */
export interface RunsQuery extends ListQuery {
  closed: boolean
  milestoneId: number[]
  environmentId: number[]
  created: DayRange
  /** Option ids. */
  configuration: number[]
}

export const readRunsQuery = (search: string): RunsQuery => {
  const given = queryOf(search)
  const one = (name: string) => [given[name] ?? []].flat()[0] ?? ''
  const ids = (name: string) =>
    [given[name] ?? []].flat().flatMap((text) => (/^[1-9]\d{0,14}$/.test(text) ? [Number(text)] : []))
  const page = Number(one('page'))
  return {
    q: one('q').trim().slice(0, LIMITS.caseQuery),
    closed: one('closed') === 'true',
    milestoneId: ids('milestone'),
    environmentId: ids('environment'),
    created: readDays(one('createdAt')) ?? {},
    configuration: ids('configuration'),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: LIMITS.runsPageSize,
  }
}

export const runsHref = (projectKey: string, query: Partial<RunsQuery> = {}): string => {
  const { q = '', closed = false, milestoneId = [], environmentId = [], configuration = [], created = {} } = query
  const search = new URLSearchParams()
  if (q !== '') search.set('q', q)
  if (closed) search.set('closed', 'true')
  for (const id of milestoneId) search.append('milestone', String(id))
  for (const id of environmentId) search.append('environment', String(id))
  if (isRange(created)) search.set('createdAt', writeDays(created))
  for (const id of configuration) search.append('configuration', String(id))
  if ((query.page ?? 1) > 1) search.set('page', String(query.page))
  const text = search.toString()
  return inProjectHref(paths.testRuns, projectKey) + (text === '' ? '' : `?${text}`)
}

const isRange = ({ from, to }: DayRange): boolean => (from ?? '') !== '' || (to ?? '') !== ''

export const isRunsFiltered = ({ q, milestoneId, environmentId, configuration, created }: RunsQuery): boolean =>
  q !== '' || milestoneId.length + environmentId.length + configuration.length > 0 || isRange(created)

export const createRunHref = (projectKey: string): string => inProjectHref(paths.createTestRun, projectKey)
export const editRunHref = (projectKey: string, runId: number): string => `${testRunHref(projectKey, runId)}/edit`
export const runReportHref = (projectKey: string, runId: number): string => `${testRunHref(projectKey, runId)}/report`

export const RERUN_CASES = ['all', 'failed', 'untested'] as const
/** Initial cases of a rerun. */
export type RerunCases = (typeof RERUN_CASES)[number]

export const rerunHref = (projectKey: string, runId: number, cases: RerunCases = 'all'): string =>
  `${createRunHref(projectKey)}?rerun=${runId}${cases === 'all' ? '' : `&cases=${cases}`}`

export const readRerun = (search: string): { runId: number; cases: RerunCases } | null => {
  const params = new URLSearchParams(search)
  const runId = params.get('rerun') ?? ''
  if (!/^[1-9]\d{0,14}$/.test(runId)) return null
  return { runId: Number(runId), cases: RERUN_CASES.find((known) => known === params.get('cases')) ?? 'all' }
}
