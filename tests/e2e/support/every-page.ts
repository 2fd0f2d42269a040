import type { Page } from '@playwright/test'
import type { AnyCall } from '../../../contract/call.ts'
import { deleteTestCases } from '../../../contract/cases/operations.ts'
import { listSuites } from '../../../contract/cases/suites.ts'
import { createTestCase } from '../../../contract/cases/cases.ts'
import { createPreset, getLauncher, type Launcher } from '../../../contract/launchers/launchers.ts'
import { addDemoRepository } from '../../../contract/launchers/repositories.ts'
import { listExploratorySessions } from '../../../contract/exploratory/sessions.ts'
import { createTestRun } from '../../../contract/runs/runs.ts'
import { createTestPlan } from '../../../contract/plans/plans.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { createEnvironment, deleteEnvironment } from '../../../contract/settings/environments.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { createRequirementSystem } from '../../../contract/settings/requirement-systems.ts'
import { createTestCaseField, listTestCaseFields } from '../../../contract/settings/test-case-fields.ts'
import { createVariable } from '../../../contract/settings/variables.ts'
import { createSharedSteps } from '../../../contract/shared-steps/shared-steps.ts'
import { createServiceAccount, createServiceAccountToken } from '../../../contract/workspace/service-accounts.ts'
import { anAgent } from './agent.ts'
import { callsAs } from './calls.ts'
import { ACCESS_TOKEN, OWNER } from './founding.ts'
import { importReport } from './imported-report.ts'
import type { Assay } from './server.ts'

const step = { kind: 'step', id: 's1', action: 'Open the **basket**', expectedResult: 'It is empty', attachments: [] }
const trace = `AssertionError: expected 49.47, got 54.97

Expected: "£49.47"
Received: "£54.97"
    at Cart.total (cart.ts:88:11)
    at run (node_modules/runner/run.js:1:2)`

/** The demo project, created on the page by an owner, plus an entry of each kind that it lacks. Returns the ids for addresses. */
export const aProjectWithEverything = async (page: Page, assay: Assay): Promise<Record<string, string | number>> => {
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Demo project' }).click()
  await page.getByRole('button', { name: 'Create demo project' }).click()
  await page.waitForURL('**/projects/SHOP2')
  const projectKey = 'SHOP2'
  const asOwner = await callsAs(assay, OWNER.username, OWNER.password)
  const call = <Answer = { id: number }>(one: AnyCall, data?: object, params: object = {}) =>
    asOwner<Answer>(one, { projectKey, ...params }, data)

  await call(createMilestone, { name: '2.41 Spring', description: 'All of it', dueDate: '2026-03-20' })
  await call(createRequirementSystem, { name: 'Jira', keyPrefix: 'PRD', address: 'https://jira.test/browse/{key}' })
  const { id: groupId } = await call(createConfigurationGroup, { name: 'Device' })
  const { id: optionId } = await call(createConfigurationOption, { name: 'Phone' }, { groupId })
  await call(createEnvironment, { name: 'Load', key: 'LOAD', description: 'Every night' })
  const { id: environmentId } = await call(createEnvironment, { name: 'Old', key: 'OLD', description: '' })
  await call(deleteEnvironment, undefined, { environmentId })
  await call(createVariable, { key: 'TOKEN', value: 'olive', secret: true })
  const { data: fields } = await call<{ data: { tabs: { id: number }[] } }>(listTestCaseFields)
  await call(createTestCaseField, {
    name: 'Squad',
    systemName: 'squad',
    description: '',
    tabId: fields.tabs[0]?.id,
    dataType: 'STRING',
    value: { hasDefault: false, default: '' },
  })
  const shared = await call<{ data: { id: number } }>(createSharedSteps, { name: 'Sign in', steps: [step] })
  const { items: suites } = await call<{ items: { id: number; title: string }[] }>(listSuites)
  const testSuiteId = suites[0]?.id ?? 0
  const written = await call<{ data: { id: number } }>(createTestCase, {
    testSuiteId,
    title: 'Pay with a voucher',
    description: 'With a [link](https://shop.test) among words',
    steps: [step, { kind: 'shared', id: 's2', sharedStepsId: shared.data.id }],
  })
  const run = await call<{ data: { id: number } }>(createTestRun, {
    title: 'Before 2.41',
    testCases: [{ id: written.data.id }],
  })
  const trashed = await call<{ data: { id: number } }>(createTestCase, { testSuiteId, title: 'Pay in shells' })
  await call(deleteTestCases, { operationId: crypto.randomUUID(), ids: [trashed.data.id] })
  const plan = await call<{ data: { id: number } }>(createTestPlan, {
    title: 'Before the spring release',
    configurations: [{ id: groupId, name: 'Device', options: [{ id: optionId, name: 'Phone' }] }],
    baseTestCaseIds: [written.data.id],
    testRuns: [
      {
        title: 'Before the spring release: Phone',
        configurations: [{ groupId, optionId, groupName: 'Device', optionName: 'Phone' }],
      },
    ],
  })
  const demo = await call<{ repository: { id: number }; launcherId: number }>(addDemoRepository)
  const { launcherId } = demo
  const { config } = await call<Launcher>(getLauncher, undefined, { launcherId })
  const preset = await call(createPreset, { ...config, name: 'Nightly' }, { launcherId })
  const { items: sessions } = await call<{ items: { id: string }[] }>(listExploratorySessions)

  const account = await call(createServiceAccount, { name: 'shop pipeline', description: 'Every night' })
  await call(createServiceAccountToken, { name: 'nightly', scope: 'report' }, { serviceAccountId: account.id })

  const launch = await (
    await anAgent(assay.url, ACCESS_TOKEN, projectKey)
  ).startLaunch('Payments', {
    environment: 'STAGE',
    build: '2.41.0',
    milestone: '2.41 Spring',
    ciUrl: 'https://ci.test/job',
    labels: [
      ['team', 'payments'],
      ['branch', 'main'],
      ['area', 'cart'],
    ],
    references: [['notes', 'https://shop.test/notes']],
  })
  const testId = await launch.startTest('lowers the total', { maintainer: 'nadia', labels: [['area', 'cart']] })
  const now = Date.now()
  await launch.log(testId, [
    { at: now - 3000, level: 'INFO', message: 'Opens the cart' },
    { at: now - 2000, level: 'WARN', message: 'The total is slow' },
    { at: now - 1000, level: 'ERROR', message: 'expected 49.47, got 54.97' },
  ])
  await launch.screenshot(testId, now - 1500)
  await launch.artifact(testId, 'console.txt', 'what the browser said')
  await launch.session({ browserName: 'firefox', browserVersion: '133.0', platformName: 'linux' }, [testId])
  await launch.linkCase(testId, `${projectKey}-${written.data.id}`)
  await launch.finishTest(testId, 'FAILED', trace)
  await launch.test('skips the invoice', 'SKIPPED', 'switched off')
  await launch.startTest('is still running')
  const imported = await importReport(assay, 'steps/playwright-blob.zip', projectKey)
  return {
    projectKey,
    launchId: launch.id,
    testId,
    importedLaunchId: imported.launchId,
    importedTestId: imported.testIds['opens the lock'] ?? 0,
    caseId: written.data.id,
    runId: run.data.id,
    testPlanId: plan.data.id,
    repoId: demo.repository.id,
    launcherId,
    presetId: preset.id,
    exploratorySessionId: sessions[0]?.id ?? '',
    serviceAccountId: account.id,
    framework: 'wdio',
    modelSuiteId: suites.at(-1)?.id ?? 0,
  }
}
