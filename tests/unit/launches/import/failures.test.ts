import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { fileOf, fixture, lines, named, read } from './read-reports.ts'

test('imports errors of suites as failed entries', async () => {
  const broken = await read(fixture('junit-suite-level-error/broken-suite.xml'))
  expect(lines(broken.tests)).toEqual([
    'PASSED Buoys · are lit',
    'PASSED Buoys · are numbered',
    'FAILED Tide table · Error of the suite Tide table',
  ])
  expect(broken.tests[2]?.reason).toContain('cannot find module ./tides')
  const only = await read(fixture('junit-suite-level-error/only-broken.xml'))
  expect(lines(only.tests)).toEqual(['FAILED Quay wall · Error of the suite Quay wall'])
  expect(only.tests[0]?.reason).toContain('no connection to the crane')
})

test('imports tests without a name, each under a name of its own', async () => {
  const { tests, counts } = await read(fixture('junit-nameless/nameless.xml'))
  expect(counts).toMatchObject({ passed: 1, failed: 3 })
  expect(lines(tests)).toEqual([
    'PASSED contract.Berths · GET /berths',
    'FAILED contract.Berths · Test without a name',
    'FAILED contract.Fares · Test without a name 2',
    'FAILED contract · Test without a name 3',
  ])
})

const trx = (results: string, summary: string) =>
  fileOf('a.trx', `<TestRun><Results>${results}</Results>${summary}</TestRun>`)

test('imports errors of a TRX run, failed runs without a failed test, and inner results', async () => {
  const crashed = await read(fixture('trx-run-error/crashed.trx'))
  expect(crashed.counts).toMatchObject({ passed: 2, failed: 1 })
  expect(named(crashed.tests, 'Error of the test run').reason).toContain('the test host process crashed')

  const passed = '<UnitTestResult testName="a" outcome="Passed"/>'
  const failed = '<UnitTestResult testName="b" outcome="Failed"/>'
  expect((await read(trx(passed, '<ResultSummary outcome="Failed"/>'))).counts).toMatchObject({ passed: 1, failed: 1 })
  expect((await read(trx(failed, '<ResultSummary outcome="Failed"/>'))).counts).toMatchObject({ failed: 1 })
  const warning =
    '<ResultSummary outcome="Completed"><RunInfos><RunInfo outcome="Warning"><Text>no dump</Text></RunInfo></RunInfos></ResultSummary>'
  const warned = await read(trx(passed, warning))
  expect(warned.counts).toMatchObject({ passed: 1, failed: 0 })
  expect(warned.problems).toMatchObject([{ message: 'The run reports: no dump' }])

  const rows = (outcome: string) =>
    trx(
      `<UnitTestResult testName="m" outcome="Failed"><InnerResults>${passed}<UnitTestResult testName="m (2)" outcome="${outcome}"/></InnerResults></UnitTestResult>`,
      '',
    )
  expect(lines((await read(rows('Failed'))).tests)).toEqual(['PASSED - · a', 'FAILED - · m (2)'])
  expect(lines((await read(rows('Passed'))).tests)).toEqual(['PASSED - · a', 'PASSED - · m (2)', 'FAILED - · m'])
})

test('imports a failed one-time tear-down of NUnit, but not failures of its tests', async () => {
  const suite = (site: string, failure: string, failed = 0) =>
    fileOf(
      'nunit.xml',
      `<test-run><test-suite type="TestFixture" name="MapTests" fullname="Harbour.MapTests" result="Failed" site="${site}" failed="${failed}"><failure><message>${failure}</message></failure><test-case name="Draws" result="${failed > 0 ? 'Failed' : 'Passed'}"/></test-suite></test-run>`,
    )
  const tearDown = await read(suite('TearDown', 'TearDown : port is in use'))
  expect(lines(tearDown.tests)).toEqual([
    'FAILED Harbour.MapTests · Tear-down of MapTests',
    'PASSED Harbour.MapTests · Draws',
  ])
  expect(tearDown.tests[0]?.reason).toContain('port is in use')
  expect((await read(suite('Child', 'One or more child tests had errors', 1))).tests).toHaveLength(1)
  expect((await read(suite('SetUp', 'no map', 1))).tests).toHaveLength(1)
})

