import { LIMITS } from '../../contract/limits.ts'
import { apiOfProject } from '../shared/pages/first-calls.ts'
import { signedInWith } from '../shared/pages/gate.ts'
import type { PageDefinition } from '../shared/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

const automation = signedInWith('test-automation')

export const launchPages: PageDefinition[] = [
  {
    pattern: paths.launches,
    gate: automation,
    title: 'Launches',
    navigation: { id: 'launches', label: 'Launches' },
    load: () => import('./list/launches-page.tsx').then((m) => m.LaunchesPage),
  },
  {
    pattern: paths.gettingStarted,
    gate: automation,
    title: 'Getting started',
    parent: paths.launches,
    load: () => import('./setup/getting-started.tsx').then((m) => m.GettingStarted),
  },
  {
    pattern: paths.gettingStartedWith,
    gate: automation,
    title: 'Framework',
    parent: paths.gettingStarted,
    load: () => import('./setup/getting-started-with.tsx').then((m) => m.GettingStartedWith),
  },
  {
    pattern: paths.launch,
    gate: automation,
    title: 'Launch',
    parent: paths.launches,
    isDrawnByServer: true,
    firstCalls: (params, search) => {
      const launch = `${apiOfProject(params)}/launches/${encodeURIComponent(params['launchId'] ?? '')}`
      return [`${launch}/tests?${testsQuery(search)}`, apiOfProject(params), launch]
    },
    load: () => import('./launch/launch-page.tsx').then((m) => m.LaunchPage),
  },
  {
    pattern: paths.test,
    gate: automation,
    title: 'Test',
    parent: paths.launch,
    load: () => import('./test/test-page.tsx').then((m) => m.TestPage),
  },
]

/** Returns every part of the tests query in the contract's order, with the default of each that the address leaves out. */
const testsQuery = (search: string): string => {
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
