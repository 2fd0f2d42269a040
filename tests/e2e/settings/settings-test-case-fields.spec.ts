import { TEXTS } from '../../../contract/texts.ts'
import { bulkWizard } from '../pages/bulk-wizard.ts'
import { casesPage } from '../pages/cases.ts'
import { testCaseFields } from '../pages/settings-test-case-fields.ts'
import { choose } from '../support/choose.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { fillRepository } from '../support/repository.ts'
import { testCaseFieldsCalls } from '../support/test-case-fields.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('fields are switched, moved and saved together, and deleted', async ({ page }) => {
  const { create, list, switchFeature } = await testCaseFieldsCalls(page)
  const effort = await create('Effort')
  await create('Ticket')
  const fields = testCaseFields(page)
  await fields.open()
  const writes: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') writes.push(request.postDataJSON())
  })

  await test.step('[FIELDS-02] [FIELDS-03] [FIELDS-04] [PRIO-13] fields are under their tabs; priorities have their own page', async () => {
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^General/, /^Properties/, /^No tab/])
    await expect(page.getByText('Fields without a tab are shown last.')).toBeVisible()
    await expect(fields.edit('Priority')).toHaveAttribute('href', /\/test-case-fields\/priorities$/)
    await expect(fields.edit('Automation state')).toHaveAttribute('href', /\/test-case-fields\/automation-states$/)
  })

  await test.step('[FIELDS-08] [FIELDS-09] [FIELDS-13] fields are switched and moved between tabs, which sends nothing', async () => {
    await fields.toggle('Steps').click()
    await expect(fields.row('Steps')).toContainText('Switched off')
    await fields.drag(fields.grip('Effort'), fields.row('Description'))
    await expect(fields.row('Effort')).toContainText('Moved')
    await fields.grip('Effort').focus()
    for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
    await expect
      .poll(() => fields.names('General'))
      .toEqual(['Effort', 'Description', 'Pre-conditions', 'Steps', 'Post-conditions', 'Attachments'])
    await expect(fields.grip('Effort')).toBeFocused()
    await fields.menu('Ticket', 'Move down')
    await expect.poll(() => fields.names('No tab')).toEqual(['Ticket'])
    expect(writes).toEqual([])
  })

  await test.step('[FIELDS-10] [FIELDS-11] [FIELDS-12] Save sends the places of all fields', async () => {
    await fields.saveChanges().click()
    await fields.expectSaid(TEXTS.fieldsUpdated)
    const { data } = await list()
    expect(data.fields[0]).toMatchObject({ id: effort.id, tabId: data.tabs[0]?.id, relativePosition: 1 })
    expect(data.fields.at(-1)).toMatchObject({ name: 'Ticket', tabId: null })
    expect(data.fields.filter(({ enabled }) => !enabled).map(({ name }) => name)).toEqual(['Steps'])
    expect(writes).toMatchObject([{ fields: data.fields.map(({ id, tabId }) => ({ id, tabId })) }])
  })

  await test.step('[FIELDS-55] [FIELDS-56] a field is deleted after a question, with its unsaved edits', async () => {
    await fields.toggle('Ticket').click()
    await fields.menu('Ticket', 'Delete field')
    const question = page.getByRole('alertdialog', { name: 'Delete field Ticket?' })
    await expect(question).toContainText('No test case has a value. This cannot be undone.')
    await question.getByRole('button', { name: 'Delete field' }).click()
    await fields.expectSaid(TEXTS.fieldDeleted)
    await expect(fields.row('Ticket')).toHaveCount(0)
    await expect(page.getByText('Conflict', { exact: true })).toHaveCount(0)
    await expect(fields.newField()).toBeFocused()
  })

  await test.step('[FIELDS-14] [FIELDS-15] without the custom layout fields are only switched on and off', async () => {
    await switchFeature('custom-test-case-layout', false)
    try {
      await fields.open(PROJECT_KEY, '?field=new')
      await expect(fields.toggle('Effort')).toBeEnabled()
      await expect(fields.dialog()).toHaveCount(0)
      await expect(fields.newField()).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^(Reorder|Actions for) / })).toHaveCount(0)
      await expect(fields.edit('Effort')).toHaveCount(0)
    } finally {
      await switchFeature('custom-test-case-layout', true)
    }
  })
})