test('imports errors of an xUnit assembly', async () => {
  const { tests } = await read(
    fileOf(
      'x.xml',
      '<assemblies><assembly name="/b/Shop.dll"><errors><error type="test-class-cleanup" name="Shop.Cart"><failure exception-type="E"><message>disposed twice</message></failure></error></errors><collection><test name="a" result="Pass"/></collection></assembly></assemblies>',
    ),
  )
  expect(lines(tests)).toEqual(['FAILED Shop.dll · test-class-cleanup: Shop.Cart', 'PASSED - · a'])
  expect(tests[0]?.reason).toBe('disposed twice')
})

test('imports errors of Playwright outside of tests, from JSON and blob', async () => {
  const error = {
    message: 'Error: no such file',
    stack: 'Error: no such file\n    at a.spec.ts:1',
    location: { file: '/x/a.spec.ts' },
  }
  const json = await read(fileOf('pw.json', JSON.stringify({ config: {}, suites: [], errors: [error] })))
  expect(lines(json.tests)).toEqual(['FAILED a.spec.ts · Error of a.spec.ts'])
  expect(json.tests[0]?.reason).toBe(error.stack)
  const events = [
    { method: 'onError', params: { error } },
    { method: 'onEnd', params: {} },
  ]
  const blob = zipSync({ 'report.jsonl': Buffer.from(events.map((event) => JSON.stringify(event)).join('\n')) })
  expect(lines((await read(fileOf('blob.zip', Buffer.from(blob)))).tests)).toEqual([
    'FAILED a.spec.ts · Error of a.spec.ts',
  ])
})

test('counts a Playwright test that was interrupted in a blob as aborted, and skips only the broken event', async () => {
  const test1 = { title: 't', testId: '1' }
  const events = [
    JSON.stringify({
      method: 'onProject',
      params: {
        project: { name: '', suites: [{ title: 'a.spec.ts', entries: [test1, { title: 'u', testId: '2' }] }] },
      },
    }),
    JSON.stringify({
      method: 'onTestBegin',
      params: { testId: '1', result: { id: 'r1', startTime: 1_715_601_600_000 } },
    }),
    '{"method":"onStdIO","params":{"da',
    JSON.stringify({ method: 'onTestBegin', params: { testId: '2', result: { id: 'r2' } } }),
    JSON.stringify({ method: 'onTestEnd', params: { test: { testId: '2' }, result: { id: 'r2', status: 'passed' } } }),
  ]
  const { tests, problems, isPartial } = await read(
    fileOf('blob.zip', Buffer.from(zipSync({ 'report.jsonl': Buffer.from(events.join('\n')) }))),
  )
  expect(lines(tests)).toEqual(['ABORTED a.spec.ts · t', 'PASSED a.spec.ts · u'])
  expect(problems).toMatchObject([
    { line: 3, message: 'An event is broken and was left out' },
    { message: 'The report ends before its run does: tests may be missing' },
  ])
  expect(isPartial).toBe(true)
})

const scenario = (fields: object) =>
  fileOf('c.json', JSON.stringify([{ uri: 'f', name: 'F', elements: [{ name: 's', type: 'scenario', ...fields }] }]))
const step = (status: string, more: object = {}) => ({ keyword: 'Given ', name: 'x', result: { status }, ...more })

test('fails Cucumber scenarios with undefined and pending steps, and with failed hooks of steps', async () => {
  const { tests } = await read(fixture('cucumber-undefined/undefined.json'))
  expect(lines(tests)).toEqual([
    'FAILED Bridge · Bridge opens',
    'FAILED Bridge · Bridge waits',
    'PASSED Bridge · Bridge closes',
  ])
  expect(tests.map(({ reason }) => reason)).toEqual(['Given a drawbridge: undefined', 'TODO: implement me', null])
  const odd = await read(scenario({ steps: [step('passed'), step('melted')] }))
  expect(odd.tests).toMatchObject([{ status: 'ABORTED' }])
  const hook = [{ result: { status: 'failed', error_message: 'no screenshot' } }]
  for (const fields of [{ steps: [step('passed', { after: hook })] }, { steps: [step('passed')], after: hook }]) {
    const one = await read(scenario(fields))
    expect(one.tests).toMatchObject([{ status: 'FAILED', reason: 'no screenshot' }])
  }
})

