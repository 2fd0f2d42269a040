import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../../support/app.ts'
import { checkCaseImport, IMPORTS_PATH, runCaseImport } from '../../../../contract/cases/import.ts'
import { switchFeature } from '../../../../contract/workspace/features.ts'
import { pathOf } from '../../../../contract/call.ts'
import { aUser, aWorkspace, type TestUser } from '../../support/people.ts'
import { anImporter, form, importing, stepsOf } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

test('[IMPT-03] columns are recognised, suites are made from paths, and cases come in the order of the file', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given(
    [
      'ID;Name;Folder;Importance;Preconditions;Notes',
      'TC-1;"Pay; by card";Checkout / Cards;p1;A basket;"Two\r\nlines"',
      'TC-2;Pay later;Checkout;;;',
      'TC-3;Sign in;;Highest;;',
    ].join('\r\n'),
  )
  expect(to.guessed(file)).toEqual({
    ID: 'key',
    Name: 'title',
    Folder: 'suite',
    Importance: 'priority',
    Preconditions: 'preConditions',
    Notes: 'description',
  })
  expect(file).toMatchObject({ format: 'csv', source: 'table', rows: 3, isRemembered: false, notes: [] })
  expect(file.mapping.suiteSeparator).toBe(' / ')
  const { counts, problems } = await to.check(file)
  expect([counts, problems]).toEqual([
    { created: 3, updated: 0, unchanged: 0, leftOut: 0, suites: 3, sameTitle: 0 },
    [],
  ])
  expect(await to.tree()).toEqual([])
  const outcome = await to.run(file)
  expect(outcome.counts).toEqual(counts)
  expect(await to.tree()).toEqual([
    '/Checkout: Pay later',
    '/Checkout/Cards: Pay; by card',
    '/Imported test cases: Sign in',
  ])
  const [, card] = await to.cases()
  expect(card).toMatchObject({ preConditions: 'A basket', description: 'Two\nlines', version: 1 })
  const priorities = file.targets.find(({ target }) => target === 'priority')?.options ?? []
  expect(priorities.find(({ id }) => id === card?.priority?.id)?.name).toBe('High')
})

test('[IMPT-03] rows without a title add steps to the case of the row above', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given(
    [
      'Title\tSteps\tExpected',
      'Pay\tOpen the basket\tIt is open',
      '\tPress Pay\t',
      '\t\tA receipt is shown',
      'Sign in\tOpen the page\t',
    ].join('\n'),
    'cases.tsv',
  )
  expect(file.mapping.steps).toBe('rows')
  await to.run(file)
  const [pay, signIn] = await to.cases()
  expect(pay && stepsOf(pay)).toEqual([
    ['Open the basket', 'It is open'],
    ['Press Pay', ''],
    ['', 'A receipt is shown'],
  ])
  expect(signIn && stepsOf(signIn)).toEqual([['Open the page', '']])
})

test('[IMPT-03] reads the steps of a cell as a list or line by line, as selected', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given('Title,Steps,Expected\n"A","1. Open\n   the page\n2. Look","1. It opens\n2. "\n')
  expect(file.mapping.steps).toBe('numbered')
  await to.run(file)
  expect((await to.cases()).map(stepsOf)).toEqual([
    [
      ['Open\nthe page', 'It opens'],
      ['Look', ''],
    ],
  ])
  const other = await anImporter(app, owner)
  const lines = await other.given('Title,Steps\n"A","Open\nLook"\n')
  expect(lines.mapping.steps).toBe('lines')
  await other.run(lines)
  expect((await other.cases()).map(stepsOf)).toEqual([
    [
      ['Open', ''],
      ['Look', ''],
    ],
  ])
})

