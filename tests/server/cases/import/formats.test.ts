import { strToU8, zipSync } from 'fflate'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCaseField } from '../../../../contract/settings/test-case-fields.ts'
import { readCaseImport } from '../../../../contract/cases/import.ts'
import { ask, startTestApp, type TestApp } from '../../support/app.ts'
import { aWorkspace, type TestUser } from '../../support/people.ts'
import { anImporter, firstTab, stepsOf } from './support.ts'
import { aWorkbook, claiming } from './workbooks.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const fixture = (name: string): string => readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8')

/** Imports a file with the guessed mapping, and reads the result. */
const imported = async (name: string) => {
  const to = await anImporter(app, owner)
  const file = await to.given(fixture(name), name)
  const check = await to.check(file)
  await to.run(file)
  const cases = await to.cases()
  const named = (title: string) => {
    const found = cases.find((one) => one.title === title)
    if (!found) throw new Error(`there is no case ${title}`)
    const nameOf = (target: string, id: number | undefined) =>
      file.targets.find((one) => one.target === target)?.options?.find((option) => option.id === id)?.name
    return {
      ...found,
      words: stepsOf(found),
      priorityName: nameOf('priority', found.priority?.id),
      stateName: nameOf('automationState', found.automationState?.id),
    }
  }
  return { file, check, tree: (await to.tree()).sort(), named, again: async () => (await to.check(file)).counts }
}

test('[IMPT-03] imports TestRail XML with sections, separated steps, texts and custom fields', async () => {
  const { file, check, tree, named, again } = await imported('testrail.xml')
  expect(file).toMatchObject({ format: 'testrail-xml', source: 'testrail' })
  expect(check.problems).toEqual([])
  expect(tree).toEqual(['/Checkout/Vouchers > old: Use a voucher', '/Checkout: Pay by card & voucher'])
  const card = named('Pay by card & voucher')
  expect(card).toMatchObject({ preConditions: 'A basket with one thing in it', priorityName: 'Critical' })
  expect(card.stateName).toBe('Automated')
  expect(card.words).toEqual([
    ['Open the basket', 'It is open'],
    ['Press Pay\nand wait', ''],
  ])
  // A text that is a list becomes one step per item.
  expect(named('Use a voucher').words).toEqual([
    ['Open the basket', ''],
    ['Type the code', 'The sum is smaller'],
  ])
  expect(await again()).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
})

test('[IMPT-03] imports TestRail CSV with one row per step', async () => {
  const { file, check, tree, named } = await imported('testrail.csv')
  expect(file).toMatchObject({ format: 'csv', source: 'testrail' })
  expect(check.problems).toEqual([])
  expect(tree).toEqual(['/Checkout/Cards: Pay by card', '/Door: Sign in'])
  expect(named('Pay by card').words).toEqual([
    ['Open the basket', 'It is open'],
    ['Press Pay', 'A receipt'],
  ])
  expect(named('Sign in')).toMatchObject({ priorityName: 'High', stateName: 'Not automated' })
})

test('[IMPT-03] imports Qase with suites by id, and steps and their data as lists', async () => {
  const { file, check, tree, named } = await imported('qase.csv')
  expect(file.source).toBe('qase')
  expect(check).toMatchObject({ problems: [], counts: { created: 2, suites: 2 } })
  expect(tree).toEqual(['/Checkout/Cards: Pay by card', '/Checkout: Look around'])
  const card = named('Pay by card')
  expect(card).toMatchObject({
    description: 'Cards of all kinds',
    preConditions: 'A basket',
    postConditions: 'A receipt',
  })
  expect([card.priorityName, card.stateName]).toEqual(['High', 'Not automated'])
  expect(card.words).toEqual([
    ['Open the basket', 'It is open'],
    ['Press Pay\n\nTest data: Card 4111', 'A receipt is shown'],
  ])
})

test('[IMPT-03] imports Zephyr with folders separated by slashes and one row per step', async () => {
  const { file, check, tree, named } = await imported('zephyr.csv')
  expect(file.source).toBe('zephyr')
  expect(check.problems).toEqual([])
  expect(tree).toEqual(['/Checkout/Cards: Pay by card', '/Door: Sign in'])
  expect(named('Pay by card')).toMatchObject({ description: 'Cards work', priorityName: 'High' })
  expect(named('Pay by card').words).toEqual([
    ['Open the basket', 'It is open'],
    ['Press Pay\n\nTest data: Card 4111', 'A receipt is shown'],
  ])
  expect(named('Sign in').priorityName).toBe('Medium')
})

test('[IMPT-03] imports Xray rows of one issue as one case', async () => {
  const { file, check, tree, named } = await imported('xray.csv')
  expect(file.source).toBe('xray')
  expect(check).toMatchObject({ problems: [], counts: { created: 2 } })
  expect(tree).toEqual(['/Checkout/Cards: Pay by card', '/Door: Sign in'])
  expect(named('Pay by card').words).toHaveLength(2)
})

test('[IMPT-03] imports Testmo rows of one case id as one case', async () => {
  const { file, check, tree, named } = await imported('testmo.csv')
  expect(file.source).toBe('testmo')
  expect(check).toMatchObject({ problems: [], counts: { created: 2 } })
  expect(tree).toEqual(['/Checkout/Cards: Pay by card', '/Door: Sign in'])
  expect(named('Pay by card').words).toEqual([
    ['Open the basket', 'It is open'],
    ['Press Pay', 'A receipt is shown'],
  ])
})

