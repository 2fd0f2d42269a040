import { createReadStream, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readResults } from '../../../server/launches/import/formats/read-results.ts'
import { secondsOf, timeOf, type ReportedTest } from '../../../server/launches/import/formats/reported.ts'
import { createSummary } from '../../../server/launches/import/reading/summary.ts'
import type { SourceFile } from '../../../server/reading/source-file.ts'

const folder = path.resolve(import.meta.dirname, '../../server/launches/import/files')
const fileNamed = (name: string): SourceFile => {
  const place = path.join(folder, name)
  return { name, sizeBytes: statSync(place).size, open: (range) => createReadStream(place, range ?? {}) }
}
const fileOf = (name: string, content: string | Buffer): SourceFile => {
  const bytes = Buffer.from(content)
  return {
    name,
    sizeBytes: bytes.length,
    open: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
  }
}

const read = async (...files: SourceFile[]) => {
  const { found, add, summary } = createSummary()
  const tests: ReportedTest[] = []
  for await (const one of readResults(files, found)) {
    add(one)
    tests.push(one)
  }
  return { ...summary, tests }
}
/** One line for each test: what lists show of it. */
const lines = (tests: readonly ReportedTest[]) =>
  tests.map(({ status, className, name }) => `${status} ${className ?? '-'} · ${name}`)
