import type { Page, Request } from '@playwright/test'
import { pathOf } from '../../../contract/call.ts'
import { PAGES } from '../../../views/pages.ts'
import { launchHref, paths, testHref } from '../../../views/shared/routes.ts'
import { violationsOf } from '../support/axe.ts'
import { aProjectWithEverything } from '../support/every-page.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

// Elements below the window count as hidden: the window must contain the complete page.
test.use({ environment: unattended, viewport: { width: 1440, height: 2400 } })

/** The first heading of each page. */
const HEADINGS: Record<string, string> = {
  [paths.signUp]: 'Sign in',
  [paths.secondFactor]: 'Sign in',
  [paths.signIn]: 'Sign in',
  [paths.singleSignOn]: 'Single sign-on is not set up',
  [paths.forgotPassword]: 'Forgot your password?',
  [paths.invitation]: 'This link cannot be used',
  [paths.resetPassword]: 'This link is incomplete',
  [paths.publicLaunch]: 'This launch is shared with you',
  [paths.publicExploratorySession]: 'This report is shared with you',
  [paths.publicTestRun]: 'This report is shared with you',
  [paths.publicTestPlan]: 'This report is shared with you',
  [paths.projects]: 'Projects',
  [paths.profile]: 'nadia',
  [paths.project]: 'Overview',
  [paths.testCases]: 'Test cases',
  [paths.testCase]: 'Pay with a voucher',
  [paths.trashBin]: 'Trash bin',
  [paths.casesReport]: 'Test cases',
  [paths.caseModel]: 'Cases from a model',
  [paths.sharedSteps]: 'Shared steps',
  [paths.requirements]: 'Requirements',
  [paths.testRuns]: 'Test runs',
  [paths.createTestRun]: 'New test run',
  [paths.testRun]: 'Before 2.41',
  [paths.testRunReport]: 'Report: Before 2.41',
  [paths.editTestRun]: 'Edit test run',
  [paths.testPlans]: 'Test plans',
  [paths.createTestPlan]: 'New test plan',
  [paths.testPlan]: 'Before the spring release',
  [paths.testPlanReport]: 'Report: Before the spring release',
  [paths.editTestPlan]: 'Edit test plan',
  [paths.exploratorySessions]: 'Exploratory sessions',
  [paths.createExploratorySession]: 'New exploratory session',
  [paths.compareExploratorySessions]: 'Compare sessions',
  [paths.exploratorySessionReport]: 'Vouchers on a phone',
  [paths.exploratorySession]: 'Vouchers on a phone',
  [paths.editExploratorySession]: 'Edit exploratory session',
  [paths.launches]: 'Launches',
  [paths.launch]: 'Payments',
  [paths.test]: 'lowers the total',
  [paths.gettingStarted]: 'Getting started',
  [paths.importResults]: 'Import results',
  [paths.gettingStartedWith]: 'Getting started with WebdriverIO',
  [paths.quarantine]: 'Quarantine',
  [paths.flakyTests]: 'Flaky tests',
  [paths.reports]: 'Reports',
  [paths.executionSummary]: 'Execution summary',
  [paths.durationAnalysis]: 'Duration analysis',
  [paths.launchers]: 'Demo repository',
  [paths.addRepository]: 'Add repository',
  [paths.launcherRepository]: 'Demo repository',
  [paths.newLauncher]: 'New launcher',
  [paths.launcher]: 'Demo shop',
  [paths.launcherPreset]: 'Nightly',
  [paths.workspaceSettings]: 'Settings',
  [paths.users]: 'Users',
  [paths.serviceAccounts]: 'Service accounts',
  [paths.serviceAccount]: 'shop pipeline',
  [paths.userGroups]: 'User groups',
  [paths.workers]: 'Workers',
  [paths.serverStatus]: 'Server status',
  [paths.auditLog]: 'Audit log',
  [paths.plan]: 'Plan and features',
  [paths.paymentMethod]: 'Payment method',
  [paths.billingHistory]: 'Billing history',
  [paths.engineUtilization]: 'Engine utilization',
  [paths.signInRules]: 'Sign-in rules',
  [paths.integrations]: 'Integrations',
  [paths.integration]: 'Jira',
  [paths.identityProviders]: 'Single sign-on',
  [paths.newIdentityProvider]: 'Single sign-on',
  [paths.identityProvider]: 'Single sign-on',
  [paths.settings]: 'General',
  [paths.members]: 'Members',
  [paths.changeLog]: 'Change log',
  [paths.configurations]: 'Configurations',
  [paths.environmentsVariables]: 'Environments and variables',
  [paths.environments]: 'Environments and variables',
  [paths.requirementSystems]: 'Requirement systems',
  [paths.notifications]: 'Notifications',
  [paths.pullRequests]: 'Pull requests',
  [paths.qualityGate]: 'Quality gate',
  [paths.flakyRules]: 'Flaky tests',
  [paths.retention]: 'Retention',
  [paths.observationTypes]: 'Observation types',
  [paths.failureTags]: 'Failure tags',
  [paths.priorities]: 'Priorities',
  [paths.automationStates]: 'Automation states',
  [paths.resultStatuses]: 'Result statuses',
  [paths.milestones]: 'Milestones',
  [paths.testCaseFields]: 'Test case fields',
}
/** Pages of an empty project that show another heading. */
const OF_NOTHING: Record<string, string> = { [paths.launchers]: 'Add repository' }
const SIGNED_OUT: readonly string[] = [
  paths.signUp,
  paths.signIn,
  paths.singleSignOn,
  paths.secondFactor,
  paths.invitation,
  paths.forgotPassword,
  paths.resetPassword,
  paths.publicLaunch,
  paths.publicExploratorySession,
  paths.publicTestRun,
  paths.publicTestPlan,
]
const ADDRESSES = PAGES.filter(({ load }) => load !== undefined).map(({ pattern }) => pattern)
/** Pages of objects that an empty project does not have. */
const THINGS = /:(launchId|caseId|exploratorySessionId|runId|testPlanId|repoId)/

