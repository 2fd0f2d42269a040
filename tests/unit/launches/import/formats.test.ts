import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { timeOf } from '../../../../server/launches/import/formats/numbers.ts'
import type { ReportedTest } from '../../../../server/launches/import/formats/reported.ts'
import { fileNamed, fileOf, lines, named, read } from './read-reports.ts'

const folder = path.resolve(import.meta.dirname, '../../../server/launches/import/files')

test('JUnit XML of pytest: an error is a failure, properties are labels, times follow from the suite', async () => {
  const { tests, files, problems } = await read(fileNamed('pytest.xml'))
  expect(lines(tests)).toEqual([
    'PASSED test_cart.TestCart · test_adds',
    'FAILED test_cart.TestCart · test_refuses',
    'SKIPPED test_cart.TestCart · test_shown',
    'FAILED test_cart.TestCart · test_error',
  ])
  expect(named(tests, 'test_adds').labels).toContainEqual({ key: 'test_key', value: 'SHOP-7' })
  expect(named(tests, 'test_refuses').reason).toContain("assert {'total': 1} == {'total': 2}")
  expect(named(tests, 'test_error').reason).toContain('RuntimeError: no cart')
  expect(named(tests, 'test_shown').reason).toContain('not yet')
  const [first, second] = tests
  expect(first?.startedAt).toBe(timeOf('2026-11-24T23:06:27.197002').ms)
  expect(second?.startedAt).toBe((first?.startedAt ?? 0) + (first?.durationMs ?? 0))
  expect(files).toEqual([{ name: 'pytest.xml', format: 'junit', tests: 4 }])
  expect(problems).toEqual([])
})

test.each([
  [
    'vitest-junit.xml',
    [
      'PASSED cart.spec.ts · Cart > adds an article',
      'FAILED cart.spec.ts · Cart > refuses none',
      'SKIPPED cart.spec.ts · Cart > is shown',
    ],
  ],
  [
    'jest-junit.xml',
    ['PASSED Cart · Cart adds an article', 'FAILED Cart · Cart refuses none', 'SKIPPED Cart · Cart is shown'],
  ],
  [
    'mocha-xunit.xml',
    [
      'PASSED Cart · adds an article',
      'FAILED Cart · refuses none',
      'SKIPPED Cart · is shown',
      'PASSED Cart with a voucher · is cheaper',
    ],
  ],
  ['node-test-junit.xml', ['PASSED cart · adds an article', 'FAILED cart · refuses none', 'SKIPPED cart · is shown']],
  [
    'junit5.xml',
    ['PASSED shop.CartTest · adds()', 'SKIPPED shop.CartTest · shown()', 'FAILED shop.CartTest · refuses()'],
  ],
])('JUnit XML as other runners write it: %s', async (file, expected) => {
  const { tests, files } = await read(fileNamed(file))
  expect(lines(tests).sort()).toEqual([...expected].sort())
  expect(files.map(({ format }) => format)).toEqual(['junit'])
  expect(tests.filter(({ status }) => status === 'FAILED').every(({ reason }) => /expect|1/.test(reason ?? ''))).toBe(
    true,
  )
})

test('JUnit XML of Surefire: earlier tries become attempts, and thousands may have commas', async () => {
  const { tests } = await read(fileNamed('surefire.xml'))
  expect(lines(tests)).toEqual([
    'PASSED shop.CartTest · adds',
    'PASSED shop.CartTest · pays',
    'FAILED shop.CartTest · refuses',
  ])
  expect(named(tests, 'adds').durationMs).toBe(1_000_010)
  expect(named(tests, 'pays').earlier).toMatchObject([
    { status: 'FAILED', reason: expect.stringContaining('at shop.CartTest.pays') as string },
  ])
  expect(named(tests, 'refuses').earlier).toHaveLength(1)
  expect(named(tests, 'refuses').reason?.match(/expected: <2>/g)).toHaveLength(1)
  expect(named(tests, 'refuses').output).toEqual([{ level: 'WARN', message: 'cart is empty' }])
})

test('TestNG: arguments name a test, groups come from the suite, configuration that worked is no test', async () => {
  const { tests, launch } = await read(fileNamed('testng-results.xml'))
  expect(lines(tests).sort()).toEqual([
    'FAILED shop.CartTest · price(2, USD)',
    'FAILED shop.CartTest · refuses',
    'PASSED shop.CartTest · adds',
    'PASSED shop.CartTest · price(1, EUR)',
    'SKIPPED shop.CartTest · shown',
  ])
  expect(named(tests, 'adds')).toMatchObject({ groups: ['smoke'], output: [{ level: 'INFO', message: 'one article' }] })
  expect(named(tests, 'refuses').reason).toMatch(
    /^java\.lang\.AssertionError: total expected \[2\] but found \[1\]\n\s*at /,
  )
  expect(launch).toMatchObject({ framework: 'testng', startedAt: timeOf('2026-11-24T23:06:28Z').ms })
})

test('NUnit 3 and NUnit 2', async () => {
  const three = await read(fileNamed('nunit3.xml'))
  expect(lines(three.tests)).toEqual([
    'PASSED Shop.Tests.CartTests · Adds(1,"EUR")',
    'FAILED Shop.Tests.CartTests · Refuses',
    'SKIPPED Shop.Tests.CartTests · IsShown',
    'SKIPPED Shop.Tests.CartTests · Unsure',
  ])
  expect(three.tests[0]).toMatchObject({
    groups: ['Smoke'],
    durationMs: 41,
    startedAt: timeOf('2026-11-02T08:15:01Z').ms,
  })
  expect(three.tests[1]?.reason).toMatch(/^Expected: 2\n {2}But was: {2}1\nat Shop/)
  expect(three.launch.name).toBe('Shop.Tests.dll')
  const two = await read(fileNamed('nunit2.xml'))
  expect(lines(two.tests)).toEqual([
    'PASSED Shop.Tests.CartTests · Adds',
    'FAILED Shop.Tests.CartTests · Refuses',
    'SKIPPED Shop.Tests.CartTests · IsShown',
  ])
  expect(two.launch.startedAt).toBe(timeOf('2026-11-02T08:15:01').ms)
})

