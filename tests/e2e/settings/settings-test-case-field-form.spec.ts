import { createTestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { testCaseFields } from '../pages/settings-test-case-fields.ts'
import { signInPage } from '../pages/sign-in.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { endSessionsDuring, signInDirectly } from '../support/session.ts'
import { testCaseFieldsCalls } from '../support/test-case-fields.ts'
import { expect, test } from '../support/test.ts'
import { choose } from '../support/choose.ts'
import { dayField, typeDay } from '../support/day.ts'

test.describe.configure({ mode: 'serial' })
test.use({ environment: unattended })

test('fields of each type are created', async ({ page }) => {
  await test.step('a field is created; its system name follows the name until it is edited', async () => {
    const { find } = await testCaseFieldsCalls(page)
    const fields = testCaseFields(page)
    await fields.open()
    await test.step('[FIELDS-19] the system name follows', async () => {
      await fields.newField().click()
      await fields.field('Name').fill('Customer area')
      await expect(fields.field('System name')).toHaveValue('customerArea')
    })
    await test.step('[FIELDS-40] Save needs a type', async () => {
      await expect(fields.save()).toBeDisabled()
      await expect(fields.dialog()).toContainText('To save: choose a type')
      await fields.chooseType('Line of text')
      await expect(fields.save()).toBeEnabled()
    })
    await test.step('[FIELDS-41] Save needs a name', async () => {
      await fields.field('Name').fill('  ')
      await expect(fields.save()).toBeDisabled()
      await fields.field('Name').fill('Area')
      await expect(fields.field('System name')).toHaveValue('area')
    })
    await test.step('[FIELDS-42] Save needs a system name', async () => {
      await fields.field('System name').fill('')
      await expect(fields.save()).toBeDisabled()
    })
    await test.step('[FIELDS-19] an edited system name stays', async () => {
      await fields.field('System name').fill('customer_area')
      await fields.field('Name').fill('Customer area')
      await expect(fields.field('System name')).toHaveValue('customer_area')
    })
    await test.step('[FIELDS-16] [FIELDS-53] the field is created', async () => {
      await fields.field('Description').fill('Where in the shop it is')
      await choose(fields.field('Tab'), 'Properties')
      await fields.save().click()
      await fields.expectSaid(TEXTS.fieldCreated)
      await expect(fields.dialog()).toBeHidden()
      await expect(fields.newField()).toBeFocused()
      await expect(fields.tab('Properties')).toContainText('Customer area')
      expect(await find('Customer area')).toMatchObject({
        type: 'CUSTOM',
        dataType: 'STRING',
        systemName: 'customer_area',
        description: 'Where in the shop it is',
        enabled: true,
      })
    })
  })

  await test.step('each type has its default, and what is missing disables Save', async () => {
    const { find } = await testCaseFieldsCalls(page)
    const fields = testCaseFields(page)
    await fields.open(PROJECT_KEY, '?field=new')
    await fields.field('Name').fill('Anything')

    await test.step('[FIELDS-26] [FIELDS-49] a text', async () => {
      await fields.chooseType('Text')
      await fields.choose('Has default')
      await expect(fields.save()).toBeDisabled()
      await fields.field('Default').fill('Given …')
      await expect(fields.save()).toBeEnabled()
    })

    await test.step('[FIELDS-31] [FIELDS-48] a URL', async () => {
      await fields.chooseType('URL')
      await expect(fields.save()).toBeEnabled()
      await fields.field('Default').fill('larkspur')
      await expect(fields.save()).toBeDisabled()
      await fields.field('Default').blur()
      await expect(fields.dialog()).toContainText(TEXTS.urlFormat)
      await fields.field('Default').fill('https://larkspur.test/')
      await expect(fields.save()).toBeEnabled()
    })

    await test.step('[FIELDS-30] [FIELDS-47] [FIELDS-57] a user', async () => {
      await fields.chooseType('User')
      await fields.choose('Author of the case')
      await expect(fields.save()).toBeEnabled()
      await fields.choose('Specific user')
      await expect(fields.save()).toBeDisabled()
      await page.getByRole('button', { name: 'User: Choose a user' }).click()
      await page.getByRole('combobox', { name: 'Search members' }).fill('nobody of that name')
      await fields.expectSaid(TEXTS.noUsers)
      const search = page.getByRole('combobox', { name: 'Search members' })
      const found = page.getByRole('listbox', { name: 'Members' }).getByRole('option', { name: OWNER.username })
      await search.fill('NAD')
      await expect(found).toBeVisible()
      await search.press('Enter')
      await expect(fields.save()).toBeEnabled()
    })

    await test.step('[FIELDS-28] [FIELDS-46] a date', async () => {
      await fields.chooseType('Date')
      await fields.choose('Specific date')
      await expect(fields.save()).toBeDisabled()
      await typeDay(dayField(page, 'Date'), '2026-11-30')
      await expect(fields.save()).toBeEnabled()
      await fields.choose('Today')
      await expect(fields.field('Time zone')).toHaveText('GMT+00:00')
    })
    await test.step('[FIELDS-27] a day counted from today', async () => {
      await fields.choose('Relative to today')
      await page.getByRole('textbox', { name: 'Days from today' }).fill('-14')
      await choose(fields.field('Time zone'), 'GMT+02:00')
      await fields.save().click()
      await fields.expectSaid(TEXTS.fieldCreated)
      expect(await find('Anything')).toMatchObject({
        dataType: 'DATE',
        value: { default: { kind: 'relativeToToday', days: -14, timeZone: 'GMT+02:00' } },
      })
    })
  })

  await test.step('options of a dropdown: named, ordered, with icons and one default', async () => {
    const { find } = await testCaseFieldsCalls(page)
    const fields = testCaseFields(page)
    await fields.open(PROJECT_KEY, '?field=new')
    await fields.field('Name').fill('Severity')
    await test.step('[FIELDS-43] Save needs an option', async () => {
      await fields.chooseType('Dropdown')
      await expect(fields.save()).toBeDisabled()
    })
    await test.step('[FIELDS-44] Save needs a name for it', async () => {
      await fields.addOption().click()
      await expect(fields.option(1)).toBeFocused()
      await expect(fields.save()).toBeDisabled()
    })
    await test.step('[FIELDS-35] [FIELDS-36] the only option is the default', async () => {
      await page.keyboard.type('Low')
      await expect(fields.save()).toBeEnabled()
      await fields.choose('Has default')
      await expect(fields.defaults()).toBeChecked()
      await fields.choose('Has default')
      await expect(fields.defaults()).toHaveCount(0)
    })
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
    await fields.open(PROJECT_KEY, '?field=new')
    await expect(fields.field('Name')).toHaveValue('')

    await fields.field('Name').fill('Severity')
    await fields.chooseType('Dropdown')
    await fields.choose('Has default')
    await fields.addOption().click()
    await page.keyboard.type('Low')
    await expect(fields.defaults()).toBeChecked()
    await test.step('[FIELDS-37] [FIELDS-45] a second option leaves none, and Save needs one', async () => {
      await page.keyboard.press('Enter')
      await expect(fields.option(2)).toBeFocused()
      await page.keyboard.type('High')
      for (const radio of await fields.defaults().all()) await expect(radio).not.toBeChecked()
      await expect(fields.save()).toBeDisabled()
    })
    await test.step('[FIELDS-38] there is one default', async () => {
      await fields.defaults().first().check()
      await fields.defaults().nth(1).check()
      await expect(fields.defaults().first()).not.toBeChecked()
      await expect(fields.save()).toBeEnabled()
    })

    await test.step('[FIELDS-50] options are ordered and have icons', async () => {
      await fields.dialog().getByRole('button', { name: 'Reorder High' }).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Space')
      await expect.poll(fields.optionNames).toEqual(['High', 'Low'])
      await fields.drag(fields.dialog().getByRole('button', { name: 'Reorder High' }), fields.option(2))
      await expect.poll(fields.optionNames).toEqual(['Low', 'High'])
      await fields.choose('Icons')
      await fields.dialog().getByRole('button', { name: 'Icon of High' }).click()
      await page.getByRole('radio', { name: 'Fire' }).press('Enter')
    })
    await test.step('[FIELDS-32] the field is created', async () => {
      await fields.save().click()
      await fields.expectSaid(TEXTS.fieldCreated)
      expect(await find('Severity')).toMatchObject({
        dataType: 'DROPDOWN',
        value: {
          hasIcon: true,
          hasDefault: true,
          options: [
            { name: 'Low', icon: 'circle', isDefault: false, relativePosition: 1 },
            { name: 'High', icon: 'fire', isDefault: true, relativePosition: 2 },
          ],
        },
      })
    })
  })
})

test('fields are edited', async ({ page }) => {
  await test.step('[FIELDS-33] [FIELDS-34] [FIELDS-39] a multi-select has up to 24 options and several defaults', async () => {
    const { create, find } = await testCaseFieldsCalls(page)
    const names = Array.from({ length: 23 }, (_, i) => `Option ${i + 1}`)
    const options = names.map((name, i) => ({ id: null, name, isDefault: false, relativePosition: i + 1 }))
    const { id } = await create('Platforms', { dataType: 'MULTI_SELECT', value: { hasDefault: false, options } })
    const fields = testCaseFields(page)
    await fields.open(PROJECT_KEY, `?field=${id}`)
    await fields.addOption().click()
    await page.keyboard.type('Option 24')
    // Whoever scrolls to the button has no tooltip yet: it comes to a pointer that arrives.
    await fields.addOption().scrollIntoViewIfNeeded()
    await fields.save().hover()
    await fields.addOption().hover()
    await fields.expectSaid(TEXTS.optionsFull)
    await fields.addOption().press('Enter')
    await expect.poll(fields.optionNames).toHaveLength(24)
    await fields.choose('Has default')
    await fields.defaults().nth(0).check()
    await fields.defaults().nth(5).check()
    await fields.dialog().getByRole('button', { name: 'Remove Option 2', exact: true }).click()
    await fields.save().click()
    await fields.expectSaid(TEXTS.fieldUpdated)
    const saved = await find('Platforms')
    const stored = saved.dataType === 'MULTI_SELECT' ? saved.value.options : []
    expect(stored).toHaveLength(23)
    expect(stored.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['Option 1', 'Option 6'])
  })

  await test.step('[FIELDS-24] [FIELDS-25] [FIELDS-54] [FIELDS-58] an edit leaves type and system name as they are; fields of the product are not edited', async () => {
    const { find } = await testCaseFieldsCalls(page)
    const fields = testCaseFields(page)
    await fields.open()
    await expect(fields.edit('Steps')).toHaveCount(0)
    await fields.edit('Customer area').click()
    await expect(fields.field('Name')).toBeFocused()
    await expect(fields.field('Type')).toBeDisabled()
    await expect(fields.field('System name')).not.toBeEditable()
    await fields.field('Name').fill('Area of the shop')
    await fields.choose('Has default')
    await fields.field('Default').fill('Checkout')
    await fields.save().click()
    await fields.expectSaid(TEXTS.fieldUpdated)
    await expect(fields.row('Area of the shop')).toBeVisible()
    expect(await find('Area of the shop')).toMatchObject({
      dataType: 'STRING',
      systemName: 'customer_area',
      value: { hasDefault: true, default: 'Checkout' },
    })
  })
})

test('[FIELDS-17] [FIELDS-18] [FIELDS-20] [FIELDS-23] what was typed survives a reload, a refusal and an expired session', async ({
  page,
  assay,
}) => {
  await signInDirectly(page)
  const fields = testCaseFields(page)
  await fields.open(PROJECT_KEY, '?field=new')
  await fields.chooseType('Dropdown')
  await fields.field('Name').fill('STEPS')
  await fields.addOption().click()
  await page.keyboard.type('One')
  await fields.field('Description').fill('d'.repeat(173))
  await page.reload()
  await expect(fields.field('Name')).toHaveValue('STEPS')
  await expect(fields.option(1)).toHaveValue('One')

  await fields.save().click()
  await fields.expectSaid(TEXTS.fieldDescriptionLength)
  await fields.field('Description').fill('Shorter')
  await fields.save().click()
  await fields.expectSaid(TEXTS.nameTaken)
  await expect(fields.field('Name')).toBeFocused()
  await expect(fields.option(1)).toHaveValue('One')

  await fields.field('Name').fill('Walk')
  await fields.field('System name').fill('walk')
  await endSessionsDuring(page, createTestCaseField, assay)
  await fields.save().click()
  await signInPage(page).signIn(OWNER.username, OWNER.password)
  await expect(fields.field('Name')).toHaveValue('Walk')
  await expect(fields.option(1)).toHaveValue('One')
  await fields.save().click()
  await fields.expectSaid(TEXTS.fieldCreated)
})
