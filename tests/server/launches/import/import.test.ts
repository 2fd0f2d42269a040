import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '../../../../contract/call.ts'
import { listTests } from '../../../../contract/launches/launch-tests.ts'
import { getLaunch, listLaunches } from '../../../../contract/launches/launches.ts'
import { listFlakyTests } from '../../../../contract/launches/flaky-tests.ts'
import {
  getResultImport,
  ImportedLaunch,
  IMPORTED_LAUNCHES_PATH,
  PARTIAL_LABEL,
  RESULT_IMPORTS_PATH,
  ResultImportLine,
  runResultImport,
  SentResults,
} from '../../../../contract/launches/result-import.ts'
import { TestAgent } from '../../support/agent.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../../support/people.ts'

let app: TestApp
let owner: TestUser
let projectId: number
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
})
afterAll(() => app.close())

const params = { projectKey: 'DEF' }
const reportNamed = (name: string) => readFileSync(path.join(import.meta.dirname, 'files', name))
const formOf = (
  ...files: { name: string; content: string | Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer> }[]
): FormData => {
  const data = new FormData()
  for (const { name, content } of files) data.append('file', new Blob([content]), name)
  return data
}
const pytest = () => formOf({ name: 'pytest.xml', content: reportNamed('pytest.xml') as Buffer<ArrayBuffer> })
const upload = (body: FormData) =>
  send(app, pathOf(RESULT_IMPORTS_PATH, params), { method: 'POST', token: owner.token, body })
const sent = async (body: FormData) => {
  const received = await upload(body)
  if (received.status !== 201) throw new Error(JSON.stringify(received.body))
  return SentResults.parse(received.body).data
}
const run = async (importId: string, fields: object = { name: 'Nightly', environment: 'QA', build: '1.2' }) => {
  const { body } = await send(app, pathOf(runResultImport.path, { ...params, importId }), {
    method: 'POST',
    token: owner.token,
    body: fields,
  })
  const lines =
    typeof body === 'string'
      ? body
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown)
      : [body]
  return lines.map((line) => ResultImportLine.parse(line))
}
const launchCount = async () => (await ask(app, listLaunches, { params, token: owner.token, query: {} })).launchesTotal

test('reports are described, then become a launch with tests, tries, output and cases', async () => {
  const described = await sent(pytest())
  expect(described).toMatchObject({
    files: [{ name: 'pytest.xml', format: 'junit', tests: 4 }],
    tests: 4,
    counts: { passed: 1, failed: 2, skipped: 1, blocked: 0, aborted: 0 },
    suggested: { name: 'pytest', environment: null, build: null },
    failures: ['test_refuses', 'test_error'],
    problemCount: 0,
  })
  const again = await ask(app, getResultImport, { params: { ...params, importId: described.id }, token: owner.token })
  expect(again.data).toEqual(described)

  const news = await run(described.id)
  expect(news[0]).toEqual({ tests: 4 })
  const outcome = news.at(-1)
  if (outcome === undefined || !('outcome' in outcome)) throw new Error('the import told no outcome')
  const { launchId } = outcome.outcome
  const { launch } = await ask(app, getLaunch, { params: { ...params, launchId }, token: owner.token })
  expect(launch).toMatchObject({
    name: 'Nightly',
    environment: 'QA',
    build: '1.2',
    status: 'FAILED',
    statistics: { passed: 1, failed: 2, skipped: 1, inProgress: 0 },
  })
  const { items } = await ask(app, listTests, { params: { ...params, launchId }, token: owner.token, query: {} })
  const adds = items.find(({ name }) => name === 'test_adds')
  expect(adds).toMatchObject({
    className: 'test_cart.TestCart',
    testCases: [{ tcmType: 'XRAY', testCaseId: 'SHOP-7' }],
  })
  expect(items.find(({ name }) => name === 'test_refuses')?.failureKey).not.toBeNull()
  expect(new Date(launch.endedAt ?? 0).getTime()).toBeGreaterThan(new Date(launch.startedAt).getTime())

  // Repeated, as after a lost answer: the same launch.
  const before = await launchCount()
  expect((await run(described.id)).at(-1)).toEqual(outcome)
  expect(await launchCount()).toBe(before)
})

