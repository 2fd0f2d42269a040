import { TEXTS } from '../../../contract/texts.ts'
import { bulkWizard } from '../pages/bulk-wizard.ts'
import { casesPage } from '../pages/cases.ts'
import { errorPages } from '../pages/error-pages.ts'
import { testCaseFields } from '../pages/settings-test-case-fields.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expectKept } from '../support/leaving.ts'
import { fillRepository } from '../support/repository.ts'
import { MEMBERS_PASSWORD } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { testCaseFieldsCalls } from '../support/test-case-fields.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ mode: 'serial' })

const members = [
  { username: 'mara', role: 'MANAGER' },
  { username: 'emil', role: 'ENGINEER' },
  { username: 'greta', role: 'GUEST' },
  { username: 'rolf', role: 'ADMINISTRATOR', readOnly: true },
] as const
test.use({ environment: unattended, people: { members } })
const PROPERTIES = ['Priority', 'Automation state', 'Draft', 'Deprecated', 'Author', 'Created on']
const credentials = (username: string) => ({ username, password: MEMBERS_PASSWORD })

test('fields are switched, moved, merged and deleted', async ({ page }) => {
  await test.step('[FIELDS-02] [FIELDS-03] [FIELDS-04] [PRIO-13] fields are under their tabs; priorities and automation states lead to their pages', async () => {
    await signInDirectly(page)
    const fields = testCaseFields(page)
    await fields.open()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^General/, /^Properties/, /^No tab/])
    await expect
      .poll(() => fields.names('General'))
      .toEqual(['Description', 'Preconditions', 'Steps', 'Postconditions', 'Attachments'])
    await expect.poll(() => fields.names('Properties')).toEqual(PROPERTIES)
    await expect(page.getByText('Fields without a tab are shown last.')).toBeVisible()
    await fields.edit('Priority').click()
    await expect(page).toHaveURL(/\/test-case-fields\/priorities$/)
    await page.goBack()
    await fields.row('Automation state').getByRole('link', { name: 'Automation state', exact: true }).click()
    await expect(page).toHaveURL(/\/test-case-fields\/automation-states$/)
  })

  await test.step('switches and places are held until Save, which sends all of them', async () => {
    const { list, create } = await testCaseFieldsCalls(page)
    const effort = await create('Effort')
    const fields = testCaseFields(page)
    await fields.open()
    const writes: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') writes.push(request.postDataJSON())
    })
    await test.step('[FIELDS-08] a field is switched off', async () => {
      await fields.toggle('Steps').click()
      await expect(fields.row('Steps')).toContainText('Switched off')
    })
    await test.step('[FIELDS-09] a field is dragged to another tab', async () => {
      await fields.drag(fields.grip('Effort'), fields.row('Description'))
      await expect(fields.row('Effort')).toContainText('Moved')
      await expect
        .poll(() => fields.names('General'))
        .toEqual(['Description', 'Effort', 'Preconditions', 'Steps', 'Postconditions', 'Attachments'])
    })
    await test.step('[FIELDS-13] nothing is sent before Save', async () => {
      expect(writes).toEqual([])

      await expectKept(page)
      await page.reload()
      await expect(page.getByText('2 changes not saved')).toBeVisible()
      await expect.poll(() => fields.names('General')).toContain('Effort')
    })
    await test.step('[FIELDS-12] Save says so', async () => {
      await fields.saveChanges().click()
      await fields.expectSaid(TEXTS.fieldsUpdated)
    })
    await test.step('[FIELDS-10] [FIELDS-11] Save sends every position', async () => {
      const { data } = await list()
      const [general] = data.tabs
      expect(data.fields.find(({ id }) => id === effort.id)).toMatchObject({ tabId: general?.id, relativePosition: 2 })
      expect(data.fields.filter(({ enabled }) => !enabled).map(({ name }) => name)).toEqual(['Steps'])
      expect(writes).toEqual([
        {
          version: expect.any(Number) as unknown,
          fields: data.fields.map(({ id, type, tabId, relativePosition, enabled }) => ({
            id,
            type,
            tabId,
            relativePosition,
            enabled,
          })),
        },
      ])
    })
  })

  await test.step('[FIELDS-09] a field is moved by keyboard, by its menu, and into the list of those without a tab', async () => {
    const { list } = await testCaseFieldsCalls(page)
    const fields = testCaseFields(page)
    await fields.open()
    await fields.grip('Effort').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    await expect.poll(() => fields.names('General')).toEqual(expect.arrayContaining(['Effort']))
    await expect.poll(async () => (await fields.names('General'))[0]).toBe('Effort')
    await expect(fields.grip('Effort')).toBeFocused()
    await fields.menu('Created on', 'Move down')
    await expect.poll(() => fields.names('No tab')).toEqual(['Created on'])
    await fields.saveChanges().click()
    await fields.expectSaid(TEXTS.fieldsUpdated)
    const { data } = await list()
    expect(data.fields.at(-1)).toMatchObject({ name: 'Created on', tabId: null })
    expect(data.fields[0]).toMatchObject({ name: 'Effort' })

    await fields.menu('Created on', 'Move up')
    await expect.poll(() => fields.names('Properties')).toEqual(PROPERTIES)
    await fields.discard().click()
    await expect.poll(() => fields.names('No tab')).toEqual(['Created on'])
    await expectKept(page)
  })

  await test.step('[FIELDS-09] what two people hold and save is merged, and what collides is settled', async () => {
    const { savePlaces, list } = await testCaseFieldsCalls(page)
    const fields = testCaseFields(page)
    await fields.open()
    await fields.toggle('Preconditions').click()
    await fields.drag(fields.grip('Attachments'), fields.row('Priority'))
    await expect.poll(() => fields.names('Properties')).toContain('Attachments')
    await savePlaces(({ name }) => (name === 'Postconditions' ? { enabled: false } : {}))
    await expect(fields.toggle('Postconditions')).not.toBeChecked()
    await expect(page.getByText('2 changes not saved')).toBeVisible()

    const before = await list()
    const noTab = before.data.fields.find(({ name }) => name === 'Attachments')
    expect(noTab?.tabId).not.toBeNull()
    await savePlaces(({ name }) => (name === 'Attachments' ? { tabId: null } : {}))
    await expect(page.getByText('Conflict', { exact: true })).toBeVisible()
    await expect(page.getByText('Tab: Properties')).toBeVisible()
    await expect(page.getByText('Tab: No tab')).toBeVisible()
    await page.getByRole('button', { name: 'Use yours' }).click()
    await fields.saveChanges().click()
    await fields.expectSaid(TEXTS.fieldsUpdated)
    const { data } = await list()
    const attachments = data.fields.find(({ name }) => name === 'Attachments')
    expect(data.tabs.find(({ id }) => id === attachments?.tabId)?.name).toBe('Properties')
    expect(
      data.fields
        .filter(({ enabled }) => !enabled)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(expect.arrayContaining(['Postconditions', 'Preconditions']))
  })

  await test.step('[FIELDS-55] [FIELDS-56] deleting says how many cases hold a value', async () => {
    const { create } = await testCaseFieldsCalls(page)
    const field = await create('Ticket')
    const { authToken } = await signInDirectly(page)
    await fillRepository(page, authToken, {
      Tickets: [
        { title: 'One', customFields: { [field.id]: 'A-1' } },
        { title: 'Two', customFields: { [field.id]: 'A-2' } },
        'Three',
      ],
    })
    const fields = testCaseFields(page)
    await fields.open()
    await fields.toggle('Ticket').click()
    await fields.menu('Ticket', 'Delete field')
    const question = page.getByRole('alertdialog', { name: 'Delete field Ticket?' })
    await expect(question).toContainText('2 test cases have a value.')
    await question.getByRole('button', { name: 'Delete field' }).click()
    await fields.expectSaid(TEXTS.fieldDeleted)
    await expect(fields.row('Ticket')).toHaveCount(0)
    await expect(page.getByText('Conflict', { exact: true })).toHaveCount(0)
    await expect(fields.newField()).toBeFocused()
  })
})

