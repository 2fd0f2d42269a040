import type { APIRequestContext, Page } from '@playwright/test'
import type { z } from 'zod/mini'
import { pathOf } from '../../contract/call.ts'
import { switchFeature } from '../../contract/features.ts'
import {
  createTestCaseField,
  listTestCaseFields,
  saveTestCaseFields,
  type TestCaseField,
  type TestCaseFields,
} from '../../contract/settings/test-case-fields.ts'
import { TEXTS } from '../../contract/texts.ts'
import { errorPages } from './pages/error-pages.ts'
import { testCaseFields } from './pages/settings-test-case-fields.ts'
import { signInPage } from './pages/sign-in.ts'
import { addCases } from './support/cases.ts'
import { MEMBERS_PASSWORD } from './support/people.ts'
import { endSessionsOf, signInDirectly } from './support/session.ts'
import { OWNER, PROJECT_KEY, unattended } from './support/founding.ts'
import { expectKept } from './support/leaving.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

const members = [
  { username: 'mara', role: 'MANAGER' },
  { username: 'emil', role: 'ENGINEER' },
  { username: 'greta', role: 'GUEST' },
  { username: 'rolf', role: 'ADMINISTRATOR', readOnly: true },
] as const
test.use({ environment: unattended, people: { members } })
const credentials = (username: string) => ({ username, password: MEMBERS_PASSWORD })

/** The API in the owner's name. */
const api = async (page: Page) => {
  const { authToken } = await signInDirectly(page)
  const headers = { authorization: `Bearer ${authToken}` }
  const requests: APIRequestContext = page.request
  const address = (path: string) => pathOf(path, { projectKey: PROJECT_KEY })
  const list = async () =>
    (await (await requests.get(address(listTestCaseFields.path), { headers })).json()) as TestCaseFields
  return {
    list,
    find: async (name: string): Promise<TestCaseField> => {
      const found = (await list()).data.fields.find((field) => field.name === name)
      if (!found) throw new Error(`no field ${name}`)
      return found
    },
    create: async (name: string, typed: object = { dataType: 'STRING', value: { hasDefault: false, default: '' } }) => {
      const { data } = await list()
      const body = {
        name,
        systemName: name.replaceAll(/\W/g, '_'),
        description: '',
        tabId: data.tabs[1]?.id ?? null,
        ...typed,
      } as z.infer<typeof createTestCaseField.body>
      const answer = await requests.post(address(createTestCaseField.path), { headers, data: body })
      expect(answer.ok(), await answer.text()).toBe(true)
      return (await answer.json()) as TestCaseField
    },
    savePlaces: async (change: (field: TestCaseField) => Partial<TestCaseField>) => {
      const { version, data } = await list()
      const fields = data.fields.map((field) => ({ ...field, ...change(field) }))
      const answer = await requests.put(address(saveTestCaseFields.path), { headers, data: { version, fields } })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
    switchFeature: async (feature: string, isOn: boolean) => {
      const answer = await requests.put(pathOf(switchFeature.path, { feature }), { headers, data: { on: isOn } })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
  }
}

test('[FIELDS-02] [FIELDS-03] [FIELDS-04] [PRIO-13] fields stand under their tabs; priorities and automation states lead to their pages', async ({
  page,
}) => {
  await signInDirectly(page)
  const fields = testCaseFields(page)
  await fields.open()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^General/, /^Properties/, /^No tab/])
  await expect
    .poll(() => fields.names('General'))
    .toEqual(['Description', 'Preconditions', 'Steps', 'Postconditions', 'Attachments'])
  expect(await fields.names('Properties')).toEqual(['Priority', 'Automation state'])
  await expect(fields.tab('No tab')).toContainText('Fields without a tab are not shown in test cases.')
  await fields.edit('Priority').click()
  await expect(page).toHaveURL(/\/test-case-fields\/priorities$/)
  await page.goBack()
  await fields.row('Automation state').getByRole('link', { name: 'Automation state', exact: true }).click()
  await expect(page).toHaveURL(/\/test-case-fields\/automation-states$/)
})

test('[FIELDS-08] [FIELDS-09] [FIELDS-10] [FIELDS-11] [FIELDS-12] [FIELDS-13] switches and places are held until Save, which sends all of them', async ({
  page,
}) => {
  const { list, create } = await api(page)
  const effort = await create('Effort')
  const fields = testCaseFields(page)
  await fields.open()
  const writes: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') writes.push(request.postDataJSON())
  })
  await fields.toggle('Steps').click()
  await expect(fields.row('Steps')).toContainText('Switched off')
  await fields.drag(fields.grip('Effort'), fields.row('Description'))
  await expect(fields.row('Effort')).toContainText('Moved')
  expect(await fields.names('General')).toEqual([
    'Description',
    'Effort',
    'Preconditions',
    'Steps',
    'Postconditions',
    'Attachments',
  ])
  expect(writes).toEqual([])

  await expectKept(page)
  await page.reload()
  await expect(page.getByText('2 changes not saved')).toBeVisible()
  expect(await fields.names('General')).toContain('Effort')
  await fields.saveChanges().click()
  await fields.expectSaid(TEXTS.fieldsUpdated)
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

