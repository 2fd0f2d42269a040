/** Removes each kind of entry that other objects refer to, and continues to work with those objects. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCaseVersions, restoreCaseVersion } from '../../../contract/cases/history.ts'
import type { CustomValues } from '../../../contract/cases/cases.ts'
import {
  getAutomationStates,
  getPriorities,
  saveAutomationStates,
  savePriorities,
} from '../../../contract/settings/case-attributes.ts'
import {
  createTestCaseField,
  deleteTestCaseField,
  updateTestCaseField,
} from '../../../contract/settings/test-case-fields.ts'
import { firstTab, importing } from '../cases/import/support.ts'
import { aRepository, AT_END } from '../cases/support.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

/** A repository with custom fields. */
const aShop = async () => {
  const repository = await aRepository(app, owner)
  const { params } = repository
  const at = { token: owner.token, params }
  const tabId = await firstTab(app, owner, repository)
  const add = (name: string, typed: object) =>
    ask(app, createTestCaseField, {
      ...at,
      body: { name, systemName: name, description: '', tabId, ...typed } as never,
    })
  const options = (...names: string[]) =>
    names.map((name, i) => ({ id: null, name, icon: null, isDefault: false, relativePosition: i + 1 }))
  const severity = await add('Severity', {
    dataType: 'DROPDOWN',
    value: { hasIcon: false, hasDefault: false, options: options('Minor', 'Major') },
  })
  const browsers = await add('Browsers', {
    dataType: 'MULTI_SELECT',
    value: { hasDefault: false, options: options('Chrome', 'Firefox', 'Safari') },
  })
  const note = await add('Note', { dataType: 'STRING', value: { hasDefault: false, default: '' } })
  const ids = ({ value }: typeof severity): number[] =>
    'options' in value ? value.options.flatMap(({ id }) => id ?? []) : []
  const [minor = 0, major = 0] = ids(severity)
  const [chrome = 0, firefox = 0, safari = 0] = ids(browsers)
  const removeOption = async ({ id, value }: typeof severity, option: number) => {
    const left = 'options' in value ? value.options.filter((one) => one.id !== option) : []
    const places = left.map((one, i) => ({ ...one, relativePosition: i + 1 }))
    await ask(app, updateTestCaseField, {
      token: owner.token,
      params: { ...params, fieldId: id },
      body: { value: { ...value, options: places }, expected: { value } } as never,
    })
  }
  const suiteId = await repository.suite('Checkout')
  return {
    ...repository,
    at,
    suiteId,
    severity,
    browsers,
    note,
    minor,
    major,
    chrome,
    firefox,
    safari,
    removeOption,
    /** `remaining`: values of custom fields afterwards. `columns`: columns of the imported file that name what was removed. */
    removals: {
      'an option of a dropdown': {
        remove: () => removeOption(severity, major),
        columns: ['Severity'],
        remaining: { [browsers.id]: [chrome, firefox], [note.id]: 'see' },
      },
      'an option of a multi-select': {
        remove: () => removeOption(browsers, firefox),
        columns: ['Browsers'],
        remaining: { [severity.id]: major, [browsers.id]: [chrome], [note.id]: 'see' },
      },
      'a field': {
        remove: () => ask(app, deleteTestCaseField, { token: owner.token, params: { ...params, fieldId: note.id } }),
        columns: ['Note'],
        remaining: { [severity.id]: major, [browsers.id]: [chrome, firefox] },
      },
      'the priority': {
        remove: async () => {
          const { version, items } = await ask(app, getPriorities, at)
          await ask(app, savePriorities, { ...at, body: { version, priorities: withoutLast(items) } })
        },
        columns: ['Priority'],
        remaining: { [severity.id]: major, [browsers.id]: [chrome, firefox], [note.id]: 'see' },
      },
      'the automation state': {
        remove: async () => {
          const { version, items } = await ask(app, getAutomationStates, at)
          await ask(app, saveAutomationStates, { ...at, body: { version, automationStates: withoutLast(items) } })
        },
        columns: [],
        remaining: { [severity.id]: major, [browsers.id]: [chrome, firefox], [note.id]: 'see' },
      },
    } satisfies Record<string, { remove: () => Promise<unknown>; columns: string[]; remaining: CustomValues }>,
  }
}

