/** Settings lose an entry while a user edits a test case: the form saves the other changes, and names the fields that it dropped. */
import { getTestCase, type TestCase } from '../../../contract/cases/cases.ts'
import {
  createTestCaseField,
  deleteTestCaseField,
  listTestCaseFields,
  updateTestCaseField,
  type TestCaseField,
} from '../../../contract/settings/test-case-fields.ts'
import { deleteMember, listMembers, type Member } from '../../../contract/settings/members.ts'
import { casesPage } from '../pages/cases.ts'
import { callsAs } from '../support/calls.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

test('[TCASE-17] a draft with a removed option, a deleted field and a user who left is saved without them, also after a reload', async ({
  page,
  assay,
}) => {
  const adam = await callsAs(assay, 'adam')
  const { data } = await adam<{ data: { tabs: { id: number }[] } }>(listTestCaseFields)
  const create = (name: string, typed: object) =>
    adam<TestCaseField>(
      createTestCaseField,
      {},
      { name, systemName: name, description: '', tabId: data.tabs[0]?.id, ...typed },
    )
  const option = (name: string, relativePosition: number) => ({
    id: null,
    name,
    icon: null,
    isDefault: false,
    relativePosition,
  })
  const severity = await create('Severity', {
    dataType: 'DROPDOWN',
    value: { hasIcon: false, hasDefault: false, options: [option('Minor', 1), option('Major', 2)] },
  })
  const note = await create('Note', { dataType: 'STRING', value: { hasDefault: false, default: '' } })
  await create('Keeper', { dataType: 'USER', value: { default: null } })
  const { authToken } = await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  await fillRepository(page, authToken, { Checkout: ['Pay by card'] })
  const stored = async () => (await adam<{ data: TestCase }>(getTestCase, { caseId: 1 })).data
  const cases = casesPage(page)
  await cases.open('?caseId=1')
  await cases.preview('SHOP-1').getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit test case' })
  await form.getByRole('textbox', { name: 'Title' }).fill('Pay by debit card')
  await form.getByRole('textbox', { name: 'Note' }).fill('Ask Lena')
  await form.getByRole('button', { name: /^Severity|Severity$/ }).click()
  await page.getByRole('option', { name: 'Major' }).click()
  await form.getByRole('button', { name: /^Keeper|Keeper$/ }).click()
  await page.getByRole('option', { name: 'Rita Sand' }).click()

  const value = 'options' in severity.value ? severity.value : null
  const left = { ...value, options: value?.options.filter(({ name }) => name === 'Minor') }
  await adam(updateTestCaseField, { fieldId: severity.id }, { value: left })
  await adam(deleteTestCaseField, { fieldId: note.id })
  const notice = form.getByRole('status').filter({ hasText: 'No longer in this project' })
  await expect(notice).toHaveText('No longer in this project, so it is not saved: Severity, A deleted field: Ask Lena')
  await page.reload()
  await cases.preview('SHOP-1').getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(form.getByRole('note', { name: 'Recovered draft' })).toBeVisible()
  await expect(notice).toContainText('A deleted field: Ask Lena')
  const { items } = await adam<{ items: Member[] }>(listMembers)
  await adam(deleteMember, { userId: items.find(({ username }) => username === 'rita')?.userId ?? 0 })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByText('No longer in this project, so it is not saved: Keeper')).toBeVisible()
  expect(await stored()).toMatchObject({ title: 'Pay by debit card', customFields: {} })
})