test('a field is created for each type, and edited', async ({ page }) => {
  const { create, find } = await testCaseFieldsCalls(page)
  const options = Array.from({ length: 24 }, (_, i) => {
    return { id: null, name: `Option ${i + 1}`, isDefault: false, relativePosition: i + 1 }
  })
  await create('Platforms', { dataType: 'MULTI_SELECT', value: { hasDefault: false, options } })
  const fields = testCaseFields(page)
  await fields.open()

  await test.step('[FIELDS-16] [FIELDS-19] [FIELDS-40] [FIELDS-53] a line of text', async () => {
    await fields.newField().click()
    await fields.field('Name').fill('Customer area')
    await expect(fields.field('System name')).toHaveValue('customerArea')
    await expect(fields.save()).toBeDisabled()
    await expect(fields.dialog()).toContainText('To save: choose a type')
    await fields.chooseType('Line of text')
    await fields.field('System name').fill('customer_area')
    await fields.field('Name').fill('Area')
    await expect(fields.field('System name')).toHaveValue('customer_area')
    await fields.field('Description').fill('Where in the shop it is')
    await choose(fields.field('Tab'), 'Properties')
    await fields.save().click()
    await fields.expectSaid(TEXTS.fieldCreated)
    await expect(fields.newField()).toBeFocused()
    await expect(fields.tab('Properties')).toContainText('Area')
    const stored = { dataType: 'STRING', systemName: 'customer_area', description: 'Where in the shop it is' }
    expect(await find('Area')).toMatchObject(stored)
  })

  await test.step('[FIELDS-24] [FIELDS-25] [FIELDS-34] [FIELDS-54] [FIELDS-58] an edit keeps type and system name; options are at most 24', async () => {
    await expect(fields.edit('Steps')).toHaveCount(0)
    await fields.edit('Platforms').click()
    await expect(fields.field('Name')).toBeFocused()
    await expect(fields.field('Type')).toBeDisabled()
    await expect(fields.field('System name')).not.toBeEditable()
    await expect(fields.addOption()).toHaveAttribute('data-tip', TEXTS.optionsFull)
    await fields.field('Name').fill('Devices')
    await fields.choose('Has default')
    await fields.defaults().nth(0).check()
    await fields.defaults().nth(5).check()
    await fields.dialog().getByRole('button', { name: 'Remove Option 2', exact: true }).click()
    await fields.save().click()
    await fields.expectSaid(TEXTS.fieldUpdated)
    const field = await find('Devices')
    const stored = field.dataType === 'MULTI_SELECT' ? field.value.options : []
    expect(
      stored.filter(({ isDefault }) => isDefault),
      '[FIELDS-33] [FIELDS-39]',
    ).toMatchObject([{ name: 'Option 1' }, { name: 'Option 6' }])
  })

  await test.step('the default of a text, a URL, a user and a date', async () => {
    await fields.newField().click()
    await fields.field('Name').fill('Anything')
    await fields.chooseType('Text')
    await fields.choose('Has default')
    await fields.field('Default').fill('Given …')
    await expect(fields.save(), '[FIELDS-26]').toBeEnabled()
    await fields.chooseType('URL')
    await fields.field('Default').fill('larkspur')
    await fields.field('Default').blur()
    await expect(fields.dialog(), '[FIELDS-31] [FIELDS-48]').toContainText(TEXTS.urlFormat)
    await fields.chooseType('User')
    await fields.choose('Specific user')
    await page.getByRole('button', { name: 'User: Choose a user' }).click()
    await page.getByRole('listbox', { name: 'Members' }).getByRole('option', { name: OWNER.username }).click()
    await expect(fields.save(), '[FIELDS-30] [FIELDS-57]').toBeEnabled()
    await fields.chooseType('Date')
    await fields.choose('Relative to today')
    await expect(fields.field('Time zone'), '[FIELDS-28]').toHaveText('GMT+00:00')
    await page.getByRole('textbox', { name: 'Days from today' }).fill('-14')
    await choose(fields.field('Time zone'), 'GMT+02:00')
    await fields.save().click()
    await expect(fields.dialog()).toBeHidden()
    const relative = { kind: 'relativeToToday', days: -14, timeZone: 'GMT+02:00' }
    expect(await find('Anything'), '[FIELDS-27]').toMatchObject({ dataType: 'DATE', value: { default: relative } })
  })

  await test.step('the options of a dropdown, which survive a reload and a rejected save', async () => {
    await fields.newField().click()
    await fields.chooseType('Dropdown')
    await fields.field('Name').fill('STEPS')
    await fields.choose('Has default')
    await fields.addOption().click()
    await expect(fields.option(1)).toBeFocused()
    await page.keyboard.type('Low')
    await expect(fields.defaults(), '[FIELDS-35] [FIELDS-36]').toBeChecked()
    await page.keyboard.press('Enter')
    await expect(fields.option(2)).toBeFocused()
    await page.keyboard.type('High')
    await expect(fields.save(), '[FIELDS-37] [FIELDS-45]').toBeDisabled()
    await fields.defaults().nth(1).check()
    await page.reload()
    await expect(fields.option(2)).toHaveValue('High')
    await fields.save().click()
    await fields.expectSaid(TEXTS.nameTaken)
    await expect(fields.field('Name')).toBeFocused()
    await fields.field('Name').fill('Severity')

    await fields.dialog().getByRole('button', { name: 'Reorder High' }).focus()
    for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
    await expect.poll(fields.optionNames, '[FIELDS-50]').toEqual(['High', 'Low'])
    await fields.choose('Icons')
    await fields.dialog().getByRole('button', { name: 'Icon of High' }).click()
    await page.getByRole('radio', { name: 'Fire' }).press('Enter')
    await fields.save().click()
    await expect(fields.dialog()).toBeHidden()
    const { value } = await find('Severity')
    expect(value, '[FIELDS-32] [FIELDS-38]').toMatchObject({
      hasIcon: true,
      options: [
        { name: 'High', icon: 'fire', isDefault: true, relativePosition: 1 },
        { name: 'Low', icon: 'circle', isDefault: false, relativePosition: 2 },
      ],
    })
  })
})

