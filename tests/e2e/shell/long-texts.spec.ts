import { pathOf } from '../../../contract/call.ts'
import { createTestCase } from '../../../contract/cases/cases.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { createExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { createTestPlan } from '../../../contract/plans/plans.ts'
import { createTestRun } from '../../../contract/runs/runs.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { paths } from '../../../views/shared/routes.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

/** Without a place to break a line. */
const LONG = 'Voucher'.repeat(28)

test('no page scrolls sideways or cuts a control off for a text without spaces', async ({ page, assay }) => {
  const call = await callsAs(assay, OWNER.username, OWNER.password)
  await call(createMilestone, {}, { name: LONG.slice(0, 60), description: LONG })
  const suite = await call<{ id: number }>(createSuite, {}, { title: LONG })
  const step = { kind: 'step', id: 's1', action: LONG, expectedResult: LONG, attachments: [] }
  const { data: written } = await call<{ data: { id: number } }>(
    createTestCase,
    {},
    { testSuiteId: suite.id, title: LONG, description: LONG, steps: [step] },
  )
  const { data: run } = await call<{ data: { id: number } }>(
    createTestRun,
    {},
    { title: LONG, testCases: [{ id: written.id }] },
  )
  const { id: groupId } = await call<{ id: number }>(createConfigurationGroup, {}, { name: LONG.slice(0, 50) })
  const { id: optionId } = await call<{ id: number }>(
    createConfigurationOption,
    { groupId },
    { name: LONG.slice(0, 50) },
  )
  const choice = { groupId, optionId, groupName: LONG.slice(0, 50), optionName: LONG.slice(0, 50) }
  const { data: plan } = await call<{ data: { id: number } }>(
    createTestPlan,
    {},
    {
      title: LONG,
      configurations: [{ id: groupId, name: choice.groupName, options: [{ id: optionId, name: choice.optionName }] }],
      baseTestCaseIds: [written.id],
      testRuns: [{ title: LONG, configurations: [choice] }],
    },
  )
  const { data: session } = await call<{ data: { id: string } }>(createExploratorySession, {}, { title: LONG })
  const ids = {
    projectKey: PROJECT_KEY,
    caseId: written.id,
    runId: run.id,
    testPlanId: plan.id,
    exploratorySessionId: session.id,
  }
  const addresses = [
    paths.testCases,
    paths.testCase,
    paths.testRun,
    `${paths.testRun}?case=${PROJECT_KEY}-1`,
    paths.testRunReport,
    paths.testPlan,
    paths.testPlanReport,
    paths.exploratorySessions,
    paths.exploratorySession,
    paths.exploratorySessionReport,
    paths.milestones,
  ].map((pattern) => pathOf(pattern, ids))
  await signInDirectly(page)
  const wide: string[] = []
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByText(/VoucherVoucher/).first()).toBeAttached()
      await expect(page.locator('[aria-busy="true"], [class*="skeleton"]')).toHaveCount(0)
      // What scrolls vertically also scrolls sideways, or cuts its content off, when that is too wide. The choice of a result, a fieldset, is a
      // strip that scrolls sideways on a phone.
      const found = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main, main :not(fieldset)')]
          .filter((element) => {
            const scrolls = element === document.documentElement || getComputedStyle(element).overflowY === 'auto'
            return scrolls && element.scrollWidth > element.clientWidth + 1
          })
          .map((element) => `${element.tagName} ${element.className} ${element.scrollWidth}`),
      )
      // What is cut off is not reachable.
      const lost = await page.evaluate(() =>
        [...document.querySelectorAll('main :is(a, button):not(fieldset *)')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
          .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`),
      )
      wide.push(...[...found, ...lost].map((element) => `${address} at ${width}: ${element}`))
    }
  }
  expect(wide.join('\n')).toBe('')
})