test('[IMPT-03] tables of Markdown: all with the columns of the first, new lines and bars within cells', async () => {
  const { file, tree, named } = await imported('tables.md')
  expect(file).toMatchObject({ format: 'markdown', rows: 3 })
  expect(tree).toEqual(['/Checkout: Choose a | b', '/Checkout: Pay by card', '/Door: Sign in'])
  expect(named('Pay by card').words).toEqual([
    ['Open the basket', 'It is open'],
    ['Press Pay', 'A receipt'],
  ])
})

test('[IMPT-03] imports a workbook with shared strings, inline strings, booleans and dates, and another sheet when selected', async () => {
  const to = await anImporter(app, owner)
  await ask(app, createTestCaseField, {
    token: owner.token,
    params: to.params,
    body: {
      name: 'Due',
      systemName: 'due',
      description: '',
      tabId: await firstTab(app, owner, to),
      dataType: 'DATE',
      value: { default: null },
    },
  })
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const book = aWorkbook(
    {
      Cases:
        `<row r="1">${cell('A1', 'Title')}${cell('B1', 'Draft')}${cell('D1', 'Due')}</row>` +
        '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="b"><v>1</v></c><c r="D3" s="1"><v>46000</v></c></row>',
      Others: `<row r="1">${cell('A1', 'Name')}</row><row r="2">${cell('A2', 'Elsewhere')}</row>`,
    },
    { texts: ['Pay &amp; leave_x000D_'] },
  )
  const file = await to.given(book, 'cases.xlsx')
  expect(file).toMatchObject({ format: 'xlsx', sheets: ['Cases', 'Others'], sheet: 'Cases', rows: 1 })
  expect(file.columns.map(({ name }) => name)).toEqual(['Title', 'Draft', 'Column 3', 'Due'])
  expect(file.notes).toEqual(['Only the sheet Cases is imported, not Others'])
  expect((await to.check(file)).problems).toEqual([])
  await to.run(file)
  const [one] = await to.cases()
  expect(one).toMatchObject({ title: 'Pay & leave', draft: true })
  expect(Object.values(one?.customFields ?? {})).toEqual(['2025-12-09'])

  const other = await ask(app, readCaseImport, {
    token: owner.token,
    params: { ...to.params, importId: (await to.given(book, 'cases.xlsx')).id },
    body: { sheet: 'Others' },
  })
  expect(other.data).toMatchObject({ sheet: 'Others', rows: 1, columns: [{ name: 'Name', samples: ['Elsewhere'] }] })
})

const SHEET = 'xl/worksheets/sheet1.xml'
const large = (): Uint8Array<ArrayBuffer> =>
  aWorkbook({ Cases: `<row r="1"><c r="A1"><v>${'1'.repeat(100_000)}</v></c></row>` })

test.each<[string, string, () => string | Uint8Array<ArrayBuffer>, RegExp]>([
  [
    'a workbook that unpacks to too much',
    'a.xlsx',
    () => claiming(large(), SHEET, 2 ** 31),
    /too large once it is unpacked/,
  ],
  ['a workbook that unpacks to more than it says', 'a.xlsx', () => claiming(large(), SHEET, 100), /damaged/],
  ['a cut workbook', 'a.xlsx', () => aWorkbook({ A: '<row/>' }).slice(0, 300), /broken/],
  ['a zipped file of something else', 'a.xlsx', () => new Uint8Array(zipSync({ a: strToU8('b') })), /not a workbook/],
  ['a workbook of the old format', 'a.xls', () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), /not a workbook/],
  ['an empty sheet', 'a.xlsx', () => aWorkbook({ Cases: '' }), /The sheet Cases is empty/],
  ['broken XML', 'a.xml', () => '<suite><sections></suite>', /XML is broken in line 1/],
  [
    'a workbook that unpacks to a hundred times its size',
    'a.xlsx',
    () => claiming(large(), SHEET, 150 * 1024 * 1024),
    /far more than a workbook holds/,
  ],
  ['results of JUnit', 'a.xml', () => '<testsuites><testsuite name="a"/></testsuites>', /belong to launches/],
  ['results of one suite', 'a.xml', () => '<?xml version="1.0"?><testsuite name="a"/>', /reporting agent/],
  [
    'more columns than a table has',
    'a.md',
    () => `|${Array.from({ length: 201 }, (_, i) => `c${i}|`).join('')}\n|-|\n`,
    /more than 200 columns/,
  ],
  ['XML of something else', 'a.xml', () => '<html><body/></html>', /not an export/],
  [
    'entities that multiply',
    'a.xml',
    () => '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><suite><case><title>&d;</title></case></suite>',
    /document type/,
  ],
  ['entities that nobody knows', 'a.xml', () => '<suite><case><title>&d;</title></case></suite>', /broken/],
  ['elements without end', 'a.xml', () => '<a>'.repeat(200), /nested more than 100 levels deep/],
  ['Markdown without a table', 'a.md', () => '# Nothing\n\nHere\n', /no table/],
])('rejects %s and names the reason', async (_what, name, content, words) => {
  const to = await anImporter(app, owner)
  const { status, body } = await to.upload(content(), name)
  expect(status).toBe(400)
  expect((body as { message: string }).message).toMatch(words)
  expect(body).toMatchObject({ errors: [{ field: 'file' }] })
})