test('imports errors of an Allure run and failed fixtures whose tests passed', async () => {
  const globals = await read(fixture('allure-folder-refused/with-globals.zip'))
  expect(lines(globals.tests)).toEqual(['PASSED Cart · adds an item', 'FAILED - · Error outside of the tests'])
  expect(globals.tests[1]?.reason).toContain('warehouse is closed')
  const folder = (status: string) =>
    fileOf(
      'results.zip',
      Buffer.from(
        zipSync({
          'a-container.json': Buffer.from(
            JSON.stringify({
              uuid: 'c',
              children: ['u1'],
              afters: [{ name: 'closeShop', status: 'broken', statusDetails: { message: 'door is stuck' } }],
            }),
          ),
          'a-result.json': Buffer.from(JSON.stringify({ uuid: 'u1', historyId: 'h', name: 'adds', status })),
        }),
      ),
    )
  const passed = await read(folder('passed'))
  expect(lines(passed.tests)).toEqual(['FAILED - · Tear-down closeShop', 'PASSED - · adds'])
  expect(passed.tests[0]?.reason).toBe('door is stuck')
  expect((await read(folder('failed'))).tests).toHaveLength(1)
})

test.each([
  ['catch2.xml', ['TEST_CASE tagged with !mayfail', '1 == 2']],
  ['node.xml', ['SHOP-9 is open', '1 !== 2']],
])('skips a known defect of %s, with both texts', async (file, texts) => {
  const { tests } = await read(fixture(`junit-skipped-and-failure/${file}`))
  expect(tests).toMatchObject([{ status: 'SKIPPED' }])
  for (const text of texts) expect(tests[0]?.reason).toContain(text)
})

test.each([
  ['status="run" result="skipped"', 'SKIPPED'],
  ['status="notrun" result="suppressed"', 'SKIPPED'],
  ['status="run" result="completed"', 'PASSED'],
  ['status="fail"', 'FAILED'],
  ['result="failed"', 'FAILED'],
  ['result="timedout"', 'FAILED'],
  ['status="interrupted"', 'ABORTED'],
  ['status="melted"', 'PASSED'],
  ['success="false"', 'FAILED'],
  ['executed="False"', 'SKIPPED'],
])('reads the result of a JUnit test with %s', async (attributes, status) => {
  const { tests, problemCount } = await read(
    fileOf('a.xml', `<testsuite><testcase name="n" ${attributes}/></testsuite>`),
  )
  expect(tests).toMatchObject([{ status }])
  expect(problemCount).toBe(attributes.includes('melted') ? 1 : 0)
})

test.each([
  ['<Failure message="no echo"/>', 'FAILED'],
  ['<failed>no echo</failed>', 'FAILED'],
  ['<ERROR message="no echo"/>', 'FAILED'],
  ['<ignored message="no echo"/>', 'SKIPPED'],
  ['<disabled>no echo</disabled>', 'SKIPPED'],
])('reads the result element %s of JUnit, with its text', async (element, status) => {
  const { tests } = await read(fileOf('a.xml', `<testsuite><testcase name="n">${element}</testcase></testsuite>`))
  expect(tests).toMatchObject([{ status, reason: 'no echo' }])
})

test.each([
  [{ status: 'other' }, 'SKIPPED'],
  [{ status: 'other', rawStatus: 'todo' }, 'SKIPPED'],
  [{ status: 'other', rawStatus: 'timedOut' }, 'FAILED'],
  [{ status: 'other', rawStatus: 'interrupted' }, 'ABORTED'],
  [{ status: 'great' }, 'ABORTED'],
  [{}, 'ABORTED'],
])('reads the CTRF test %j', async (fields, status) => {
  const { tests } = await read(fileOf('c.json', JSON.stringify({ results: { tests: [{ name: 't', ...fields }] } })))
  expect(tests).toMatchObject([{ name: 't', status }])
})

