import { LIMITS } from '../../contract/limits.ts'
import { matchRoute } from './route-table.ts'
import { paths } from '../shared/routes.ts'

/**
 * Addresses of the calls that the page of an address makes first, letter by letter as it makes them: they are asked for before
 * its code is there. Written out, because the contract's own definitions bring a parser with them. A call that turns out another
 * costs a request and nothing else.
 */
export const firstCalls = (path: string, search: string): string[] => {
  const { entry, params = {} } = matchRoute(path) ?? {}
  const { projectKey, launchId } = params
  if (projectKey === undefined) return []
  const project = `/api/projects/${encodeURIComponent(projectKey)}`
  if (entry?.pattern === paths.testCases) return [`${project}/test-suites`, project]
  if (entry?.pattern !== paths.launch || launchId === undefined) return [project]
  const launch = `${project}/launches/${encodeURIComponent(launchId)}`
  return [`${launch}/tests?${testsOf(search)}`, project, launch]
}

/** Every part of the question in the contract's order, with what stands for those that the address leaves out. */
const testsOf = (search: string): string => {
  const given = new URLSearchParams(search)
  const asked = new URLSearchParams()
  const put = (name: string, fallback?: string | number) => {
    const values = given.getAll(name).filter(Boolean)
    for (const value of values.length === 0 && fallback !== undefined ? [String(fallback)] : values)
      asked.append(name, value)
  }
  for (const name of ['q', 'testsState', 'label', 'testCase', 'failureKey']) put(name)
  put('page', 1)
  put('pageSize', LIMITS.testsPageSize)
  put('sort', 'startTime')
  put('order', 'asc')
  put('group', 'auto')
  return asked.toString()
}
