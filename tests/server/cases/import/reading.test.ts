import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { aWorkspace, type TestUser } from '../../support/people.ts'
import { anImporter, stepsOf } from './support.ts'
import { aWorkbook } from './workbooks.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const manyRows = `Title,Description\n${Array.from({ length: 90_000 }, (_, i) => `Case ${i},${'word '.repeat(20)}`).join('\n')}`

const onServerWith = async (limits: Parameters<typeof startTestApp>[2], act: (limited: TestApp) => Promise<void>) => {
  const limited = await startTestApp({}, undefined, limits)
  try {
    await act(limited)
  } finally {
    await limited.close()
  }
}

test('rejects a file that takes too long to read, while the server answers other requests', () =>
  onServerWith({ timeMs: 150 }, async (limited) => {
    const to = await anImporter(limited, await aWorkspace(limited))
    const upload = to.upload(manyRows, 'cases.csv')
    const over = upload.then(() => 'over' as const)
    const answered = async () => (await fetch(`${limited.url}/api/health`)).status
    let answers = 0
    for (let next = await Promise.race([answered(), over]); next === 200; next = await Promise.race([answered(), over]))
      answers += 1
    const { status, body } = await upload
    expect([status, (body as { message: string }).message]).toEqual([
      400,
      'The file took too long to read. Split it into smaller files, or save it as CSV.',
    ])
    expect(answers).toBeGreaterThan(3)
  }))

test('rejects a file that needs too much memory, and reads the next one', () =>
  onServerWith({ memoryMb: 16 }, async (limited) => {
    const to = await anImporter(limited, await aWorkspace(limited))
    const texts = Array.from({ length: 200_000 }, (_, i) => `${i} ${'x'.repeat(90)}`)
    const { status, body } = await to.upload(aWorkbook({ Cases: '<row/>' }, { texts }), 'cases.xlsx')
    expect([status, (body as { message: string }).message]).toEqual([
      400,
      'Reading the file takes too much memory. Split it into smaller files, or save it as CSV.',
    ])
    expect((await to.given('Title\nPay\n')).rows).toBe(1)
  }))

test('queues files, and rejects one more than the queue can hold', () =>
  onServerWith({ waiting: 2 }, async (limited) => {
    const to = await anImporter(limited, await aWorkspace(limited))
    const sent = await Promise.all(Array.from({ length: 8 }, () => to.upload(manyRows, 'cases.csv')))
    const statuses = sent.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(3)
    const rejected = sent.filter(({ status }) => status === 429)
    expect(rejected.length).toBeGreaterThanOrEqual(1)
    expect(new Set(rejected.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['10']))
    expect(statuses.every((status) => status === 201 || status === 429)).toBe(true)
  }))

test('problems name the spreadsheet row, also after multi-line cells and empty rows', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given('Title,Description\nPay,"One\nTwo\nThree"\n\n,No title\n')
  expect((await to.check(file)).problems).toMatchObject([{ row: 4, column: 'Title' }])
})

test('cells without a column are reported, and the case comes in without them', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given('Title,Steps\nPay,Open,"It, opens",late\nLeave,Go,,\n')
  const { problems, counts } = await to.check(file)
  expect(problems).toEqual([
    {
      row: 2,
      column: null,
      message: 'The row has 2 cells without a column name: "It, opens", "late"',
      isLeftOut: false,
    },
  ])
  expect(counts.created).toBe(2)
})

test('one expected result for several steps belongs to the last step', async () => {
  const to = await anImporter(app, owner)
  const rows = ['"A","1. Open\n2. Pay","A receipt"', '"B","1. Open\n2. Pay","1. It is open"']
  await to.run(await to.given(`Title,Steps,Expected\n${rows.join('\n')}\n`))
  expect((await to.cases()).map(stepsOf)).toEqual([
    [
      ['Open', ''],
      ['Pay', 'A receipt'],
    ],
    [
      ['Open', 'It is open'],
      ['Pay', ''],
    ],
  ])
})