test('tries before the last one become attempts of the test', async () => {
  const described = await sent(
    formOf({ name: 'surefire.xml', content: reportNamed('surefire.xml') as Buffer<ArrayBuffer> }),
  )
  const outcome = (await run(described.id)).at(-1)
  if (outcome === undefined || !('outcome' in outcome)) throw new Error('the import told no outcome')
  const place = { ...params, launchId: outcome.outcome.launchId }
  const { items } = await ask(app, listTests, { params: place, token: owner.token, query: {} })
  expect(items.find(({ name }) => name === 'pays')).toMatchObject({ status: 'PASSED', attempts: 2 })
})

test('a script sends reports and gets a launch, once for each key', async () => {
  const address = `${pathOf(IMPORTED_LAUNCHES_PATH, params)}?name=From%20CI&build=77`
  const post = (headers: Record<string, string> = {}) =>
    send(app, address, { method: 'POST', token: owner.token, body: pytest(), headers })
  const first = await post({ 'idempotency-key': 'build-77' })
  expect(first.status).toBe(201)
  const made = ImportedLaunch.parse(first.body)
  expect(made).toMatchObject({ tests: 4, counts: { failed: 2 } })
  expect((await post({ 'idempotency-key': 'build-77' })).body).toEqual(first.body)
  expect(ImportedLaunch.parse((await post()).body).launchId).not.toBe(made.launchId)
  const { launch } = await ask(app, getLaunch, { params: { ...params, launchId: made.launchId }, token: owner.token })
  expect(launch).toMatchObject({ name: 'From CI', build: '77' })
})