const named = (tests: readonly ReportedTest[], name: string): ReportedTest => {
  const found = tests.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no test ${name}: ${lines(tests).join('; ')}`)
  return found
}

test('JUnit XML of pytest: an error is a failure, properties are labels, times follow from the suite', async () => {
  const { tests, files, problems } = await read(fileNamed('pytest.xml'))
  expect(lines(tests)).toEqual([
    'PASSED test_cart.TestCart · test_adds',
    'FAILED test_cart.TestCart · test_refuses',
    'SKIPPED test_cart.TestCart · test_shown',
    'FAILED test_cart.TestCart · test_error',
  ])
  expect(named(tests, 'test_adds').labels).toEqual([{ key: 'test_key', value: 'SHOP-7' }])
  expect(named(tests, 'test_refuses').reason).toContain("assert {'total': 1} == {'total': 2}")
  expect(named(tests, 'test_error').reason).toContain('RuntimeError: no cart')
  expect(named(tests, 'test_shown').reason).toContain('not yet')
  const [first, second] = tests
  expect(first?.startedAt).toBe(timeOf('2026-11-24T23:06:27.197002'))
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

test('JUnit XML of Surefire: tries before the last one are kept, and thousands have commas', async () => {
  const { tests } = await read(fileNamed('surefire.xml'))
  expect(lines(tests)).toEqual([
    'PASSED shop.CartTest · adds',
    'PASSED shop.CartTest · pays',
    'FAILED shop.CartTest · refuses',
  ])
  expect(named(tests, 'adds').durationMs).toBe(1_000_010)
  expect(named(tests, 'pays').earlier).toEqual([
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
  expect(launch).toMatchObject({ framework: 'testng', startedAt: timeOf('2026-11-24T23:06:28Z') })
})

test('NUnit 3 and NUnit 2', async () => {
  const three = await read(fileNamed('nunit3.xml'))
  expect(lines(three.tests)).toEqual([
    'PASSED Shop.Tests.CartTests · Adds(1,"EUR")',
    'FAILED Shop.Tests.CartTests · Refuses',
    'SKIPPED Shop.Tests.CartTests · IsShown',
    'SKIPPED Shop.Tests.CartTests · Unsure',
  ])
  expect(three.tests[0]).toMatchObject({ groups: ['Smoke'], durationMs: 41, startedAt: timeOf('2026-11-02T08:15:01Z') })
  expect(three.tests[1]?.reason).toMatch(/^Expected: 2\n {2}But was: {2}1\nat Shop/)
  expect(three.launch.name).toBe('Shop.Tests.dll')
  const two = await read(fileNamed('nunit2.xml'))
  expect(lines(two.tests)).toEqual([
    'PASSED Shop.Tests.CartTests · Adds',
    'FAILED Shop.Tests.CartTests · Refuses',
    'SKIPPED Shop.Tests.CartTests · IsShown',
  ])
  expect(two.launch.startedAt).toBe(timeOf('2026-11-02T08:15:01'))
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

test('TRX: results find their definitions, and an outcome nobody knows is a problem with its line', async () => {
  const { tests, problems } = await read(fileNamed('dotnet.trx'))
  expect(lines(tests)).toEqual([
    'PASSED Shop.Tests.CartTests · Adds',
    'FAILED Shop.Tests.CartTests · Refuses',
    'SKIPPED Shop.Tests.CartTests · IsShown',
  ])
  expect(tests[0]).toMatchObject({ owner: 'mira', groups: ['Smoke'], durationMs: 41 })
  expect(tests[1]?.durationMs).toBe(60_119)
  expect(problems).toEqual([{ file: 'dotnet.trx', line: 8, message: 'The outcome "Melted" of Puzzles is unknown' }])
})

test('Cucumber: a scenario ends as its worst step, its background counts, undefined steps are skipped', async () => {
  const { tests } = await read(fileNamed('cucumber-js.json'))
  expect(lines(tests)).toEqual([
    'PASSED Cart · an article is added',
    'PASSED Cart · prices',
    'FAILED Cart · prices',
    'SKIPPED Cart · vouchers',
  ])
  expect(tests[0]).toMatchObject({ groups: ['shop', 'smoke'] })
  expect(tests[0]?.output.map(({ message }) => message)).toContain('When I add 1 article (passed)')
  expect(tests[2]?.reason).toContain('AssertionError')
  expect(tests[3]?.reason).toBe('When I use a voucher: undefined')
})

test('Playwright: JSON and blob say the same, with projects, tries and expected failures', async () => {
  const json = await read(fileNamed('playwright.json'))
  const blob = await read(fileNamed('playwright-blob.zip'))
  expect(json.tests).toHaveLength(10)
  const phone = json.tests.filter(({ labels }) => labels.some(({ value }) => value === 'phone'))
  expect(lines(phone)).toEqual([
    'PASSED shop.spec.js · Checkout › adds an article @smoke',
    'FAILED shop.spec.js · Checkout › pays by card',
    'PASSED shop.spec.js · Checkout › keeps the cart after a reload',
    'SKIPPED shop.spec.js · Checkout › pays by invoice',
    'PASSED shop.spec.js · Checkout › refuses an expired card',
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

test('Allure: results of one history are tries of one test', async () => {
  const { tests } = await read(fileNamed('allure-mocha.zip'))
  expect(lines(tests).sort()).toEqual([
    'FAILED Cart · refuses none',
    'PASSED Cart · adds an article',
    'PASSED Cart › with a voucher · is cheaper',
    'SKIPPED Cart · is shown',
  ])
  const result = (start: number, status: string) =>
    JSON.stringify({
      uuid: String(start),
      historyId: 'h',
      name: 'pays',
      status,
      start,
      stop: start + 10,
      statusDetails: { message: 'declined' },
    })
  const again = await read(
    fileOf('b-result.json', result(2000, 'passed')),
    fileOf('a-result.json', result(1000, 'broken')),
  )
  expect(again.tests).toMatchObject([
    { status: 'PASSED', startedAt: 2000, earlier: [{ status: 'FAILED', reason: 'declined' }] },
  ])
})

test('CTRF: a test that is none is a problem, the others are read', async () => {
  const { tests, launch } = await read(fileNamed('jest-ctrf.json'))
  expect(lines(tests)).toEqual([
    'PASSED cart.spec.cjs > Cart · Cart adds an article',
    'FAILED cart.spec.cjs > Cart · Cart refuses none',
    'SKIPPED cart.spec.cjs > Cart · Cart is shown',
  ])
  expect(launch.framework).toBe('jest')
  const odd = await read(
    fileOf(
      'ctrf.json',
      JSON.stringify({ results: { tests: [{ name: 'a', status: 'passed' }, { name: 'b', status: 'great' }, 7] } }),
    ),
  )
  expect(odd.tests).toHaveLength(1)
  expect(odd.problemCount).toBe(2)
  expect(odd.problems[0]?.message).toMatch(/^A test was left out: status/)
})

test('several files become one import, and a file that is no report does not spoil the others', async () => {
  const all = await read(
    fileNamed('pytest.xml'),
    fileOf('notes.txt', 'hello'),
    fileOf('page.xml', '<html/>'),
    fileNamed('jest-ctrf.json'),
  )
  expect(all.tests).toHaveLength(7)
  expect(all.problems.map(({ file }) => file)).toEqual(['notes.txt', 'page.xml'])
  await expect(read(fileOf('notes.txt', 'hello'))).rejects.toThrow('neither XML nor JSON')
  await expect(read(fileOf('page.xml', '<?xml version="1.0"?><!-- a > b --><html/>'))).rejects.toThrow(
    'XML with <html>',
  )
})

test('hostile files are refused: document types, depth, broken documents', async () => {
  const bomb =
    '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><testsuites><testsuite><testcase name="&lol2;"/></testsuite></testsuites>'
  await expect(read(fileOf('bomb.xml', bomb))).rejects.toThrow('document type')
  await expect(read(fileOf('deep.xml', `<testsuites>${'<testsuite>'.repeat(200)}`))).rejects.toThrow('too deep')
  await expect(read(fileOf('cut.xml', '<testsuites><testsuite><testcase name="a"'))).rejects.toThrow('broken')
  await expect(read(fileOf('cut.json', '{"results": {'))).rejects.toThrow('broken')
  await expect(read(fileOf('empty.zip', Buffer.from('PK\u0003\u0004 no archive')))).rejects.toThrow('archive is broken')
})

test('UTF-16 is read by its mark', async () => {
  const text = readFileSync(path.join(folder, 'dotnet.trx'), 'utf8').replace('utf-8', 'utf-16')
  const { tests } = await read(fileOf('dotnet.trx', Buffer.from(`\ufeff${text}`, 'utf16le')))
  expect(tests).toHaveLength(3)
})

test('seconds and times of reports', () => {
  expect(['1.5', '1,5', '1,234.5', '1.234,5', '12'].map(secondsOf)).toEqual([1500, 1500, 1_234_500, 1_234_500, 12_000])
  expect(['', '-1', 'NaN', '1e9'].map(secondsOf)).toEqual([null, null, null, null])
  expect(timeOf('2026-11-02 08:15:01Z')).toBe(Date.UTC(2026, 10, 2, 8, 15, 1))
  expect(timeOf('2026-11-02T08:15:01')).toBe(Date.UTC(2026, 10, 2, 8, 15, 1))
  expect(timeOf('yesterday')).toBeNull()
})
