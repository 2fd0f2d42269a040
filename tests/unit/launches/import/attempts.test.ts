import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { fileOf, fixture, lines, read } from './read-reports.ts'

const junit = (...cases: string[]) =>
  fileOf('a.xml', `<testsuites><testsuite name="s">${cases.join('')}</testsuite></testsuites>`)
const passed = '<testcase classname="c" name="n"/>'
const failed = '<testcase classname="c" name="n"><failure message="no"/></testcase>'
const skipped = '<testcase classname="c" name="n"><skipped/></testcase>'
const allure = (...results: object[]) =>
  fileOf(
    'results.zip',
    Buffer.from(
      zipSync(
        Object.fromEntries(results.map((result, i) => [`${i}-result.json`, Buffer.from(JSON.stringify(result))])),
      ),
    ),
  )
const result = (start: number, fields: object = {}) => ({
  uuid: `u${start}`,
  historyId: 'h',
  name: 'pays',
  status: 'passed',
  start: 1_715_601_600_000 + start,
  stop: 1_715_601_600_000 + start + 10,
  ...fields,
})

test.each([
  ['go-rerun.xml', 'PASSED shop · TestSyncs', ['FAILED']],
  ['wdio.xml', 'PASSED chrome.Stock · syncs at the second attempt', ['SKIPPED']],
  ['pytest.xml', 'FAILED test_cart · test_locks_up_badly', ['FAILED']],
  ['jest.xml', 'FAILED Test suite failed to run · tests/unloadable.test.js', ['FAILED']],
])('merges the entries of %s into one test', async (file, line, attempts) => {
  const { tests } = await read(fixture(`junit-attempts-as-tests/${file}`))
  expect(lines(tests)).toEqual([line])
  expect(tests[0]?.earlier.map(({ status }) => status)).toEqual(attempts)
})

test.each([
  ['two that passed', [passed, passed], ['PASSED', 'PASSED']],
  ['one that passed before the last', [failed, passed, passed], ['FAILED', 'PASSED', 'PASSED']],
  ['a failure after a pass', [passed, failed], ['PASSED', 'FAILED']],
  ['a skip after a failure', [failed, skipped], ['FAILED', 'SKIPPED']],
])('separates entries of one name: %s', async (_, cases, statuses) => {
  const { tests } = await read(junit(...cases))
  expect(tests.map(({ status }) => status)).toEqual(statuses)
  expect(tests.flatMap(({ earlier }) => earlier)).toEqual([])
})

test('merges neither other suites, nor other files, nor other browsers', async () => {
  const suites = fileOf(
    'b.xml',
    `<testsuites><testsuite name="a.spec" hostname="chrome">${failed}</testsuite><testsuite name="a.spec" hostname="firefox">${passed}</testsuite></testsuites>`,
  )
  const { tests } = await read(suites, junit(failed), fileOf('c.xml', `<testsuite name="s">${passed}</testsuite>`))
  expect(tests).toHaveLength(4)
})

test('keeps the output and reason of earlier attempts', async () => {
  const { tests } = await read(
    junit(
      '<testcase classname="c" name="n"><failure>one</failure><system-out>first try</system-out></testcase>',
      failed,
      passed,
    ),
  )
  expect(tests).toMatchObject([
    {
      status: 'PASSED',
      earlier: [
        { status: 'FAILED', reason: 'one', output: [{ level: 'INFO', message: 'first try' }] },
        { status: 'FAILED', reason: 'no' },
      ],
    },
  ])
})

test('reads attempts of TestNG, marked and unmarked', async () => {
  const { tests, counts } = await read(fixture('testng-retried/testng-results.xml'))
  expect(lines(tests)).toEqual([
    'PASSED org.harbour.TicketTest · payOnline',
    'FAILED org.harbour.TicketTest · refund',
    'SKIPPED org.harbour.TicketTest · printTicket',
  ])
  expect(counts).toMatchObject({ passed: 1, failed: 1, skipped: 1 })
  expect(tests.map(({ earlier }) => earlier.map(({ status }) => status))).toEqual([
    ['FAILED', 'FAILED'],
    ['FAILED'],
    [],
  ])

  const method = (status: string, rest = '', exception = true) =>
    `<test-method name="m" status="${status}" ${rest}>${exception ? '<exception class="E"/>' : ''}</test-method>`
  const old = (...methods: string[]) =>
    fileOf(
      'testng-results.xml',
      `<testng-results><suite><test><class name="C">${methods.join('')}</class></test></suite></testng-results>`,
    )
  expect((await read(old(method('SKIP'), method('PASS', '', false)))).tests).toMatchObject([
    { status: 'PASSED', earlier: [{ status: 'FAILED' }] },
  ])
  // Invocations of one method, and skips because of a configuration.
  expect((await read(old(method('PASS', '', false), method('PASS', '', false)))).tests).toHaveLength(2)
  expect((await read(old(method('SKIP'), method('SKIP')))).tests).toHaveLength(2)
  expect((await read(old(method('FAIL'), method('PASS', '', false)))).tests).toHaveLength(2)
})

