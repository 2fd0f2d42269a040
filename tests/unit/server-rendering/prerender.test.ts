import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { FEATURES, type Role } from '../../../contract/access.ts'
import type { getTest } from '../../../contract/launches/test-details.ts'
import type { listTests } from '../../../contract/launches/launch-tests.ts'
import { NO_STATISTICS, type getLaunch, type listLaunches } from '../../../contract/launches/launches.ts'
import type { PrerenderedVisit } from '../../../contract/prerender.ts'
import type { Project } from '../../../contract/projects/projects.ts'
import type { SignedInUser, Workspace } from '../../../contract/session/session.ts'
import { PAGES } from '../../../views/pages.ts'
import { DRAWINGS, prerenderer } from '../../../views/server-rendering/prerender.tsx'
import { aLaunch, aTest } from '../store/support/launches.ts'

const url = '/projects/DEF/automation-launches/42?testsState=passed'

const user: SignedInUser = {
  id: 1,
  username: 'nadia',
  email: 'nadia@larkspur.test',
  firstName: '',
  lastName: '',
  photoUrl: null,
  source: 'INTERNAL',
  readOnly: false,
  superAdmin: false,
  permissions: [],
  roles: [],
}
const workspace: Workspace = {
  name: 'Larkspur',
  tenant: 'larkspur',
  features: [...FEATURES],
  projectsLimit: null,
  logoUrl: null,
}

const aProject = (role: Role): Project => ({
  id: 1,
  key: 'DEF',
  name: 'Shop',
  logoUrl: null,
  leadId: null,
  lead: null,
  publiclyAccessible: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  starred: false,
  role,
  admitted: true,
})

const someTests = (names: readonly string[]): z.infer<typeof listTests.answer> => ({
  items: names.map((name, index) => aTest({ id: index + 1, launchId: 42, name, status: 'PASSED', durationMs: 10 })),
  _meta: { total: names.length, totalPages: 1, page: 1, pageSize: 50 },
  groups: [],
  groupsTotal: 0,
  testsTotal: names.length,
  statistics: NO_STATISTICS,
  stream: 'launch:42',
  sequence: 1,
})

const oneLaunch: z.infer<typeof getLaunch.answer> = {
  launch: aLaunch({ id: 42, name: 'Nightly', status: 'PASSED' }),
  agentSettings: { treatSkipsAsFailures: true, notifications: null, testCaseSettings: {} },
  stream: 'project:1',
  sequence: 1,
}

const someLaunches = (names: readonly string[]): z.infer<typeof listLaunches.answer> => ({
  items: names.map((name, index) => aLaunch({ id: index + 1, name, status: 'FAILED' })),
  _meta: { total: names.length, totalPages: 1, page: 1, pageSize: 20 },
  launchesTotal: 2,
  stream: 'project:1',
  sequence: 1,
})

const aFailedTest: z.infer<typeof getTest.answer> = {
  test: aTest({ id: 7, launchId: 42, name: 'lowers the total', status: 'FAILED', message: 'expected 54.97' }),
  launchName: 'Nightly',
  launchNumber: 1,
  stackTrace: 'expected 54.97',
  suggestion: null,
  correlationData: null,
  attempts: [],
  artifacts: [],
  sessions: [],
  previousId: null,
  nextId: null,
  stream: 'launch:42',
  sequence: 1,
}

type Given = { names?: readonly string[]; role?: Role; isRailFolded?: boolean; gone?: 'tests' | 'launch' }

const aVisit = ({ names = [], role = 'MANAGER', isRailFolded = false, gone }: Given): PrerenderedVisit => {
  const [tests = '', project = '', launch = ''] = prerenderer.callsOf(url)
  const answered = (address: string, answer: unknown, isGone = false) =>
    isGone
      ? { address, status: 404, answer: { code: 'REP-404', message: 'It does not exist' } }
      : { address, status: 200, answer }
  return {
    url,
    session: { user, workspace },
    answers: [
      answered(tests, someTests(names), gone === 'tests'),
      answered(project, aProject(role)),
      answered(launch, oneLaunch, gone === 'launch'),
    ],
    isRailFolded,
  }
}

const drawn = async (given: Given): Promise<string> => (await prerenderer.prerender(aVisit(given))) ?? ''

test('renders a launch with its name, its tests and the navigation, and escapes names', async () => {
  const page = await drawn({ names: ['adds an item', `</div><script>alert("1")</script>`] })
  expect(page).toContain('<h1>Nightly</h1>')
  expect(page.match(/data-test="/g)).toHaveLength(2)
  expect(page).toContain('href="/projects/DEF/automation-launches/42/tests/1"')
  expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
  expect(page).not.toContain('<script')
  expect(page).toContain('aria-current="page"')
})

test('does not render actions that the user may not take', async () => {
  const names = ['adds an item']
  expect(await drawn({ names })).toContain('Select adds an item')
  const read = await drawn({ names, role: 'GUEST' })
  expect(read).toContain('adds an item')
  expect(read).not.toContain('Select adds an item')
})

test('renders only the first window of many tests', async () => {
  const page = await drawn({ names: Array.from({ length: 50 }, (_, index) => `test ${index}`) })
  expect(page.match(/data-test="/g)?.length).toBeGreaterThan(10)
  expect(page.match(/data-test="/g)?.length).toBeLessThan(25)
})

test('the navigation is folded where this browser has it folded', async () => {
  expect(await drawn({})).toContain('Collapse navigation')
  expect(await drawn({ isRailFolded: true })).toContain('Expand navigation')
})

test('leaves a missing launch to the browser', async () => {
  for (const gone of ['tests', 'launch'] as const) expect(await drawn({ gone })).toBe('')
})

test('other pages are drawn by the browser alone', async () => {
  for (const other of ['/projects', '/projects/DEF', '/projects/DEF/test-cases', '/sign-in', '/nowhere']) {
    expect(prerenderer.callsOf(other)).toEqual([])
    expect(await prerenderer.prerender({ ...aVisit({}), url: other })).toBeNull()
  }
})

test('each server-rendered page has a renderer', () => {
  const said = PAGES.filter(({ isDrawnByServer }) => isDrawnByServer).map(({ pattern }) => pattern)
  expect(Object.keys(DRAWINGS).sort()).toEqual(said.sort())
})

test('renders launches as the address requests, and leaves an empty list to the browser', async () => {
  const list = '/projects/DEF/automation-launches?status=FAILED'
  const [launches = '', project = ''] = prerenderer.callsOf(list)
  const drawnOf = (names: readonly string[]) =>
    prerenderer.prerender({
      ...aVisit({}),
      url: list,
      answers: [
        { address: launches, status: 200, answer: someLaunches(names) },
        { address: project, status: 200, answer: aProject('MANAGER') },
      ],
    })
  const page = await drawnOf(['Nightly', 'Smoke <b>'])
  expect(page).toContain('Smoke &lt;b&gt;')
  expect(page).toContain('Remove filter Status is')
  expect(page?.match(/href="\/projects\/DEF\/automation-launches\/\d+"/g)).toHaveLength(2)
  expect(await drawnOf([])).toContain('No launches match these filters')
})

test('a test is drawn with its failure', async () => {
  const one = '/projects/DEF/automation-launches/42/tests/7'
  const [details = '', project = ''] = prerenderer.callsOf(one)
  const page = await prerenderer.prerender({
    ...aVisit({}),
    url: one,
    answers: [
      { address: details, status: 200, answer: aFailedTest },
      { address: project, status: 200, answer: aProject('MANAGER') },
    ],
  })
  expect(page).toContain('<h1>lowers the total</h1>')
  expect(page).toContain('54.97')
})