let named: Record<string, string | number> = {}
const at = (pattern: string, projectKey = named['projectKey'] ?? '') =>
  pathOf(pattern, { integration: 'jira', ...named, projectKey })

/** Without a reload: the code of a following page loads faster. */
const go = (page: Page, href: string) => page.evaluate((to) => history.pushState(null, '', to), href)

const drawn = async (page: Page, heading: string) => {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.locator('[aria-busy="true"], [class*="skeleton"]')).toHaveCount(0)
}

/**
 * Collects all violations, so that one run reports each. Also reports a page that sends the same request three times in parallel, as when
 * each row loads the same resource. Two are allowed: a page loads again when the live channel connects.
 */
const audit = (page: Page) => {
  const found: string[] = []
  const pending = new Map<string, number>()
  const count = (request: Request, by: 1 | -1) => {
    const url = request.url()
    if (request.method() !== 'GET' || !url.includes('/api/')) return
    const times = (pending.get(url) ?? 0) + by
    pending.set(url, times)
    if (by === 1 && times === 3) found.push(`${page.url()} sends the same request three times in parallel: ${url}`)
  }
  page.on('request', (request) => count(request, 1))
  page.on('requestfinished', (request) => count(request, -1))
  page.on('requestfailed', (request) => count(request, -1))
  return {
    look: async (what: string) => {
      for (const violation of await violationsOf(page)) found.push(`${what}: ${violation}`)
    },
    expectNone: () => expect(found.join('\n\n')).toBe(''),
  }
}

test('every page has a heading that this file knows', () => {
  expect(Object.keys(HEADINGS).sort()).toEqual(ADDRESSES.toSorted())
})

test.beforeAll(async ({ browser, assay }) => {
  const page = await browser.newPage({ baseURL: assay.url })
  await signInDirectly(page)
  named = await aProjectWithEverything(page, assay)
  await page.close()
})

/** One test per area, so that none takes minutes on a slow machine. A page belongs to the first area that matches its address. */
const AREAS: [area: string, address: RegExp][] = [
  ['launches, launchers and reports', /^\/projects\/:projectKey\/(automation-|reports)/],
  [
    'test cases, runs, plans and exploratory sessions',
    /^\/projects\/:projectKey\/(test-(cases|runs|plans)|shared-steps|requirements|exploratory-)/,
  ],
  ['a project and its settings', /^\/projects\/:projectKey/],
  ['the workspace', /^/],
]
const areaOf = (pattern: string) => AREAS.find(([, address]) => address.test(pattern))?.[0]

for (const [area] of AREAS)
  test(`no page of ${area} breaks a rule of accessibility, light or dark`, async ({ page }) => {
    await signInDirectly(page)
    await page.goto('/projects')
    const { look, expectNone } = audit(page)
    for (const pattern of ADDRESSES.filter((one) => !SIGNED_OUT.includes(one) && areaOf(one) === area)) {
      await go(page, at(pattern))
      await drawn(page, HEADINGS[pattern] ?? '')
      await look(pattern)
    }
    expectNone()
  })