test('a launch has the origin that the call states, then that of the reports, then the detected one', async () => {
  const report = `<testsuite name="cart"><properties>
    <property name="branch" value="report"/><property name="git.commit" value="1234567"/>
  </properties><testcase name="adds"/></testsuite>`
  const post = (query: Record<string, string>) =>
    send(app, `${pathOf(IMPORTED_LAUNCHES_PATH, params)}?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      token: owner.token,
      body: formOf({ name: 'cart.xml', content: report }),
    })
  const detected = JSON.stringify({ branch: 'detected', commit: '7654321', ciServer: 'Jenkins', buildUrl: 'nowhere' })
  const { launchId } = ImportedLaunch.parse((await post({ branch: 'stated', detected })).body)
  const { launch } = await ask(app, getLaunch, { params: { ...params, launchId }, token: owner.token })
  expect(launch.origin).toEqual({ branch: 'stated', commit: '1234567', ciServer: 'Jenkins' })

  const refused = await post({ branch: 'b'.repeat(256), pullRequest: 'x', detected: '[' })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('detected')])
  expect(JSON.stringify((await post({ branch: 'b'.repeat(256), pullRequest: 'x' })).body)).toMatch(
    /"branch".*"pullRequest"/,
  )

  const described = await sent(formOf({ name: 'cart.xml', content: report }))
  expect(described.suggested.origin).toEqual({ branch: 'report', commit: '1234567' })
  const { outcome } = (
    await run(described.id, { name: 'Cart', environment: '', build: '', origin: { branch: 'form' } })
  ).at(-1) as { outcome: ImportedLaunch }
  const made = await ask(app, getLaunch, { params: { ...params, launchId: outcome.launchId }, token: owner.token })
  expect(made.launch.origin).toEqual({ branch: 'form', commit: '1234567' })
})

test('rejects guests and users of other projects before reading a file', async () => {
  const guest = await aUser(app, { roles: { [projectId]: 'GUEST' } })
  const stranger = await aUser(app)
  for (const route of [RESULT_IMPORTS_PATH, IMPORTED_LAUNCHES_PATH]) {
    const post = async (token: string) =>
      (await send(app, pathOf(route, params), { method: 'POST', token, body: pytest() })).status
    expect([await post(guest.token), await post(stranger.token), await post('')]).toEqual([403, 404, 401])
  }
  const described = await sent(pytest())
  const other = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
  const requested = { params: { ...params, importId: described.id }, token: other.token }
  expect(await refusalOf(app, getResultImport, requested)).toMatchObject({ status: 404 })
})

test('rejects a file that is not a report with its reason, and stores nothing', async () => {
  const before = await launchCount()
  const refused = async (body: FormData) => {
    const received = await upload(body)
    expect(received.status).toBe(400)
    return JSON.stringify(received.body)
  }
  expect(await refused(formOf({ name: 'a.txt', content: 'hello' }))).toContain('neither XML nor JSON')
  expect(await refused(formOf({ name: 'a.xml', content: '<testsuites/>' }))).toContain('No tests were found')
  expect(await refused(new FormData())).toContain('The form holds no file')
  const bomb = zipSync({ 'report.xml': new Uint8Array(80 * 1024 * 1024) }) as Uint8Array<ArrayBuffer>
  expect(await refused(formOf({ name: 'bomb.zip', content: bomb }))).toContain('unpacks to far more')
  expect(await refused(formOf({ name: 'a.xml', content: '<testsuites/>' }))).toContain(
    'Understood are JUnit XML, Open Test Reporting, TestNG',
  )
  expect(await launchCount()).toBe(before)
})

test('closing the connection while a launch is created undoes all of it', async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `<testcase classname="a.B" name="t${i}" time="0.01"/>`)
  const described = await sent(
    formOf({ name: 'many.xml', content: `<testsuite name="Many">${many.join('')}</testsuite>` }),
  )
  const before = await launchCount()
  await new Promise<void>((resolve, reject) => {
    const body = JSON.stringify({ name: 'Cut off', environment: '', build: '' })
    const request = http.request(
      `${app.url}${pathOf(runResultImport.path, { ...params, importId: described.id })}`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${owner.token}`,
          'content-type': 'application/json',
          'content-length': body.length,
        },
      },
      (response) => {
        response.once('data', () => {
          request.destroy()
          resolve()
        })
        response.on('error', () => {})
      },
    )
    request.on('error', (error) => (request.destroyed ? undefined : reject(error)))
    request.end(body)
  })
  await expect.poll(launchCount).toBe(before)
  await expect
    .poll(async () => (await app.db.selectFrom('test').select('id').where('name', '=', 't1').execute()).length)
    .toBe(0)
  const outcome = (await run(described.id)).at(-1)
  expect(outcome).toMatchObject({ outcome: { tests: 20_000 } })
})

test('reports what is wrong with a malformed form', async () => {
  const many = formOf(...Array.from({ length: 101 }, (_, i) => ({ name: `TEST-${i}.xml`, content: '<testsuite/>' })))
  expect(JSON.stringify((await upload(many)).body)).toContain('At most 100 files can be sent: pack them into a ZIP')
  const withField = pytest()
  withField.append('name', 'Nightly')
  expect(JSON.stringify((await upload(withField)).body)).toContain('name, environment and build are query parameters')
  expect(JSON.stringify((await upload(new FormData())).body)).toContain('The form holds no file')
})

test.each(['plain', 'zipped'])('imports a %s JSON report of 57 MB in the memory of one reader', async (kind) => {
  const attachment = { name: 'screenshot', contentType: 'image/png', body: 'A'.repeat(28_000) }
  const specs = Array.from({ length: 2000 }, (_, i) => ({
    title: `test ${i}`,
    tests: [{ expectedStatus: 'passed', results: [{ status: 'passed', duration: 5, attachments: [attachment] }] }],
  }))
  const report = Buffer.from(JSON.stringify({ config: {}, suites: [{ title: 'a.spec.ts', specs }] }))
  expect(report.length).toBeGreaterThan(56_000_000)
  const body =
    kind === 'plain'
      ? formOf({ name: 'report.json', content: report })
      : formOf({
          name: 'reports.zip',
          content: zipSync({ 'report.json': report }, { level: 6 }) as Uint8Array<ArrayBuffer>,
        })
  const [large, small] = await Promise.all([upload(body), upload(pytest())])
  expect(small.status).toBe(201)
  expect(SentResults.parse(large.body).data).toMatchObject({
    tests: 2000,
    problems: [],
  })
})

