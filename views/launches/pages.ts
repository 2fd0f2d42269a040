import { OPERATORS, partOf, PREDICATE_FIELDS } from '../../contract/launches/launch-predicates.ts'
import { LIMITS } from '../../contract/limits.ts'
import { apiOfProject } from '../application/pages/first-calls.ts'
import { ANYONE, signedInWith, WRITERS } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

const automation = signedInWith('test-automation')

export const launchPages: PageDefinition[] = [
  {
    pattern: paths.launches,
    gate: automation,
    title: 'Launches',
    navigation: { id: 'launches', label: 'Launches' },
    isDrawnByServer: true,
    firstCalls: (params, search) => [
      `${apiOfProject(params)}/launches?${queryOf(LAUNCHES_QUERY, search)}`,
      apiOfProject(params),
    ],
    load: () => import('./list/launches-page.tsx').then((m) => m.LaunchesPage),
  },
  {
    pattern: paths.publicLaunch,
    gate: ANYONE,
    load: () => import('./public/public-launch-page.tsx').then((m) => m.PublicLaunchPage),
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
    pattern: paths.importResults,
    gate: { ...automation, roles: WRITERS },
    title: 'Import results',
    parent: paths.launches,
    load: () => import('./import/import-page.tsx').then((m) => m.ImportPage),
  },
  {
    pattern: paths.quarantine,
    gate: automation,
    title: 'Quarantine',
    parent: paths.launches,
    load: () => import('./quarantine/quarantine-page.tsx').then((m) => m.QuarantinePage),
  },
  {
    pattern: paths.flakyTests,
    gate: automation,
    title: 'Flaky tests',
    parent: paths.launches,
    load: () => import('./flaky/flaky-page.tsx').then((m) => m.FlakyPage),
  },
  {
    pattern: paths.launch,
    gate: automation,
    title: 'Launch',
    parent: paths.launches,
    isDrawnByServer: true,
    firstCalls: (params, search) => {
      const launch = `${apiOfProject(params)}/launches/${encodeURIComponent(params['launchId'] ?? '')}`
      return [`${launch}/tests?${queryOf(TESTS_QUERY, search)}`, apiOfProject(params), launch]
    },
    load: () => import('./launch/launch-page.tsx').then((m) => m.LaunchPage),
  },
  {
    pattern: paths.test,
    gate: automation,
    title: 'Test',
    parent: paths.launch,
    isDrawnByServer: true,
    firstCalls: (params) => {
      const test = `launches/${encodeURIComponent(params['launchId'] ?? '')}/tests/${encodeURIComponent(params['testId'] ?? '')}`
      return [`${apiOfProject(params)}/${test}`, apiOfProject(params)]
    },
    load: () => import('./test/test-page.tsx').then((m) => m.TestPage),
  },
]

/** A query parameter, in the contract's order, with the default that is sent when the address omits it. */
type Part = string | [name: string, fallback: string | number]

const TESTS_QUERY: readonly Part[] = [
  'q',
  'testsState',
  'label',
  'testCase',
  'failureKey',
  'testId',
  'failureTag',
  'quarantined',
  ['page', 1],
  ['pageSize', LIMITS.testsPageSize],
  ['sort', 'startTime'],
  ['order', 'asc'],
  ['group', 'auto'],
]
const LAUNCHES_QUERY: readonly Part[] = [
  ['page', 1],
  ['pageSize', LIMITS.launchesPageSize],
  'q',
  ...PREDICATE_FIELDS.flatMap((field) => OPERATORS.map((operator) => partOf(field, operator))),
  'reviewed',
  'savedFilter',
  ['sort', 'startedAt'],
  ['order', 'desc'],
]

const queryOf = (parts: readonly Part[], search: string): string => {
  const given = new URLSearchParams(search)
  const asked = new URLSearchParams()
  for (const part of parts) {
    const [name, fallback] = typeof part === 'string' ? [part] : part
    const values = given.getAll(name).filter(Boolean)
    for (const value of values.length === 0 && fallback !== undefined ? [String(fallback)] : values)
      asked.append(name, value)
  }
  return asked.toString()
}