const withoutLast = <Entry extends { isDefault: boolean }>(items: readonly Entry[]): Entry[] =>
  items.slice(0, -1).map((one, i) => ({ ...one, isDefault: i === 0 }))

type Removal = keyof Awaited<ReturnType<typeof aShop>>['removals']
const REMOVALS: Removal[] = [
  'an option of a dropdown',
  'an option of a multi-select',
  'a field',
  'the priority',
  'the automation state',
]

test.each(REMOVALS)('a case reads as if it never had %s that was removed, and stays editable', async (kind) => {
  const shop = await aShop()
  const { at, params } = shop
  const last = async (call: typeof getPriorities) => ({
    id: (await ask(app, call, at)).items.at(-1)?.id ?? 0,
  })
  const full = {
    priority: await last(getPriorities),
    automationState: await last(getAutomationStates),
    customFields: {
      [shop.severity.id]: shop.major,
      [shop.browsers.id]: [shop.chrome, shop.firefox],
      [shop.note.id]: 'see',
    },
  }
  const one = await shop.case(shop.suiteId, 'Pay', full)
  const trashed = await shop.case(shop.suiteId, 'Refund', full)
  const { operationId: deletion } = await shop.delete([trashed.id])
  const edited = await shop.update(one.id, 1, {
    title: 'Pay now',
    priority: null,
    automationState: null,
    customFields: { [shop.severity.id]: shop.minor, [shop.browsers.id]: null, [shop.note.id]: null },
  })
  const bulk = await shop.case(shop.suiteId, 'Bulk', full)
  const { operationId: bulkEdit } = await shop.edit([bulk.id], {
    customFields: { [shop.severity.id]: null, [shop.browsers.id]: null, [shop.note.id]: null },
  })
  const unedited = await shop.case(shop.suiteId, 'Unedited', full)
  const importer = importing(app, owner, shop)
  const file = await importer.given('Title,Severity,Browsers,Note,Priority\nImported,Major,Firefox,see,Trivial\n')

  const { remove, columns, remaining } = shop.removals[kind]
  await remove()
  const expected = {
    priority: kind === 'the priority' ? null : full.priority,
    automationState: kind === 'the automation state' ? null : full.automationState,
    customFields: remaining,
  }
  expect(await shop.get(unedited.id)).toMatchObject(expected)
  expect((await shop.get(unedited.id)).customFields).toEqual(remaining)
  // Removing an entry is no edit of the case.
  const renamed = await shop.update(unedited.id, 1, { title: 'Renamed' })
  expect(renamed).toMatchObject({ version: 2, ...expected })

  const { successfullyProcessed: copies } = await shop.clone([unedited.id], shop.suiteId, AT_END)
  expect((await shop.get(copies[0] ?? 0)).customFields).toEqual(remaining)

  const restored = await ask(app, restoreCaseVersion, {
    token: owner.token,
    params: { ...params, caseId: one.id, version: 1 },
    body: { seenVersion: edited.version },
  })
  expect(restored.data).toMatchObject({ title: 'Pay', ...expected })
  expect(restored.data.customFields).toEqual(remaining)
  const { items } = await ask(app, listCaseVersions, { token: owner.token, params: { ...params, caseId: one.id } })
  expect(items).toHaveLength(3)

  expect((await shop.undo(bulkEdit)).failed).toEqual([])
  expect((await shop.get(bulk.id)).customFields).toEqual(remaining)
  expect((await shop.undo(deletion)).failed).toEqual([])
  expect((await shop.get(trashed.id)).customFields).toEqual(remaining)

  const { problems } = await importer.check(file)
  expect((await importer.run(file)).counts).toMatchObject({ created: 1, leftOut: 0 })
  expect(problems.map(({ column }) => column)).toEqual(columns)
})