test('[TCASE-03] what is switched off is shown nowhere, and comes back with what cases held of it', async ({
  page,
}) => {
  const { savePlaces, list } = await testCaseFieldsCalls(page)
  const [general, properties] = (await list()).data.tabs
  await savePlaces(({ name, type }) => {
    const place = PROPERTIES.indexOf(name)
    return place === -1
      ? { enabled: type === 'SYSTEM', tabId: general?.id ?? null }
      : { enabled: true, tabId: properties?.id ?? null, relativePosition: place }
  })
  const { authToken } = await signInDirectly(page)
  await fillRepository(page, authToken, { Checkout: [{ title: 'Pay later', draft: true, deprecated: true }] })
  const cases = casesPage(page)
  const preview = page.getByRole('article')
  const facts = (names: string[]) => expect(preview.locator('dt')).toHaveText(names)
  await cases.open()
  await expect(cases.row('Pay later')).toContainText('DraftDeprecated')
  await cases.row('Pay later').getByRole('link').click()
  await preview.getByRole('tab', { name: 'Properties' }).click()
  await facts(['Priority', 'Automation state', 'Draft', 'Deprecated', 'Author', 'Created', 'Updated'])
  await preview.getByRole('switch', { name: 'Deprecated' }).click()
  await expect(cases.row('Pay later')).not.toContainText('Deprecated')

  const fields = testCaseFields(page)
  await fields.open()
  for (const name of ['Draft', 'Author', 'Created on', 'Priority']) await fields.toggle(name).click()
  await expect(fields.row('Draft')).toContainText('Switched off')
  await fields.saveChanges().click()
  await fields.expectSaid(TEXTS.fieldsUpdated)

  // What an address asks for holds, and can be taken away.
  await cases.open('?draft=true')
  await expect(cases.row('Pay later')).toBeVisible()
  await expect(cases.row('Pay later')).not.toContainText('Draft')
  await page.getByRole('button', { name: 'Remove filter Draft is' }).click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Automation state' })).toBeVisible()
  for (const name of ['Draft', 'Author', 'Created', 'Priority'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await cases.row('Pay later').getByRole('link').click()
  await expect(preview).not.toContainText('Draft')
  await preview.getByRole('tab', { name: 'Properties' }).click()
  await facts(['Automation state', 'Deprecated', 'Updated'])
  await preview.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit test case' })
  await expect(form.getByRole('checkbox', { name: 'Deprecated' })).not.toBeChecked()
  await expect(form.getByRole('checkbox', { name: 'Draft' })).toHaveCount(0)
  await expect(form.getByLabel('Priority')).toHaveCount(0)
  await form.getByLabel('Title').fill('Pay much later')
  await form.getByRole('button', { name: 'Save' }).click()

  await expect(cases.row('Pay much later')).toBeVisible()
  await preview.getByRole('button', { name: 'Close the preview' }).click()
  const wizard = bulkWizard(page)
  await cases.chooseMore('Bulk actions')
  await wizard.choose('Edit')
  await cases.row('Pay much later').getByRole('checkbox').click()
  await wizard.next.click()
  const edit = wizard.dialog('Edit 1 test case')
  for (const name of ['Automation state', 'Deprecated'])
    await expect(edit.getByRole('button', { name: new RegExp(name) })).toBeVisible()
  for (const name of ['Draft', 'Priority'])
    await expect(edit.getByRole('button', { name: new RegExp(name) })).toHaveCount(0)
  await wizard.dialog('Edit 1 test case').getByRole('button', { name: 'Close' }).click()

  // Whoever looks sees it come back.
  await savePlaces(() => ({ enabled: true }))
  await expect(cases.row('Pay much later')).toContainText('Draft')
  await cases.row('Pay much later').getByRole('link').click()
  await preview.getByRole('tab', { name: 'Properties' }).click()
  await expect(preview.getByRole('switch', { name: 'Draft' })).toBeChecked()
})

test('[FIELDS-14] [FIELDS-15] without the custom layout fields are only switched on and off; without cases there is no page', async ({
  page,
}) => {
  const { create, switchFeature, find } = await testCaseFieldsCalls(page)
  await create('Severity')
  await switchFeature('custom-test-case-layout', false)
  try {
    const fields = testCaseFields(page)
    await fields.open(PROJECT_KEY, '?field=new')
    await expect(fields.toggle('Priority')).toBeVisible()
    await expect(fields.dialog()).toHaveCount(0)
    await expect(fields.newField()).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(Reorder|Actions for) / })).toHaveCount(0)
    await expect(fields.edit('Severity')).toHaveCount(0)
    await expect(fields.edit('Priority')).toBeVisible()
    await fields.toggle('Severity').click()
    await fields.saveChanges().click()
    await fields.expectSaid(TEXTS.fieldsUpdated)
    expect((await find('Severity')).enabled).toBe(false)
    await switchFeature('test-case-management', false)
    await fields.open()
    await errorPages(page).expectNotFound()
  } finally {
    await switchFeature('test-case-management', true)
    await switchFeature('custom-test-case-layout', true)
  }
})

test.describe('by role', () => {
  test('who opens the page', async ({ page }) => {
    await test.step('[FIELDS-01] [FIELDS-53] a manager has the page and makes fields', async () => {
      await signInDirectly(page, credentials('mara'))
      const fields = testCaseFields(page)
      await fields.open()
      await fields.newField().click()
      await fields.chooseType('Date')
      await fields.field('Name').fill('Reviewed on')
      await fields.save().click()
      await fields.expectSaid(TEXTS.fieldCreated)
      await fields.toggle('Reviewed on').click()
      await fields.saveChanges().click()
      await fields.expectSaid(TEXTS.fieldsUpdated)
    })

    await test.step('[FIELDS-01] an engineer, a guest and a read-only person find no page', async () => {
      for (const username of ['emil', 'greta', 'rolf']) {
        await signInDirectly(page, credentials(username))
        await testCaseFields(page).open()
        await errorPages(page).expectNotFound()
      }
    })
  })
})