test('[IMPT-03] applies corrections of columns, values and separator, and the chosen parent suite', async () => {
  const to = await anImporter(app, owner)
  const home = await to.suite('Home')
  const file = await to.given('What,Where,How bad\nPay,Shop:Cards,ugly\nLeave,Shop,nice\n')
  const options = file.targets.find(({ target }) => target === 'priority')?.options ?? []
  const critical = options.find(({ name }) => name === 'Critical')?.id ?? 0
  const changes = {
    columns: ['title', 'suite', 'priority'],
    values: { priority: { ugly: critical, nice: null } },
    suiteSeparator: ':',
    parentSuiteId: home,
  }
  expect((await to.check(file, changes)).problems).toEqual([])
  await to.run(file, changes)
  expect(await to.tree()).toEqual(['/Home/Shop: Leave', '/Home/Shop/Cards: Pay'])
  const [leave, pay] = await to.cases()
  expect([pay?.priority?.id, leave?.priority?.id]).toEqual([
    critical,
    options.find(({ name }) => name === 'Medium')?.id,
  ])

  const again = await to.given('What,Where,How bad\nBuy,Shop,ugly\n')
  expect(again).toMatchObject({ isRemembered: true, mapping: changes })
  await to.deleteSuite(home)
  expect((await to.given('What,Where,How bad\nBuy,Shop,ugly\n')).mapping.parentSuiteId).toBe(null)
  expect((await to.given('What,Where\nBuy,Shop\n')).isRemembered).toBe(false)
})

test('[IMPT-03] reports problems row by row and imports the valid cases', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given(
    [
      'Key,Title,Suite,Priority,Draft,Description',
      'A-1,Fine,A,High,yes,',
      'A-2,,A,,,no title',
      'A-3,Odd priority,A,Purple,maybe,',
      `A-4,${'x'.repeat(256)},A,,,`,
      `A-5,Long,A,,,"${'y'.repeat(20_001)}"`,
      `A-6,Deep,${Array.from({ length: 31 }, (_, i) => i + 1).join(' > ')},,,`,
      'A-1,Twice,A,,,',
    ].join('\n'),
  )
  const { counts, problems, problemsTotal } = await to.check(file)
  expect(problems.map(({ row, column, isLeftOut }) => [row, column, isLeftOut])).toEqual([
    [3, 'Title', true],
    [4, 'Priority', false],
    [4, 'Draft', false],
    [5, 'Title', true],
    [6, 'Description', true],
    [7, 'Suite', true],
    [8, 'Key', true],
  ])
  expect(problemsTotal).toBe(7)
  expect(counts).toEqual({ created: 2, updated: 0, unchanged: 0, leftOut: 5, suites: 1, sameTitle: 0 })
  await to.run(file)
  expect((await to.cases()).map(({ title, draft }) => [title, draft])).toEqual([
    ['Fine', true],
    ['Odd priority', false],
  ])
})

test('[IMPT-03] reports a problem in a later row of a case at that row', async () => {
  const to = await anImporter(app, owner)
  const long = 'x'.repeat(20_001)
  const file = await to.given(
    [
      'Key,Title,Priority,Steps,Expected',
      'A-1,Pay,,Open,',
      `A-1,,,${long},`,
      `A-1,,,Leave,${long}`,
      'A-2,Sign in,,Open,',
      'A-2,,Purple,Type,',
      'A-3,Many,,Open,',
      ...Array.from({ length: 300 }, () => ',,,Go on,'),
    ].join('\n'),
  )
  expect((await to.check(file)).problems.map(({ row, column }) => [row, column])).toEqual([
    [3, 'Steps'],
    [4, 'Expected'],
    [6, 'Priority'],
    [307, 'Steps'],
  ])
})

test('problems beyond those that are listed are counted', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given(`Title,Description\n${'  ,no title\n'.repeat(250)}`)
  const { problems, problemsTotal, counts } = await to.check(file)
  expect([problems.length, problemsTotal, counts.leftOut]).toEqual([200, 250, 250])
})

test('files in other encodings are read, with a warning to check the text', async () => {
  const to = await anImporter(app, owner)
  const old = await to.given(new Uint8Array([...Buffer.from('Title\nCaf'), 0xe9, 0x0a]))
  expect(old.notes.join()).toContain('Windows-1252')
  expect(old.columns[0]?.samples).toEqual(['Café'])
  const wide = await to.given(new Uint8Array(Buffer.from('\u{feff}Title\tSuite\nCafé\tÀ\n', 'utf16le')))
  expect(wide.columns.map(({ samples }) => samples)).toEqual([['Café'], ['À']])
  const marked = await to.given('\u{feff}"Title",Suite\nCafé,À\n')
  expect(marked.columns.map(({ name }) => name)).toEqual(['Title', 'Suite'])
  expect(marked.notes).toEqual([])
})