const SKIP_EXCEPTION = '<exception class="org.testng.SkipException"/>'
const testNg = (root: string, ...methods: string[]) =>
  fileOf(
    'testng-results.xml',
    `<testng-results ${root}><suite><test><class name="C">${methods.join('')}</class></test></suite></testng-results>`,
  )
const invocation = (status: string, content = '', rest = '') =>
  `<test-method name="m" status="${status}" started-at="2024-05-13T12:00:00 UTC" ${rest}>${content}</test-method>`

test.each([
  [
    'a failure and a pass',
    '',
    [invocation('FAIL', '<exception class="E"/>'), invocation('PASS')],
    ['FAILED', 'PASSED'],
  ],
  [
    'a failed set-up and a pass',
    '',
    [invocation('SKIP', '<exception class="E"/>'), invocation('PASS')],
    ['SKIPPED', 'PASSED'],
  ],
  [
    'a skip beside the retries of another test',
    'retried="1"',
    [invocation('SKIP', '<exception class="E"/>').replace(' UTC', 'Z'), invocation('PASS').replace(' UTC', 'Z')],
    ['SKIPPED', 'PASSED'],
  ],
  [
    'a skip of its own in TestNG 6',
    '',
    [invocation('SKIP', SKIP_EXCEPTION).replace(' UTC', 'Z'), invocation('PASS').replace(' UTC', 'Z')],
    ['SKIPPED', 'PASSED'],
  ],
])('keeps the invocations of a TestNG method apart: %s', async (_, root, methods, statuses) => {
  const { tests } = await read(testNg(root, ...methods))
  expect(tests.map(({ status }) => status)).toEqual(statuses)
  expect(tests.flatMap(({ earlier }) => earlier)).toEqual([])
})

test('merges the marked retries of an invocation of a TestNG method, and no other invocation', async () => {
  const retried = invocation('SKIP', '<exception class="E"/>', 'retried="true"')
  const { tests } = await read(
    testNg('retried="2"', retried, invocation('FAIL', '<exception class="E"/>'), retried, invocation('PASS')),
  )
  expect(tests.map(({ status, earlier }) => [status, earlier.map((one) => one.status)])).toEqual([
    ['FAILED', ['FAILED']],
    ['PASSED', ['FAILED']],
  ])
})

const surefire = (...cases: string[]) =>
  fileOf(
    'TEST-C.xml',
    `<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report-3.0.xsd" name="C">${cases.join('')}</testsuite>`,
  )
const ownXml = (...cases: string[]) =>
  fileOf(
    'TEST-C.xml',
    `<?xml version="1.0" encoding="UTF-8"?><!-- Generated by org.testng.reporters.JUnitReportReporter --><testsuite name="C">${cases.join('')}</testsuite>`,
  )
test.each([
  ['Surefire', surefire],
  ['TestNG', ownXml],
])('keeps a failure in the JUnit XML of %s, which writes retried ones in another form', async (_, report) => {
  const invocations = await read(report(failed, passed))
  expect(invocations.tests.map(({ status, earlier }) => [status, earlier.length])).toEqual([
    ['FAILED', 0],
    ['PASSED', 0],
  ])
  // A test that the retry analyzer of TestNG repeats is written as skipped.
  const retried = await read(report(skipped, passed))
  expect(retried.tests.map(({ status, earlier }) => [status, earlier.length])).toEqual([['PASSED', 1]])
})