test('no tab and no filtered list breaks one', async ({ page }) => {
  await signInDirectly(page)
  await page.goto('/projects')
  const { look, expectNone } = audit(page)
  const [key, launchId, testId] = [String(named['projectKey']), Number(named['launchId']), Number(named['testId'])]
  const others: [href: string, shows: string][] = [
    [`${paths.profile}?tab=api-access`, 'Access tokens'],
    [`${paths.profile}?tab=password`, 'New password again'],
    [`${paths.profile}?tab=security`, 'Sign-in log'],
    // Before its tests: a list that one of them leads back to focuses the row of that test, and a tooltip opens.
    [launchHref(key, launchId, { group: 'none' }), 'skips the invoice'],
    [testHref(key, Number(named['importedLaunchId']), Number(named['importedTestId'])), 'open the gate'],
    [testHref(key, launchId, testId, 'stack-trace'), 'Cart.total (cart.ts:88:11)'],
    [testHref(key, launchId, testId, 'screenshots'), 'lowers the total'],
    [testHref(key, launchId, testId, 'artifacts'), 'console.txt'],
    [testHref(key, launchId, testId, 'history'), 'lowers the total'],
    [`${at(paths.launches)}?q=nothing`, 'No launches match'],
    [`${at(paths.testCases)}?caseId=${named['caseId']}`, 'With a link among words'],
    [`${at(paths.caseModel)}?suiteId=${named['modelSuiteId']}`, 'Model of Checkout flow'],
    [`${at(paths.testCase)}?tab=executions`, 'lowers the total'],
  ]
  for (const [href, shows] of others) {
    await go(page, href)
    await expect(page.getByRole('main').getByText(shows).or(page.getByLabel(shows)).first()).toBeVisible()
    await look(href)
  }
  expectNone()
})

test('no page of a project with nothing breaks one', { tag: '@full' }, async ({ page }) => {
  await signInDirectly(page)
  await page.goto('/projects')
  const { look, expectNone } = audit(page)
  for (const pattern of ADDRESSES.filter((one) => one.includes(':projectKey') && !THINGS.test(one))) {
    await go(page, at(pattern, PROJECT_KEY))
    await drawn(page, OF_NOTHING[pattern] ?? HEADINGS[pattern] ?? '')
    await look(`empty ${pattern}`)
  }
  expectNone()
})

test('no page for those who are not signed in breaks one', async ({ page }) => {
  const { look, expectNone } = audit(page)
  await page.goto(paths.signIn)
  for (const pattern of SIGNED_OUT) {
    await go(page, pattern)
    await drawn(page, HEADINGS[pattern] ?? '')
    await look(pattern)
  }
  for (const [href, heading] of [
    [paths.notFound, 'There is no page at this address'],
    [paths.serverError, 'Something went wrong'],
  ] as const) {
    await go(page, href)
    await drawn(page, heading)
    await look(href)
  }
  expectNone()
})

test('what opens over a page breaks none, nor does the page of a phone', async ({ page, context }) => {
  await signInDirectly(page)
  await page.goto(at(paths.milestones))
  const { look, expectNone } = audit(page)
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Add milestone' }).click()
  await page.getByRole('button', { name: 'Create milestone' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await look('form')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await look('shortcuts')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('launches')
  // A screen reader announces the option half a second after typing.
  const option = page.getByRole('option').first()
  await expect(page.getByRole('combobox')).toHaveAttribute(
    'aria-activedescendant',
    (await option.getAttribute('id')) ?? '',
  )
  await look('palette')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /your account$/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await look('menu')
  await page.keyboard.press('Escape')

  await go(page, paths.projects)
  await page.getByRole('button', { name: 'Actions for Sample shop' }).click()
  await page.getByRole('menuitem', { name: 'Delete project' }).click()
  await expect(page.getByRole('alertdialog').or(dialog)).toBeVisible()
  await look('question')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Import project' }).click()
  await dialog.getByRole('button', { name: 'Import project' }).click()
  await expect(dialog.getByText('Choose the archive of a project')).toBeVisible()
  await look('import of a project')
  await page.keyboard.press('Escape')
  await go(page, at(paths.settings))
  await page.getByRole('button', { name: 'Export project' }).click()
  await expect(dialog.getByText('Size of files')).toBeVisible()
  await look('export of a project')
  await page.keyboard.press('Escape')

  await go(page, at(paths.testCases))
  await page.getByRole('button', { name: 'Test case', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add step' }).click()
  await look('case')
  await page.keyboard.press('Escape')

  await go(page, at(paths.launch))
  await page.getByRole('button', { name: 'Select all, failed or skipped' }).click()
  await page.getByRole('menuitem', { name: 'Failed' }).click()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Link issue' }).click()
  await expect(dialog).toBeVisible()
  await look('issue')
  await page.keyboard.press('Escape')
  await go(
    page,
    testHref(String(named['projectKey']), Number(named['launchId']), Number(named['testId']), 'screenshots'),
  )
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Screenshot at/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Screenshot 1 of 1' })).toBeVisible()
  await look('viewer')
  await page.keyboard.press('Escape')

  // Otherwise the pointer stays where it clicked last, and can open a tooltip of the next page.
  await page.mouse.move(0, 0)
  await page.setViewportSize({ width: 390, height: 2400 })
  await go(page, at(paths.launches))
  await drawn(page, 'Launches')
  await look('phone')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
  await look('navigation of a phone')
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await look('offline')
  expectNone()
})
