import type { Page } from '@playwright/test'
import { pathOf, type AnyCall } from '../../../contract/call.ts'
import { createTestCase } from '../../../contract/cases/cases.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { listCaseResults } from '../../../contract/runs/results.ts'
import { closeTestRun, createTestRun } from '../../../contract/runs/runs.ts'
import { createTestCaseField, listTestCaseFields } from '../../../contract/settings/test-case-fields.ts'
import { callsAs } from '../support/calls.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expectToBeKept } from '../support/kept.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM, serviceWorkers: 'allow' })

const callsOf = async (page: Page, username = 'emil') => {
  const { authToken: token } = await signInDirectly(page, { username, password: MEMBERS_PASSWORD })
  return async <Answer>(call: AnyCall, params: object = {}, data?: object): Promise<Answer> => {
    const answer = await page.request.fetch(pathOf(call.path, { projectKey: PROJECT_KEY, ...params }), {
      method: call.method,
      headers: { authorization: `Bearer ${token}` },
      ...(data === undefined ? {} : { data }),
    })
    if (!answer.ok()) throw new Error(`${call.name} was answered with ${answer.status()}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}
const step = (id: string, action: string, expectedResult: string) => ({
  kind: 'step',
  id,
  action,
  expectedResult,
  attachments: [],
})

test('[RUNS-44] [RUNS-45] [RUNS-49] a run is executed by keys, also offline, and others see each result', async ({
  page,
  context,
  browser,
  baseURL,
  assay,
}) => {
  const admin = await callsAs(assay, 'adam')
  const { data: fields } = await admin<{ data: { tabs: { id: number }[] } }>(listTestCaseFields)
  const options = ['Low', 'High'].map((name, at) => ({
    id: null,
    name,
    isDefault: false,
    relativePosition: at + 1,
    icon: null,
  }))
  const risk = await admin<{ id: number; value: { options: { id: number }[] } }>(
    createTestCaseField,
    {},
    {
      name: 'Risk',
      systemName: 'risk',
      description: '',
      tabId: fields.tabs[0]?.id,
      dataType: 'DROPDOWN',
      value: { hasIcon: false, hasDefault: false, options },
    },
  )
  const high = risk.value.options[1]?.id
  const call = await callsOf(page)
  const suite = await call<{ id: number }>(createSuite, {}, { title: 'Vouchers' })
  const testCases: { id: number }[] = []
  for (const title of ['Apply a voucher', 'Refuse an old voucher', 'Two vouchers together']) {
    const steps = [step('a', 'Open the basket.', 'Subtotal reads £21.99.'), step('b', 'Type `SPRING10`.', '')]
    const { data } = await call<{ data: { id: number } }>(createTestCase, {}, { title, testSuiteId: suite.id, steps })
    testCases.push({ id: data.id })
  }
  const { data: run } = await call<{ data: { id: number } }>(createTestRun, {}, { title: 'Before 2.41', testCases })
  await page.goto(`/projects/${PROJECT_KEY}/test-runs/${run.id}`)
  await page.getByRole('button', { name: 'Open my next case' }).click()
  await expect(page.getByRole('heading', { name: 'Apply a voucher' })).toBeVisible()

  await test.step('cases come into the run and leave it from its own page, each with undo', async () => {
    const progress = (words: string) => expect(page.getByText(words)).toBeVisible()
    const toast = (words: string) => page.getByRole('listitem').filter({ hasText: words })
    const late = await call<{ data: { key: string } }>(
      createTestCase,
      {},
      { title: 'Late voucher', testSuiteId: suite.id, customFields: { [risk.id]: high } },
    )
    await page.getByRole('button', { name: 'Add or remove cases' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test cases of this run' })
    await dialog.getByRole('checkbox', { name: `Select ${late.data.key}` }).click()
    await dialog.getByRole('button', { name: 'Save: add 1' }).click()
    await expect(dialog).toBeHidden()
    await progress('0 of 4 done')
    await toast('1 case added to this run').getByRole('button', { name: 'Undo' }).click()
    await progress('0 of 3 done')
    await page.getByRole('button', { name: 'Add or remove cases' }).click()
    await dialog.getByRole('checkbox', { name: `Select ${late.data.key}` }).click()
    await dialog.getByRole('button', { name: 'Save: add 1' }).click()
    await progress('0 of 4 done')

    await test.step('custom fields filter the cases, also from the address', async () => {
      const links = page.getByRole('link', { name: /^SHOP-\d/ })
      await page.getByRole('button', { name: 'Filter' }).click()
      const filters = page.getByRole('dialog', { name: 'Filters' })
      await filters.getByRole('button', { name: 'Risk' }).click()
      await filters.getByRole('option', { name: 'High' }).click()
      await expect(links).toHaveCount(1)
      await expect(links).toContainText('Late voucher')
      await page.reload()
      await expect(links).toHaveCount(1)
      await page.getByRole('button', { name: 'Filter (1)' }).click()
      await filters.getByRole('button', { name: 'Clear all filters' }).click()
      await expect(links).toHaveCount(4)
      await page.keyboard.press('Escape')
    })
    await page.getByRole('button', { name: 'Add or remove cases' }).click()
    await dialog.getByRole('checkbox', { name: `Select ${late.data.key}` }).click()
    await dialog.getByRole('button', { name: 'Save: remove 1' }).click()
    await progress('0 of 3 done')
  })

  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const colleague = await other.newPage()
  await callsOf(colleague, 'mara')
  await colleague.goto(`/projects/${PROJECT_KEY}/test-runs/${run.id}`)
  await expect(colleague.getByText('0 of 3 done')).toBeVisible()

  await page.keyboard.press('Shift+Digit1')
  await expect(page.getByRole('button', { name: 'Result of step 1: Passed' })).toBeVisible()
  await page.keyboard.press('Shift+Digit2')
  await expect(page.getByRole('button', { name: 'Result of step 2: Failed' })).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Refuse an old voucher' })).toBeVisible()
  await expect(colleague.getByText('1 of 3 done')).toBeVisible()

  // A device that loses the network while it keeps the application does not keep it.
  await expectToBeKept(page)
  await context.setOffline(true)
  await page.keyboard.press('2')
  await page.keyboard.press('c')
  await page.keyboard.type('It is accepted')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('2 of 3 done')).toBeVisible()
  await expect(page.getByLabel('Not sent yet')).toBeVisible()
  await context.setOffline(false)
  await expect(colleague.getByText('2 of 3 done')).toBeVisible()
  await expect(page.getByLabel('Not sent yet')).toHaveCount(0)
  const { items } = await call<{ items: { comment: string }[] }>(listCaseResults, {
    runId: run.id,
    caseId: testCases[1]?.id,
  })
  expect(items.map(({ comment }) => comment)).toEqual(['It is accepted'])
  await other.close()

  await test.step('[RUNS-49] offline, the list leads to runs that are on this device, and attempts come with the network', async () => {
    const attempts = page.getByRole('region', { name: 'Attempts' })
    await page.getByRole('button', { name: 'Make available offline' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Download/ })
      .click()
    await expect(page.getByRole('button', { name: 'Available offline' })).toBeVisible()
    const address = page.url()
    await context.setOffline(true)
    await page.goto(`/projects/${PROJECT_KEY}/test-runs`)
    await page.getByRole('region', { name: 'Available offline' }).getByRole('link', { name: 'Before 2.41' }).click()
    await page.getByRole('link', { name: 'Refuse an old voucher' }).click()
    await expect(attempts).toContainText('Earlier attempts are not on this device')
    await context.setOffline(false)
    await expect(attempts).toContainText('It is accepted')
    await page.goto(address)
    await expect(page.getByRole('button', { name: 'Save and next' })).toBeVisible()
  })

  await test.step('what was being written when somebody closes the run is kept to be copied', async () => {
    await page.keyboard.press('2')
    await page.keyboard.press('c')
    await page.keyboard.type('Half a thought')
    await call(closeTestRun, { runId: run.id })
    const unrecorded = page.getByRole('status').filter({ hasText: 'Your result was not recorded' })
    await expect(unrecorded).toContainText('Half a thought')
    await page.reload()
    await expect(unrecorded).toContainText('Half a thought')
    await unrecorded.getByRole('button', { name: 'Discard' }).click()
    await expect(unrecorded).toHaveCount(0)
  })
})
