import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { aWorkspace, type TestUser } from '../../support/people.ts'
import { anImporter, stepsOf } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const csv = (...lines: string[]): string => lines.join('\r\n')

test('[IMPT-03] rows that repeat suite and title are the steps of one case', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given(
    csv(
      'Title,Suite,Step,Expected Result',
      'Moor a ship,Quay,Throw the line,Line is ashore',
      'Moor a ship ,Quay,Fasten the line,Line is tight',
      'Moor a ship,,Report,Berth is occupied',
      'Cast off,Quay,Loosen the line,Line is slack',
      'Cast off,Lock,Open the gate,Gate is open',
    ),
  )
  expect(file.mapping.steps).toBe('rows')
  await to.run(file)
  expect(await to.tree()).toEqual(['/Quay: Moor a ship', '/Quay: Cast off', '/Lock: Cast off'])
  expect((await to.cases()).map((one) => stepsOf(one).length)).toEqual([3, 1, 1])
})

test('[IMPT-03] the number of a step is no step where another column has its action', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given(
    csv(
      '\u{feff}ID,Work Item Type,Title,Test Step,Step Action,Step Expected,Area Path,Assigned To,State',
      String.raw`"4101","Test Case","Book a berth",,,,"Harbour\Berths","Anna Quay <anna@harbour.example>","Design"`,
      ',,,"1","Open the list","List is shown",,,',
      ',,,"2","Pick berth 7","Berth 7 is marked",,,',
      String.raw`"4102","Test Case","Release a berth",,,,"Harbour\Berths",,"Ready"`,
      ',,,"1","Leave the pier","Berth is free",,,',
    ),
  )
  await to.run(file)
  expect(await to.tree()).toEqual(['/Harbour/Berths: Book a berth', '/Harbour/Berths: Release a berth'])
  expect((await to.cases()).map(stepsOf)).toEqual([
    [
      ['Open the list', 'List is shown'],
      ['Pick berth 7', 'Berth 7 is marked'],
    ],
    [['Leave the pier', 'Berth is free']],
  ])
})

test('[IMPT-03] the line that names the separator is no header', async () => {
  const to = await anImporter(app, owner)
  for (const separator of [',', ';']) {
    const cells = ['"Weigh; wet, or dry"', 'Put it on the scale', 'Weight is shown']
    const file = await to.given(
      csv(`sep=${separator}`, ['Title', 'Steps', 'Expected result'].join(separator), cells.join(separator)),
    )
    expect(to.guessed(file)).toEqual({ Title: 'title', Steps: 'steps', 'Expected result': 'expectedResults' })
    expect(file.rows).toBe(1)
  }
})

test('[IMPT-03] rows above the names of the columns are skipped, which a note says', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given(
    csv('"Test cases of the harbour, version 3",,', ',,', 'Case title,Module,Prio', 'Moor,Quay,High'),
  )
  expect(to.guessed(file)).toEqual({ 'Case title': 'title', Module: 'suite', Prio: 'priority' })
  expect(file.notes).toEqual(['A row above the column names was skipped: Test cases of the harbour, version 3'])
})

test('[IMPT-03] HTML of an editor becomes Markdown, and text about HTML stays as it is', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given(
    csv(
      'Title,Section,Preconditions,Steps,Expected Result',
      '"Moor","Quay","<p style=""margin:0"">Ship is <strong>in sight</strong>.</p><p>Pilot &amp; tug&nbsp;ready</p>","<ol><li>Throw the line</li><li>Fasten it</li></ol>","<p>Line is <em>tight</em><br/>Berth 7 is taken</p>"',
      'Compare depths,Quay,a < b and b > c,Enter <berth> and 5 < 7,x <= y',
      '"Hostile","Quay","<img src=x onerror=""alert(1)"">","<script>alert(2)</script>Look","<a href=""javascript:alert(3)"">link</a>"',
    ),
  )
  await to.run(file)
  const cases = await to.cases()
  expect(cases[0]?.preConditions).toBe('Ship is **in sight**.\n\nPilot & tug ready')
  const [moor, compare, hostile] = cases.map(stepsOf)
  expect(moor).toEqual([
    ['Throw the line', ''],
    ['Fasten it', 'Line is *tight*\nBerth 7 is taken'],
  ])
  expect([cases[1]?.preConditions, ...(compare ?? []).flat()]).toEqual([
    'a < b and b > c',
    'Enter <berth> and 5 < 7',
    'x <= y',
  ])
  expect(hostile).toEqual([['<script>alert(2)</script>Look', '<a href="javascript:alert(3)">link</a>']])
})

test.each([
  ['update', { created: 1, updated: 1, unchanged: 1 }, 3],
  ['skip', { created: 1, updated: 0, unchanged: 2 }, 3],
  ['add', { created: 3, updated: 0, unchanged: 0 }, 5],
] as const)(
  '[IMPT-03] a table without keys that is imported again can %s cases of its suites and titles',
  async (sameTitle, counts, total) => {
    const to = await anImporter(app, owner)
    await to.run(await to.given(csv('Title,Suite,Description', 'Moor,Quay,One', 'Cast off,Quay,Two')))
    const file = await to.given(csv('Title,Suite,Description', 'Moor,Quay,New', 'Cast off,Quay,Two', 'Moor,Quay,Other'))
    expect(file.mapping.sameTitle).toBe('update')
    expect((await to.check(file, { sameTitle })).counts).toEqual({ ...counts, leftOut: 0, suites: 0, sameTitle: 2 })
    await to.run(file, { sameTitle })
    expect(await to.cases()).toHaveLength(total)
  },
)