test('stops reading a JSON report with more entries than an import can have', async () => {
  const report = Buffer.concat([
    Buffer.from('{"results":{"tests":['),
    Buffer.from('{"a":[]},'.repeat(600_000)),
    Buffer.from('{}]}}'),
  ])
  const { status, body } = await upload(formOf({ name: 'report.json', content: report }))
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain('The report has more than 500,000 entries')
})

test('marks a launch of which a part could not be read, in the answer and by a label', async () => {
  const whole = '<testsuites><testsuite name="s"><testcase classname="c" name="n"/>'
  const { status, body } = await send(app, pathOf(IMPORTED_LAUNCHES_PATH, params), {
    method: 'POST',
    token: owner.token,
    body: formOf({ name: 'cut.xml', content: whole }, { name: 'empty.xml', content: '' }),
  })
  expect(status).toBe(201)
  const made = ImportedLaunch.parse(body)
  expect(made).toMatchObject({
    tests: 1,
    isPartial: true,
    problems: [
      { file: 'cut.xml', line: 1, message: expect.stringContaining('1 test before that was read') as string },
      { file: 'empty.xml', message: 'The file is empty' },
    ],
  })
  const { launch } = await ask(app, getLaunch, { params: { ...params, launchId: made.launchId }, token: owner.token })
  expect(launch.labels).toEqual([PARTIAL_LABEL])
})

const folder = path.join(import.meta.dirname, '../../../fixtures/reports')
const unstorable = ['numbers-500', 'lone-surrogate-500'].flatMap((kind) =>
  readdirSync(path.join(folder, kind)).map((name) => [name, path.join(folder, kind, name)] as const),
)

test.each(unstorable)(
  'imports %s, which has values that cannot be stored, by page and by script',
  async (name, place) => {
    const content = readFileSync(place) as Buffer<ArrayBuffer>
    const described = await sent(formOf({ name, content }))
    expect((await run(described.id)).at(-1)).toMatchObject({ outcome: { tests: 1 } })
    const address = pathOf(IMPORTED_LAUNCHES_PATH, params)
    const posted = await send(app, address, { method: 'POST', token: owner.token, body: formOf({ name, content }) })
    expect(posted.status).toBe(201)
  },
)

test('links the cases of the project that tests name, and lists unknown ones in the preview and the outcome', async () => {
  await app.db.insertInto('test_case').values({ project_id: projectId, number: 1, title: 'Opens' }).execute()
  const report =
    '<testsuite><testcase name="[DEF-1] opens"/><testcase name="[DEF-77] floods"/><testcase name="[HB-1] locks"/></testsuite>'
  const described = await sent(formOf({ name: 'gate.xml', content: report }))
  const message = 'The test "[DEF-77] floods" names DEF-77, which is no test case of this project: it is not linked'
  const problems = [{ file: 'gate.xml', line: null, message }]
  expect(described.problems).toEqual(problems)
  const outcome = (await run(described.id)).at(-1)
  if (outcome === undefined || !('outcome' in outcome)) throw new Error('the import told no outcome')
  expect(outcome.outcome.problems).toEqual(problems)
  const place = { ...params, launchId: outcome.outcome.launchId }
  const { items } = await ask(app, listTests, { params: place, token: owner.token, query: {} })
  expect(items.flatMap(({ name, testCases }) => testCases.map(({ testCaseId }) => [name, testCaseId]))).toEqual([
    ['[DEF-1] opens', 'DEF-1'],
  ])
})