test('xUnit.net', async () => {
  const { tests } = await read(fileNamed('xunit.xml'))
  expect(lines(tests)).toEqual([
    'PASSED Shop.Tests.CartTests · Adds(amount: 1)',
    'FAILED Shop.Tests.CartTests · Refuses',
    'SKIPPED Shop.Tests.CartTests · A cart is shown',
  ])
  expect(tests[0]?.labels).toEqual([{ key: 'Category', value: 'Smoke' }])
  expect(tests[1]?.reason).toMatch(/^Assert\.Equal\(\) Failure: Values differ\nExpected: 2\nActual: {3}1\nat Shop/)
})

test('TRX: results find their definitions, and an unknown outcome counts as aborted', async () => {
  const { tests, problems } = await read(fileNamed('dotnet.trx'))
  expect(lines(tests)).toEqual([
    'PASSED Shop.Tests.CartTests · Adds',
    'FAILED Shop.Tests.CartTests · Refuses',
    'SKIPPED Shop.Tests.CartTests · IsShown',
    'ABORTED - · Puzzles',
  ])
  expect(tests[0]).toMatchObject({ owner: 'mira', groups: ['Smoke'], durationMs: 41 })
  expect(tests[1]?.durationMs).toBe(60_119)
  expect(problems).toEqual([
    {
      file: 'dotnet.trx',
      line: 8,
      message: 'The status "Melted" of Puzzles is unknown: the test counts as aborted',
    },
  ])
})

test('Cucumber: a scenario ends as its worst step, its background counts, undefined steps fail it', async () => {
  const { tests } = await read(fileNamed('cucumber-js.json'))
  expect(lines(tests)).toEqual([
    'PASSED Cart · an article is added',
    'PASSED Cart · prices',
    'FAILED Cart · prices',
    'FAILED Cart · vouchers',
  ])
  expect(tests[0]).toMatchObject({ groups: ['shop', 'smoke'] })
  expect(tests[0]?.steps.steps.map(({ title }) => title)).toContain('When I add 1 article')
  expect(tests[2]?.reason).toContain('AssertionError')
  expect(tests[3]?.reason).toBe('When I use a voucher: undefined')
})

test('Playwright: JSON and blob say the same, with projects, tries and expected failures', async () => {
  const json = await read(fileNamed('playwright.json'))
  const blob = await read(fileNamed('playwright-blob.zip'))
  expect(json.tests).toHaveLength(10)
  const phone = json.tests.filter(({ labels }) => labels.some(({ value }) => value === 'phone'))
  expect(lines(phone)).toEqual([
    'PASSED shop.spec.js > Checkout · Checkout › adds an article @smoke',
    'FAILED shop.spec.js > Checkout · Checkout › pays by card',
    'PASSED shop.spec.js > Checkout · Checkout › keeps the cart after a reload',
    'SKIPPED shop.spec.js > Checkout · Checkout › pays by invoice',
    'PASSED shop.spec.js > Checkout · Checkout › refuses an expired card',
  ])
  expect(named(phone, 'Checkout › keeps the cart after a reload').earlier).toMatchObject([{ status: 'FAILED' }])
  expect(named(phone, 'Checkout › pays by card').labels).toContainEqual({ key: 'issue', value: 'SHOP-12' })
  expect(named(phone, 'Checkout › adds an article @smoke')).toMatchObject({
    groups: ['smoke'],
    output: [{ level: 'INFO', message: 'cart: 1 article' }],
  })
  const shape = (tests: readonly ReportedTest[]) =>
    tests
      .map(({ name, methodName, className, status, labels, groups, earlier, durationMs, reason, startedAt }) =>
        JSON.stringify({
          name,
          methodName,
          className,
          status,
          labels,
          groups,
          tries: earlier.length,
          durationMs,
          reason: reason?.slice(0, 40),
          startedAt,
        }),
      )
      .sort()
  expect(shape(blob.tests)).toEqual(shape(json.tests))
})

test('Allure: suites are the class of a test', async () => {
  const { tests } = await read(fileNamed('allure-mocha.zip'))
  expect(lines(tests).sort()).toEqual([
    'FAILED Cart · refuses none',
    'PASSED Cart · adds an article',
    'PASSED Cart › with a voucher · is cheaper',
    'SKIPPED Cart · is shown',
  ])
})

test('CTRF: suites are the class of a test', async () => {
  const { tests, launch } = await read(fileNamed('jest-ctrf.json'))
  expect(lines(tests)).toEqual([
    'PASSED cart.spec.cjs > Cart · Cart adds an article',
    'FAILED cart.spec.cjs > Cart · Cart refuses none',
    'SKIPPED cart.spec.cjs > Cart · Cart is shown',
  ])
  expect(launch.framework).toBe('jest')
})

test('UTF-16 is read by its mark', async () => {
  const text = readFileSync(path.join(folder, 'dotnet.trx'), 'utf8').replace('utf-8', 'utf-16')
  const { tests } = await read(fileOf('dotnet.trx', Buffer.from(`\ufeff${text}`, 'utf16le')))
  expect(tests).toHaveLength(4)
})