test('[TCASE-03] a field that is off is shown nowhere, and returns with the values of the cases', async ({ page }) => {
  const { authToken, savePlaces } = await testCaseFieldsCalls(page)
  await savePlaces(({ name }) => ({ enabled: !['Draft', 'Priority', 'Author', 'Created on'].includes(name) }))
  await fillRepository(page, authToken, { Checkout: [{ title: 'Pay later', draft: true, deprecated: true }] })
  const cases = casesPage(page)
  const preview = page.getByRole('article')
  await cases.open()
  await expect(cases.row('Pay later')).toContainText('Deprecated')
  await expect(cases.row('Pay later')).not.toContainText('Draft')
  await cases.row('Pay later').getByRole('link').click()
  await expect(preview).not.toContainText('Draft')
  await preview.getByRole('tab', { name: 'Properties' }).click()
  await expect(preview.locator('dt').filter({ hasText: /Draft|Priority|Author|Created/ })).toHaveCount(0)
  await preview.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit test case' })
  await expect(form.getByRole('checkbox', { name: 'Deprecated' })).toBeChecked()
  await expect(form.getByRole('checkbox', { name: 'Draft' })).toHaveCount(0)
  await expect(form.getByLabel('Priority')).toHaveCount(0)
  await form.getByRole('button', { name: 'Cancel' }).click()

  await preview.getByRole('button', { name: 'Close the preview' }).click()
  const wizard = bulkWizard(page)
  await cases.chooseMore('Bulk actions')
  await wizard.choose('Edit')
  await cases.row('Pay later').getByRole('checkbox').click()
  await wizard.next.click()
  const edit = wizard.dialog('Edit 1 test case')
  await expect(edit.getByRole('button', { name: 'Automation state' })).toBeVisible()
  await expect(edit.getByRole('button', { name: /Draft|Priority/ })).toHaveCount(0)
  await edit.getByRole('button', { name: 'Close' }).click()

  // Live, without a reload.
  await savePlaces(() => ({ enabled: true }))
  await expect(cases.row('Pay later')).toContainText('Draft')
})