test.each([
  ['nothing', '', /empty/],
  ['bytes that are no text', 'Title\nA\u0000B\n', /not text/],
  ['a quote that is never closed', 'Title,Suite\n"Pay,A\nLeave,B\n', /quote that opens in row 2/],
  ['too many columns', `${'a,'.repeat(300)}b\n`, /more than 200 columns/],
])('rejects a file with %s and names the reason', async (_what, content, words) => {
  const to = await anImporter(app, owner)
  const { status, body } = await to.upload(content, 'cases.csv')
  expect(status).toBe(400)
  expect(body).toMatchObject({ errors: [{ field: 'file' }] })
  expect((body as { message: string }).message).toMatch(words)
})

test('rejects a file with too many rows', async () => {
  const to = await anImporter(app, owner)
  const { status, body } = await to.upload(`Title\n${'A\n'.repeat(100_001)}`, 'cases.csv')
  expect(status).toBe(400)
  expect((body as { message: string }).message).toMatch(/more than 100,000 rows/)
})

test('rejects an invalid mapping and names every invalid column', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given('Title,Suite,More\nA,B,C\n')
  const at = { token: owner.token, params: { ...to.params, importId: file.id } }
  const refused = async (mapping: object) =>
    (await refusalOf(app, checkCaseImport, { ...at, body: { sheet: null, mapping: { ...file.mapping, ...mapping } } }))
      .errors
  expect(await refused({ columns: ['suite', 'suite', 'field:999'] })).toMatchObject([
    { field: 'mapping.columns.1' },
    { field: 'mapping.columns' },
  ])
  expect(await refused({ columns: ['title'] })).toMatchObject([{ field: 'mapping.columns' }])
  expect(await refused({ parentSuiteId: 999_999 })).toMatchObject([{ field: 'mapping.parentSuiteId' }])
  expect(await refusalOf(app, runCaseImport, { ...at, body: { sheet: null, mapping: {} } })).toMatchObject({
    status: 400,
  })
})

test('[IMPT-02] guests, users other than the uploader, and workspaces without the feature cannot import', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given('Title\nA\n')
  const other = await aUser(app, { roles: { [to.projectId]: 'ENGINEER' } })
  const body = { sheet: null, mapping: file.mapping }
  const params = { ...to.params, importId: file.id }
  expect(await refusalOf(app, checkCaseImport, { token: other.token, params, body })).toMatchObject({ status: 404 })
  const elsewhere = await anImporter(app, owner)
  expect(
    await refusalOf(app, runCaseImport, {
      token: owner.token,
      params: { ...elsewhere.params, importId: file.id },
      body,
    }),
  ).toMatchObject({ status: 404 })
  const guest = await aUser(app, { roles: { [to.projectId]: 'GUEST' } })
  const refused = await importing(app, guest, to).upload('Title\nA\n', 'cases.csv')
  expect(refused.status).toBe(403)
  const turn = (on: boolean) =>
    ask(app, switchFeature, { token: owner.token, params: { feature: 'test-repository-import' }, body: { on } })
  await turn(false)
  expect((await to.upload('Title\nA\n', 'cases.csv')).status).toBe(403)
  expect(await refusalOf(app, checkCaseImport, { token: owner.token, params, body })).toMatchObject({ status: 403 })
  await turn(true)
  expect((await to.upload('Title\nA\n', 'cases.csv')).status).toBe(201)
})

test('rejects a request that is not a form and a form without a file', async () => {
  const to = await anImporter(app, owner)
  const path = pathOf(IMPORTS_PATH, to.params)
  const post = (body: unknown) => send(app, path, { method: 'POST', token: owner.token, body })
  expect((await post({ file: 'Title' })).status).toBe(400)
  expect((await post(new FormData())).status).toBe(400)
  expect((await post(form('', 'cases.csv'))).status).toBe(400)
})