test('reads words of results in another case, or of other formats', async () => {
  const results = ['pass', 'FAIL', 'skipped', 'Error', 'ignored', 'melted']
  const { tests } = await read(
    fileOf(
      'x.xml',
      `<assemblies><assembly>${results.map((result) => `<test name="${result}" result="${result}"/>`).join('')}</assembly></assemblies>`,
    ),
  )
  expect(tests.map(({ status }) => status)).toEqual(['PASSED', 'FAILED', 'SKIPPED', 'FAILED', 'SKIPPED', 'ABORTED'])
})

test('reads a CTRF test with fields of wrong types, and its steps', async () => {
  const steps = [{ name: 'adds', status: 'passed' }, 'pays']
  const odd = { name: 't', status: 'passed', message: 7, duration: 'soon', tags: 'x', steps }
  const { tests } = await read(fileOf('c.json', JSON.stringify({ results: { tests: [odd] } })))
  expect(tests).toMatchObject([{ status: 'PASSED', durationMs: null }])
  expect(tests[0]?.steps.steps).toEqual([
    { title: 'adds', depth: 0, status: 'PASSED' },
    { title: 'pays', depth: 0, status: null },
  ])
  expect(tests[0]?.output.map(({ message }) => message)).toEqual(['7'])
})

test('fails a Playwright test that passes although it is expected to fail', async () => {
  const spec = (expectedStatus: string, ...statuses: string[]) => ({
    title: expectedStatus,
    tests: [{ expectedStatus, results: statuses.map((status) => ({ status })) }],
  })
  const { tests } = await read(
    fileOf(
      'pw.json',
      // Sorted keys: the title of a suite comes after its tests.
      JSON.stringify({
        config: {},
        suites: [
          {
            specs: [spec('failed', 'passed'), spec('failed', 'failed'), spec('passed'), spec('passed', 'interrupted')],
            title: 'a.spec.ts',
          },
        ],
      }),
    ),
  )
  expect(lines(tests)).toEqual([
    'FAILED a.spec.ts · failed',
    'PASSED a.spec.ts · failed',
    'SKIPPED a.spec.ts · passed',
    'ABORTED a.spec.ts · passed',
  ])
  expect(tests[0]?.reason).toBe('The test was expected to fail, but passed')
})

test.each([
  ['a.xml', '<testsuites failures="2"><testsuite name="s"><testcase name="n"/></testsuite></testsuites>'],
  [
    'a.xml',
    '<testsuites><testsuite name="s"><testcase name="n"/></testsuite><testsuite name="t" errors="2"/></testsuites>',
  ],
  [
    'a.xml',
    '<testng-results failed="2"><suite><test><class name="C"><test-method name="n" status="PASS"/></class></test></suite></testng-results>',
  ],
  ['a.xml', '<test-run failed="2"><test-suite><test-case name="n" result="Passed"/></test-suite></test-run>'],
  [
    'a.xml',
    '<assemblies><assembly failed="1" errors="1"><collection><test name="n" result="Pass"/></collection></assembly></assemblies>',
  ],
  ['a.json', '{"results":{"summary":{"failed":2},"tests":[{"name":"n","status":"passed"}]}}'],
  [
    'a.json',
    '{"config":{},"suites":[{"title":"f","specs":[{"title":"n","tests":[{"results":[{"status":"passed"}]}]}]}],"stats":{"unexpected":2}}',
  ],
])('fails an import of %s that counts failures and lists none: %s', async (name, content) => {
  const { tests } = await read(fileOf(name, content))
  expect(tests.map(({ status }) => status)).toEqual(['PASSED', 'FAILED'])
  expect(tests[1]?.reason).toBe('The report counts 2 failures and lists 0')
})

test('reports fewer listed than counted failures, and adds none to a broken or skipping report', async () => {
  const suite = (rest: string) => fileOf('a.xml', `<testsuite failures="2">${rest}</testsuite>`)
  const broken = '{"results":{"summary":{"failed":2},"tests":[{"name":"n","status":"passed"},'
  for (const file of [
    suite('<testcase name="f"><failure/></testcase>'),
    suite('<testcase name="f"><skipped/></testcase>'),
    fileOf('a.json', broken),
  ]) {
    const { tests, problems } = await read(file)
    expect(tests).toHaveLength(1)
    expect(problems.at(-1)?.message).toMatch(/^The report counts 2 failures and lists [01]$/)
  }
})
