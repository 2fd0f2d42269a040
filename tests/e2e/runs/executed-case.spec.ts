/** Texts and fields of a case while it is executed. */
import { createTestCase } from '../../../contract/cases/cases.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { createTestRun } from '../../../contract/runs/runs.ts'
import { createEnvironment } from '../../../contract/settings/environments.ts'
import { createTestCaseField, listTestCaseFields } from '../../../contract/settings/test-case-fields.ts'
import { createEnvironmentVariable } from '../../../contract/settings/variables.ts'
import { callsAs } from '../support/calls.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expectToBeKept } from '../support/kept.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM, serviceWorkers: 'allow' })

const RUNS = `/projects/${PROJECT_KEY}/test-runs`

test('[ENVS-10] an executed case shows its custom fields and the variables of its environment, also offline', async ({
  page,
  context,
  assay,
}) => {
  const admin = await callsAs(assay, 'adam')
  const { id: environmentId } = await admin<{ id: number }>(
    createEnvironment,
    {},
    { name: 'Preview', key: 'preview', description: '' },
  )
  await admin(createEnvironmentVariable, { environmentId }, { key: 'CODE', value: 'SPRING10', secret: false })
  const { data } = await admin<{ data: { tabs: { id: number }[] } }>(listTestCaseFields)
  const layout = { name: 'Shop card', systemName: 'shopCard', description: '', tabId: data.tabs[0]?.id }
  const value = { hasDefault: false, default: '' }
  const field = await admin<{ id: number }>(createTestCaseField, {}, { ...layout, dataType: 'STRING', value })
  const suite = await admin<{ id: number }>(createSuite, {}, { title: 'Codes' })
  const action = 'Type `{{CODE}}` and {{NOTHING}}.'
  const step = { kind: 'step', id: 'a', action, expectedResult: '', attachments: [] }
  const testCase = { title: 'Redeem {{CODE}}', steps: [step] }
  const custom = { customFields: { [field.id]: 'Visa of {{CODE}}' }, testSuiteId: suite.id }
  const { data: made } = await admin<{ data: { id: number } }>(createTestCase, {}, { ...testCase, ...custom })
  const body = { title: 'Codes', environment: { id: environmentId }, testCases: [{ id: made.id }] }
  const { data: run } = await admin<{ data: { id: number } }>(createTestRun, {}, body)
  await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  await page.goto(`${RUNS}/${run.id}`)
  const expectValues = async () => {
    await page.getByRole('link', { name: 'Redeem SPRING10' }).click()
    await expect(page.getByRole('heading', { name: 'Redeem SPRING10' })).toBeVisible()
    const shown = page.getByRole('region', { name: 'Test case' })
    await expect(shown.getByRole('definition').filter({ hasText: 'Visa of SPRING10' })).toBeVisible()
    await expect(shown.getByRole('listitem', { name: 'Step 1' })).toContainText('Type SPRING10 and {{NOTHING}}.')
  }
  await expectValues()
  await page.getByRole('button', { name: 'Make available offline' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Download/ })
    .click()
  await expect(page.getByRole('button', { name: 'Available offline' })).toBeVisible()
  await expectToBeKept(page)
  await context.setOffline(true)
  await page.goto(`${RUNS}/${run.id}`)
  await expectValues()
})
