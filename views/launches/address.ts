/** Converts list queries to addresses and back. Invalid parts of an address are ignored. */
import { AskedGrouping, TestSort, TestsQuery } from '../../contract/launches/launch-tests.ts'
import { LaunchesQuery, ResultKind } from '../../contract/launches/launches.ts'
import { LIMITS } from '../../contract/limits.ts'
import { launchesHref, launchHref, queryOf } from '../shared/routes.ts'

export const launchesQueryOf = (search: string): LaunchesQuery => {
  const read = LaunchesQuery.safeParse(queryOf(search))
  return read.success ? read.data : LaunchesQuery.parse({})
}

/** Reads `sortBy` (with a minus: descending), `groupBy` and `filters` (kinds of result, with commas between) of links from elsewhere. */
const specifiedNames = (search: string) => {
  const given = new URLSearchParams(search)
  const sortBy = given.get('sortBy') ?? ''
  const sort = TestSort.safeParse(sortBy.replace(/^-/, ''))
  const group = AskedGrouping.safeParse(given.get('groupBy'))
  const testsState = (given.get('filters') ?? '').split(',').filter((kind) => ResultKind.safeParse(kind).success)
  return {
    ...(sort.success && { sort: sort.data, order: sortBy.startsWith('-') ? 'desc' : 'asc' }),
    ...(group.success && { group: group.data }),
    ...(testsState.length > 0 && { testsState }),
  }
}

export const testsQueryOf = (search: string): TestsQuery => {
  const read = TestsQuery.safeParse({ group: 'auto', ...specifiedNames(search), ...queryOf(search) })
  return read.success ? read.data : TestsQuery.parse({ group: 'auto' })
}

export const launchesAddress = (projectKey: string, { pageSize, ...query }: LaunchesQuery): string =>
  launchesHref(projectKey, { ...query, ...(pageSize === LIMITS.launchesPageSize ? {} : { pageSize }) })

export const testsAddress = (projectKey: string, launchId: number, { pageSize, ...query }: TestsQuery): string =>
  launchHref(projectKey, launchId, { ...query, ...(pageSize === LIMITS.testsPageSize ? {} : { pageSize }) })

/** Canonical text of a query, independent of the order of its parts: names a window of the local log. */
export const launchesQuestion = (query: LaunchesQuery): string => searchOf(launchesAddress('', query))
export const testsQuestion = (query: TestsQuery): string => searchOf(testsAddress('', 0, query))

const searchOf = (address: string): string => {
  const search = new URLSearchParams(address.split('?')[1])
  search.sort()
  return search.toString()
}