test('reads attempts of CTRF that are listed, counted, or only called flaky', async () => {
  const { tests } = await read(fixture('ctrf-flaky/flaky.ctrf.json'))
  expect(tests.map(({ status, earlier }) => [status, earlier.length])).toEqual([
    ['PASSED', 2],
    ['PASSED', 1],
    ['PASSED', 0],
  ])
  expect(tests[1]?.earlier).toMatchObject([{ status: 'FAILED', reason: 'no radar' }])
  const ctrf = (fields: object) =>
    fileOf('ctrf.json', JSON.stringify({ results: { tests: [{ name: 't', status: 'passed', ...fields }] } }))
  expect((await read(ctrf({ flaky: true }))).tests[0]?.earlier).toHaveLength(1)
  expect((await read(ctrf({ status: 'failed', retries: 2 }))).tests[0]?.earlier).toHaveLength(2)
  const all = ctrf({ retries: 1, retryAttempts: [{ status: 'failed' }, { status: 'passed' }] })
  expect((await read(all)).tests[0]?.earlier).toMatchObject([{ status: 'FAILED' }])
})

test('orders attempts of Allure by start, end and number', async () => {
  expect((await read(fixture('allure-retry-same-millisecond/results.zip'))).tests).toMatchObject([
    { status: 'PASSED', earlier: [{ status: 'FAILED', reason: 'attempt 1 lost the connection' }] },
  ])
  const retry = (value: string) => ({ parameters: [{ name: 'Retry', value, excluded: true }] })
  const same = { start: 1_715_601_600_000, stop: 1_715_601_600_000 }
  const { tests } = await read(
    allure(
      result(0, { ...same, ...retry('2') }),
      result(0, { ...same, status: 'broken', statusDetails: { message: 'first' } }),
      result(0, { ...same, status: 'failed', statusDetails: { message: 'second' }, ...retry('1') }),
    ),
  )
  expect(tests).toMatchObject([{ status: 'PASSED', earlier: [{ reason: 'first' }, { reason: 'second' }] }])
})

test('separates Allure results of one history that ran in parallel, or in another browser', async () => {
  const parallel = await read(allure(result(0, { status: 'failed' }), result(5)))
  expect(parallel.tests.map(({ status }) => status)).toEqual(['FAILED', 'PASSED'])
  const browser = (value: string) => ({ labels: [{ name: 'parentSuite', value }] })
  const browsers = await read(
    allure(result(0, { status: 'failed', ...browser('chrome') }), result(100, browser('firefox'))),
  )
  expect(browsers.tests.map(({ status }) => status)).toEqual(['FAILED', 'PASSED'])
  const excluded = (value: string) => ({ parameters: [{ name: 'browser', value, excluded: true }] })
  const parameters = await read(
    allure(result(0, { status: 'failed', ...excluded('chrome') }), result(100, excluded('firefox'))),
  )
  expect(parameters.tests.map(({ status }) => status)).toEqual(['FAILED', 'PASSED'])
  const attempts = await read(allure(result(0, { status: 'failed' }), result(10)))
  expect(attempts.tests).toMatchObject([{ status: 'PASSED', earlier: [{ status: 'FAILED' }] }])
})

test('hides masked and hidden parameters of Allure, and ignores excluded ones in the identity', async () => {
  const [first, second] = await Promise.all(
    [1, 2].map((run) => read(fixture(`allure-hidden-parameters/run-${run}.zip`))),
  )
  expect(first?.tests.map(({ name }) => name)).toEqual(['signs in (anna, ******)'])
  expect(second?.tests.map(({ name }) => name)).toEqual(['signs in (anna, ******)'])
  expect(JSON.stringify(first)).not.toMatch(/t0ps3cret|pin-4711|sess-/)
  const secret = { name: 'password', value: 't0ps3cret', mode: 'hidden' }
  const step = { name: 'types t0ps3cret', status: 'failed' }
  const signedIn = await read(
    allure(
      result(0, {
        name: 'signs in[t0ps3cret]',
        status: 'failed',
        statusDetails: { message: 't0ps3cret is wrong' },
        parameters: [secret],
        steps: [step],
      }),
    ),
  )
  expect(JSON.stringify(signedIn)).not.toContain('t0ps3cret')
})

test('merges the attempts of a Cucumber scenario that is listed twice', async () => {
  const element = (status: string) => ({
    id: 'a;b',
    line: 3,
    name: 'opens',
    steps: [{ name: 'x', result: { status } }],
  })
  const { tests } = await read(
    fileOf(
      'cucumber.json',
      JSON.stringify([{ elements: [element('failed'), element('passed')], uri: 'f', name: 'F' }]),
    ),
  )
  expect(lines(tests)).toEqual(['PASSED F · opens'])
  expect(tests[0]?.earlier).toHaveLength(1)
})
