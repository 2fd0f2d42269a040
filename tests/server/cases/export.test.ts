import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPORT_COLUMNS, exportTestCases } from '../../../contract/cases/export.ts'
import { createTestCaseField, listTestCaseFields } from '../../../contract/settings/test-case-fields.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aRepository } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const exported = async (params: { projectKey: string }, ids: number[], hasHead = true) =>
  (await ask(app, exportTestCases, { token: owner.token, params, body: { ids, hasHead, form: 'csv' } })).data

/** The rows of a CSV text as any reader of the format finds them. */
const rowsOf = (csv: string): string[][] => parse(csv, { record_delimiter: '\r\n' })

const cellsOf = (csv: string): Record<string, string>[] => {
  const [head = [], ...rows] = rowsOf(csv.replace(/^\u{feff}/u, ''))
  return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ''])))
}

test('[BULK-05] [BULK-07] the file contains every text of the cases in the requested order', async () => {
  const { params, suite, case: add } = await aRepository(app, owner)
  const checkout = await suite('Checkout')
  const cards = await suite('Cards > gift', checkout)
  const step = (id: string, action: string, expectedResult: string) => ({
    kind: 'step' as const,
    id,
    action,
    expectedResult,
    attachments: [],
  })
  const plain = await add(checkout, 'Pay later')
  const full = await add(cards, 'Pay by "gift", card', {
    draft: true,
    description: 'One line\nand another',
    preConditions: 'A basket',
    postConditions: 'A receipt',
    steps: [step('a', 'Open\nthe basket', 'It is open'), step('b', 'Pay', '')],
  })
  const { csv, successfullyProcessed, failed } = await exported(params, [full.id, plain.id, full.id])
  expect(successfullyProcessed).toEqual([full.id, plain.id])
  expect(failed).toEqual([])
  expect(csv).toMatch(/^\u{feff}Key,Title,Suite,/u)
  expect(csv.replaceAll(/"(?:[^"]|"")*"/g, '')).not.toMatch(/[^\r]\n/)
  const [first, second] = cellsOf(csv)
  expect(Object.keys(first ?? {})).toEqual([...EXPORT_COLUMNS])
  expect(first).toMatchObject({
    Key: full.key,
    Title: 'Pay by "gift", card',
    Suite: String.raw`Checkout > Cards \> gift`,
    Draft: 'Yes',
    Deprecated: 'No',
    Description: 'One line\nand another',
    'Pre-conditions': 'A basket',
    'Post-conditions': 'A receipt',
    Steps: '1. Open\n   the basket\n2. Pay',
    'Expected results': '1. It is open\n2. ',
    'Created at': full.createdAt,
  })
  expect(second).toMatchObject({ Title: 'Pay later', Suite: 'Checkout', Draft: 'No', Steps: '' })
})

test('[BULK-05] no cell of the file runs as a formula, and the added guard can be distinguished from the typed text', async () => {
  const { params, suite, case: add } = await aRepository(app, owner)
  const into = await suite('=SUM(A1)')
  const titles = ['=1+1', '+1', '-1', '@SUM(A1)', "'=1+1", "it's fine", '＝1']
  const ids: number[] = []
  for (const title of titles) ids.push((await add(into, title, { description: `${title}\tx` })).id)
  const rows = cellsOf((await exported(params, ids)).csv)
  for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r＝]/)
  expect(rows.map(({ Title = '' }) => Title.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/, ''))).toEqual(titles)
})

test('[BULK-07] fields of the project have a column each, with words in place of ids', async () => {
  const { params, suite, case: add, get, update } = await aRepository(app, owner)
  const into = await suite('A')
  const { tabs } = (await ask(app, listTestCaseFields, { token: owner.token, params })).data
  const field = await ask(app, createTestCaseField, {
    token: owner.token,
    params,
    body: {
      name: 'Areas',
      systemName: 'areas',
      description: '',
      tabId: tabs[0]?.id ?? null,
      dataType: 'MULTI_SELECT',
      value: {
        hasDefault: false,
        options: ['Basket', 'Cards', 'Post'].map((name, i) => ({
          id: null,
          name,
          isDefault: false,
          relativePosition: i + 1,
        })),
      },
    },
  })
  const options = field.dataType === 'MULTI_SELECT' ? field.value.options.map(({ id }) => Number(id)) : []
  const one = await add(into, 'One')
  await update(one.id, (await get(one.id)).version, {
    customFields: { [field.id]: [options[2] ?? 0, options[0] ?? 0] },
  })
  expect(cellsOf((await exported(params, [one.id])).csv)).toMatchObject([
    { Title: 'One', Areas: 'Basket\nPost', Priority: 'Medium' },
  ])
})

test('parts are joined to one file; cases of other projects and of the trash bin are omitted and reported', async () => {
  const { params, suite, case: add, delete: remove } = await aRepository(app, owner)
  const into = await suite('A')
  const [one, two, gone] = [await add(into, 'One'), await add(into, 'Two'), await add(into, 'Gone')]
  await remove([gone.id])
  const other = await aRepository(app, owner)
  const foreign = await other.case(await other.suite('F'), 'Foreign')
  const first = await exported(params, [one.id, gone.id, foreign.id])
  const second = await exported(params, [two.id], false)
  expect(first.failed.map(({ id }) => id)).toEqual([gone.id, foreign.id])
  expect(second.csv).not.toContain('\u{feff}')
  expect(cellsOf(first.csv + second.csv).map(({ Title }) => Title)).toEqual(['One', 'Two'])
})

test('[BULK-09] guests export nothing', async () => {
  const { params, projectId, suite, case: add } = await aRepository(app, owner)
  const one = await add(await suite('A'), 'One')
  const guest = await aUser(app, { roles: { [projectId]: 'GUEST' } })
  const body = { ids: [one.id], hasHead: true, form: 'csv' }
  expect(await refusalOf(app, exportTestCases, { token: guest.token, params, body })).toMatchObject({ status: 403 })
})