test('[FIELDS-09] a field is moved by keyboard, by its menu, and into the list of those without a tab', async ({
  page,
}) => {
  const { list } = await api(page)
  const fields = testCaseFields(page)
  await fields.open()
  await fields.grip('Effort').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(() => fields.names('General')).toEqual(expect.arrayContaining(['Effort']))
  expect((await fields.names('General'))[0]).toBe('Effort')
  await expect(fields.grip('Effort')).toBeFocused()
  await fields.menu('Automation state', 'Move down')
  await expect.poll(() => fields.names('No tab')).toEqual(['Automation state'])
  await fields.saveChanges().click()
  await fields.expectSaid(TEXTS.fieldsUpdated)
  const { data } = await list()
  expect(data.fields.at(-1)).toMatchObject({ name: 'Automation state', tabId: null })
  expect(data.fields[0]).toMatchObject({ name: 'Effort' })

  await fields.menu('Automation state', 'Move up')
  await expect.poll(() => fields.names('Properties')).toEqual(['Priority', 'Automation state'])
  await fields.discard().click()
  await expect.poll(() => fields.names('No tab')).toEqual(['Automation state'])
})

test('[FIELDS-16] [FIELDS-19] [FIELDS-40] [FIELDS-41] [FIELDS-42] [FIELDS-53] a field is created; its system name follows the name until it is edited', async ({
  page,
}) => {
  const { find } = await api(page)
  const fields = testCaseFields(page)
  await fields.open()
  await fields.newField().click()
  await fields.field('Name').fill('Customer area')
  await expect(fields.field('System name')).toHaveValue('customerArea')
  await expect(fields.save()).toBeDisabled()
  await expect(fields.dialog()).toContainText('To save: choose a type')
  await fields.chooseType('Line of text')
  await expect(fields.save()).toBeEnabled()
  await fields.field('Name').fill('  ')
  await expect(fields.save()).toBeDisabled()
  await fields.field('Name').fill('Area')
  await expect(fields.field('System name')).toHaveValue('area')
  await fields.field('System name').fill('')
  await expect(fields.save()).toBeDisabled()
  await fields.field('System name').fill('customer_area')
  await fields.field('Name').fill('Customer area')
  await expect(fields.field('System name')).toHaveValue('customer_area')
  await fields.field('Description').fill('Where in the shop it is')
  await fields.field('Tab').selectOption({ label: 'Properties' })
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

test('[FIELDS-26] [FIELDS-27] [FIELDS-28] [FIELDS-30] [FIELDS-31] [FIELDS-46] [FIELDS-47] [FIELDS-48] [FIELDS-49] [FIELDS-57] each type has its default, and what is missing disables Save', async ({
  page,
}) => {
  const { find } = await api(page)
  const fields = testCaseFields(page)
  await fields.open(PROJECT_KEY, '?field=new')
  await fields.field('Name').fill('Anything')

  await fields.chooseType('Text')
  await fields.choose('Has default')
  await expect(fields.save()).toBeDisabled()
  await fields.field('Default').fill('Given …')
  await expect(fields.save()).toBeEnabled()

  await fields.chooseType('URL')
  await expect(fields.save()).toBeEnabled()
  await fields.field('Default').fill('larkspur')
  await expect(fields.save()).toBeDisabled()
  await fields.field('Default').blur()
  await expect(fields.dialog()).toContainText(TEXTS.urlFormat)
  await fields.field('Default').fill('https://larkspur.test/')
  await expect(fields.save()).toBeEnabled()

  await fields.chooseType('User')
  await fields.choose('Author of the case')
  await expect(fields.save()).toBeEnabled()
  await fields.choose('Specific user')
  await expect(fields.save()).toBeDisabled()
  await page.getByRole('button', { name: 'Choose a user' }).click()
  await page.getByRole('searchbox', { name: 'Search members' }).fill('nobody of that name')
  await fields.expectSaid(TEXTS.noUsers)
  await page.getByRole('searchbox', { name: 'Search members' }).fill('NAD')
  await page.getByRole('list', { name: 'Members' }).getByRole('button', { name: OWNER.username }).click()
  await expect(fields.save()).toBeEnabled()

  await fields.chooseType('Date')
  await fields.choose('Specific date')
  await expect(fields.save()).toBeDisabled()
  await fields.field('Date').fill('2026-11-30')
  await expect(fields.save()).toBeEnabled()
  await fields.choose('Today')
  await expect(fields.field('Time zone')).toHaveValue('GMT+00:00')
  await fields.choose('Relative to today')
  await fields.field('Days from today').fill('-14')
  await fields.field('Time zone').selectOption('GMT+02:00')
  await fields.save().click()
  await fields.expectSaid(TEXTS.fieldCreated)
  expect(await find('Anything')).toMatchObject({
    dataType: 'DATE',
    value: { default: { kind: 'relativeToToday', days: -14, timeZone: 'GMT+02:00' } },
  })
})

test('[FIELDS-32] [FIELDS-35] [FIELDS-36] [FIELDS-37] [FIELDS-38] [FIELDS-43] [FIELDS-44] [FIELDS-45] [FIELDS-50] options of a dropdown: named, ordered, with icons and one default', async ({
  page,
}) => {
  const { find } = await api(page)
  const fields = testCaseFields(page)
  await fields.open(PROJECT_KEY, '?field=new')
  await fields.field('Name').fill('Severity')
  await fields.chooseType('Dropdown')
  await expect(fields.save()).toBeDisabled()
  await fields.addOption().click()
  await expect(fields.option(1)).toBeFocused()
  await expect(fields.save()).toBeDisabled()
  await page.keyboard.type('Low')
  await expect(fields.save()).toBeEnabled()
  await fields.choose('Has default')
  await expect(fields.defaults()).toBeChecked()
  await page.keyboard.press('Escape')
  await fields.open(PROJECT_KEY, '?field=new')
  await expect(fields.field('Name')).toHaveValue('')

  await fields.field('Name').fill('Severity')
  await fields.chooseType('Dropdown')
  await fields.choose('Has default')
  await fields.addOption().click()
  await page.keyboard.type('Low')
  await expect(fields.defaults()).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(fields.option(2)).toBeFocused()
  await page.keyboard.type('High')
  for (const radio of await fields.defaults().all()) await expect(radio).not.toBeChecked()
  await expect(fields.save()).toBeDisabled()
  await fields.defaults().first().check()
  await fields.defaults().nth(1).check()
  await expect(fields.defaults().first()).not.toBeChecked()
  await expect(fields.save()).toBeEnabled()

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

test('[FIELDS-33] [FIELDS-34] [FIELDS-39] a multi-select has up to 24 options and several defaults', async ({
  page,
}) => {
  const { create, find } = await api(page)
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

test('[FIELDS-24] [FIELDS-25] [FIELDS-54] [FIELDS-58] an edit leaves type and system name as they are; fields of the product are not edited', async ({
  page,
}) => {
  const { find } = await api(page)
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
  await endSessionsOf(assay)
  await fields.save().click()
  await signInPage(page).signIn(OWNER.username, OWNER.password)
  await expect(fields.field('Name')).toHaveValue('Walk')
  await expect(fields.option(1)).toHaveValue('One')
  await fields.save().click()
  await fields.expectSaid(TEXTS.fieldCreated)
})

test('[FIELDS-09] what two people hold and save is merged, and what collides is settled', async ({ page }) => {
  const { savePlaces, list } = await api(page)
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

test('[FIELDS-55] [FIELDS-56] deleting says how many cases hold a value', async ({ page, assay }) => {
  const { create } = await api(page)
  const field = await create('Ticket')
  await addCases(assay, [{ [field.id]: 'A-1' }, { [field.id]: 'A-2' }, {}])
  await signInDirectly(page)
  const fields = testCaseFields(page)
  await fields.open()
  await fields.toggle('Ticket').click()
  await fields.menu('Ticket', 'Delete field')
  const question = page.getByRole('alertdialog', { name: 'Delete field Ticket?' })
  await expect(question).toContainText('2 test cases hold a value of it.')
  await question.getByRole('button', { name: 'Delete field' }).click()
  await fields.expectSaid(TEXTS.fieldDeleted)
  await expect(fields.row('Ticket')).toHaveCount(0)
  await expect(page.getByText('Conflict', { exact: true })).toHaveCount(0)
  await expect(fields.newField()).toBeFocused()
})

test('[FIELDS-14] [FIELDS-15] without the custom layout fields are only switched on and off; without cases there is no page', async ({
  page,
}) => {
  const { switchFeature, find } = await api(page)
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
  test('[FIELDS-01] [FIELDS-53] a manager has the page and makes fields', async ({ page }) => {
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

  test('[FIELDS-01] an engineer, a guest and a read-only person find no page', async ({ page }) => {
    for (const username of ['emil', 'greta', 'rolf']) {
      await signInDirectly(page, credentials(username))
      await testCaseFields(page).open()
      await errorPages(page).expectNotFound()
    }
  })
})