test('lists a test as flaky that passed at the second attempt in each imported launch', async () => {
  const retried = '<testcase classname="RadarTest" name="sees a ship"><flakyFailure message="no echo"/></testcase>'
  const report = `<testsuite>${retried}<testcase classname="RadarTest" name="turns"/></testsuite>`
  for (const _ of [1, 2]) await run((await sent(formOf({ name: 'a.xml', content: report }))).id)
  const { items } = await ask(app, listFlakyTests, { params, token: owner.token, query: {} })
  expect(items.filter(({ name }) => ['sees a ship', 'turns'].includes(name))).toMatchObject([
    { name: 'sees a ship', retries: 2, rate: 1 },
  ])
})

test('attaches the output of suites to the launch as a file', async () => {
  const report = '<testsuite name="Quay"><testcase name="moors"/><system-out>moored at 12:00</system-out></testsuite>'
  const outcome = (await run((await sent(formOf({ name: 'a.xml', content: report }))).id)).at(-1)
  if (outcome === undefined || !('outcome' in outcome)) throw new Error('the import told no outcome')
  expect(outcome.outcome.problems).toEqual([])
  const place = { ...params, launchId: outcome.outcome.launchId }
  const { launch } = await ask(app, getLaunch, { params: place, token: owner.token })
  expect(launch.status).toBe('PASSED')
  expect(launch.artifacts).toMatchObject([{ name: 'output-of-suites.log' }])
  const file = await send(app, launch.artifacts[0]?.url ?? '', { token: owner.token })
  expect(file.body).toBe('===== a.xml · Quay\nmoored at 12:00\n\n')
})

test('gives imported tests the histories of the same tests by agents', async () => {
  const agent = await TestAgent.of(app, owner)
  const launch = await agent.startLaunch({ name: 'By agent' })
  const live = [
    { name: 'adds', className: 'agents.CartTest', methodName: 'adds' },
    { name: '[2] 7', className: 'agents.CartTest', methodName: 'prices', argumentsIndex: 2 },
    {
      name: 'chromium > pay.spec.js > Payment > pays',
      className: 'pay.spec.js > Payment',
      methodName: 'chromium > pay.spec.js > Payment > pays',
    },
  ]
  for (const body of live)
    await agent.request('POST', `/test-runs/${launch.id}/tests`, { ...body, startedAt: '2026-05-13T12:00:00Z' })
  const cases = ['adds()', 'prices(int)[1]', 'prices(int)[2]'].map(
    (name) => `<testcase classname="agents.CartTest" name="${name}"/>`,
  )
  const allure = {
    uuid: 'u1',
    name: 'adds two articles',
    status: 'passed',
    labels: [
      { name: 'testClass', value: 'agents.CartTest' },
      { name: 'testMethod', value: 'adds' },
    ],
  }
  const spec = { title: 'pays', tests: [{ projectName: 'chromium', results: [{ status: 'passed' }] }] }
  const suites = [{ title: 'pay.spec.js', specs: [], suites: [{ title: 'Payment', specs: [spec] }] }]
  const files = [
    { name: 'a.xml', content: `<testsuite>${cases.join('')}</testsuite>` },
    { name: 'a-result.json', content: JSON.stringify(allure) },
    { name: 'playwright.json', content: JSON.stringify({ config: {}, suites }) },
  ]
  const outcome = (await run((await sent(formOf(...files))).id)).at(-1)
  expect(outcome).toMatchObject({ outcome: { tests: 5 } })
  const rows = await app.db
    .selectFrom('test')
    .select(['name', 'identity'])
    .where('class_name', 'in', ['agents.CartTest', 'pay.spec.js > Payment'])
    .execute()
  const histories = [...new Set(rows.map(({ identity }) => identity))].map((history) =>
    rows.flatMap(({ name, identity }) => (identity === history ? [name] : [])).toSorted(),
  )
  expect(new Set(histories.map((names) => names.join(' | ')))).toEqual(
    new Set([
      'Payment › pays | chromium > pay.spec.js > Payment > pays',
      '[2] 7 | prices(int)[2]',
      'adds | adds two articles | adds()',
      'prices(int)[1]',
    ]),
  )
})
