import { gzipSync } from 'node:zlib'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { expect, test } from 'vitest'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { createAttachments } from '../../../../server/launches/import/attachments/attachments.ts'
import { fileNamed, fileOf, fixture, named, read } from './read-reports.ts'
import { tarOf } from './tar-of.ts'

const zipOf = (name: string, files: Record<string, string | Uint8Array>) =>
  fileOf(
    name,
    Buffer.from(
      zipSync(
        Object.fromEntries(
          Object.entries(files).map(([path, content]) => [
            path,
            typeof content === 'string' ? strToU8(content) : content,
          ]),
        ) as Zippable,
        { level: 6 },
      ),
    ),
  )
const junit = (...paths: readonly string[]) =>
  `<testsuite><testcase classname="c" name="n"><system-out>${paths.map((path) => `\n[[ATTACHMENT|${path}]]\n`).join('')}</system-out></testcase></testsuite>`
const result = (fields: object) =>
  JSON.stringify({ uuid: 'u', name: 'moors', status: 'passed', historyId: 'h', ...fields })

type Read = Awaited<ReturnType<typeof read>>
/** Returns the names of attachments, each with the beginning of its content. */
const namesIn = ({ contentsOf }: Read, attached: Parameters<Read['contentsOf']>[0]): string[] =>
  contentsOf(attached).map(([name, content]) => `${name}: ${content?.slice(0, 8).replace(/[^\x20-\x7e]/g, '?')}`)
const messagesIn = ({ problems }: Read): string[] => problems.map(({ message }) => message)

test('reads the resources and bodies of a blob report of Playwright, by attempt', async () => {
  const all = await read(fileNamed('attachments/playwright-blob.zip'))
  expect(all.problems).toEqual([])
  const flaky = named(all.tests, 'shows the berth')
  expect(namesIn(all, flaky.earlier[0]?.attachments ?? [])).toEqual([
    'tide.json: {"level"',
    'chart.svg: <svg xml',
    'screenshot.png: ?PNG????',
    'error-context.md: # Instru',
    'trace.zip: PK??????',
  ])
  expect(namesIn(all, flaky.attachments)).toEqual(['tide.json: {"level"', 'chart.svg: <svg xml'])
})

test('reads the files that the JSON and JUnit reports of Playwright name, whatever the machine', async () => {
  const all = await read(fileNamed('attachments/playwright-json-and-junit.zip'))
  expect(all.problems).toEqual([])
  const [fromJson, fromXml] = all.tests.filter(({ name }) => name.endsWith('opens the lock'))
  expect([fromJson?.earlier[0]?.attachments, fromJson?.attachments].map((one) => namesIn(all, one ?? []))).toEqual(
    Array.from({ length: 2 }, () => ['screenshot.png: ?PNG????', 'error-context.md: # Instru', 'trace.zip: PK??????']),
  )
  expect(namesIn(all, fromXml?.attachments ?? [])).toEqual(
    ['test-failed-1.png: ?PNG????', 'error-context.md: # Instru', 'trace.zip: PK??????'].flatMap((line, _, lines) =>
      line === lines[0] ? [...lines, ...lines] : [],
    ),
  )
  expect(fromXml?.output).toEqual([])
})

test('reads files of Allure: of tests, of their steps, and of fixtures, which belong to the tests that they are for', async () => {
  const all = await read(fileNamed('attachments/allure-mocha.zip'))
  expect(all.problems).toEqual([])
  expect(namesIn(all, named(all.tests, 'moors').attachments)).toEqual([
    'chart.json: {"level"',
    'tide table.txt: low 3 m',
    'berth after.png: ?PNG????',
  ])
  expect(namesIn(all, named(all.tests, 'leaves').attachments)).toEqual([
    'page.html: <script>',
    'tide table.txt: low 3 m',
    'berth after.png: ?PNG????',
  ])
  const lost = await read(
    fileOf(
      'c-container.json',
      '{"uuid":"c","children":["x"],"befores":[{"attachments":[{"name":"a","source":"b.txt"}]}]}',
    ),
    fileOf('u-result.json', result({})),
    fileOf('b.txt', 'text'),
  )
  expect(lost.attachments).toEqual([['a.txt', 'text']])
  expect(lost.problems).toEqual([])
})

test('reads what steps and hooks of Cucumber embed, and logs as output', async () => {
  const all = await read(fileNamed('attachments/cucumber-js.json'))
  const opens = named(all.tests, 'opens')
  expect(namesIn(all, opens.attachments)).toEqual([
    'attachment.txt: level 3 ',
    'attachment.png: ?PNG????',
    'attachment.json: {"a":1}',
  ])
  expect(opens.output.at(-1)).toEqual({ level: 'INFO', message: 'opened' })
  const embedded = (data: string) => ({ data, mime_type: 'text/plain', name: 'note' })
  const steps = [{ result: { status: 'passed' }, embeddings: ['stuck at noon', 'test', 'bm9vbg=='].map(embedded) }]
  const plain = await read(fileOf('a.json', JSON.stringify([{ uri: 'a', elements: [{ name: 'n', steps }] }])))
  expect(namesIn(plain, plain.tests[0]?.attachments ?? [])).toEqual([
    'note.txt: stuck at',
    'note.txt: test',
    'note.txt: noon',
  ])
})

test('reads the files that JUnit XML names in the output and the properties of tests and suites', async () => {
  const marked = await read(fixture('report-attachments/junit.zip'))
  expect(namesIn(marked, marked.tests[0]?.attachments.slice(0, 2) ?? [])).toEqual([
    'chart-1.png: ?PNG????',
    'Karte \u00e4\u00f6\u00fc.png: ?PNG????',
  ])
  expect(messagesIn(marked)).toEqual(['1 attachment was not imported: it is not in the upload'])
  expect(marked.tests[0]?.output).toEqual([{ level: 'INFO', message: 'opened the chart' }])
  const report = `<testsuite name="s"><testcase classname="c" name="n"><properties>
    <property name="attachment" value="a.txt"/><property name="testrail_attachment" value="C:\\ci\\b.txt"/>
    <property name="testrun_evidence"><item name="evidence.txt">bm9vbg==</item></property>
    <property name="owner" value="Ada"/></properties></testcase>
    <system-out>done\n[[ATTACHMENT|a.txt]]\n</system-out></testsuite>`
  const all = await read(zipOf('a.zip', { 'a.xml': report, 'a.txt': 'first', 'b.txt': 'second' }))
  expect(namesIn(all, all.tests[0]?.attachments ?? [])).toEqual(['a.txt: first', 'b.txt: second', 'evidence.txt: noon'])
  expect(all.tests[0]?.labels).toEqual([{ key: 'owner', value: 'Ada' }])
  expect(all.attachments).toEqual([['a.txt', 'first']])
  expect([all.output, all.problems]).toEqual(['===== a.zip/a.xml \u00b7 s\ndone\n\n', []])
})

test('reads the files of results and of the run in TRX', async () => {
  const collected = (href: string) =>
    `<CollectorDataEntries><Collector uri="x"><UriAttachments><UriAttachment><A href="${href}"/></UriAttachment></UriAttachments></Collector></CollectorDataEntries>`
  const trx = `<TestRun><Results>
    <UnitTestResult testName="a" outcome="Failed" relativeResultsDirectory="r1"><ResultFiles><ResultFile path="AGENT7\\shot.txt"/></ResultFiles>${collected('AGENT7\\video.txt')}</UnitTestResult>
    <UnitTestResult testName="b" outcome="Failed" relativeResultsDirectory="r2"><ResultFiles><ResultFile path="AGENT7\\shot.txt"/></ResultFiles></UnitTestResult>
    </Results><ResultSummary outcome="Failed">${collected('AGENT7\\coverage.txt')}</ResultSummary></TestRun>`
  const all = await read(
    zipOf('a.zip', {
      'TestResults/run.trx': trx,
      'TestResults/run/In/r1/AGENT7/shot.txt': 'one',
      'TestResults/run/In/r1/AGENT7/video.txt': 'moving',
      'TestResults/run/In/r2/AGENT7/shot.txt': 'two',
      'TestResults/run/In/AGENT7/coverage.txt': 'covered',
    }),
  )
  expect(all.problems).toEqual([])
  expect(all.tests.map(({ attachments }) => namesIn(all, attachments))).toEqual([
    ['shot.txt: one', 'video.txt: moving'],
    ['shot.txt: two'],
  ])
  expect(all.attachments).toEqual([['coverage.txt', 'covered']])
})

test('reads paths and contents of CTRF, also of its attempts', async () => {
  const report = {
    results: {
      tests: [
        {
          name: 'n',
          status: 'passed',
          retries: 1,
          screenshot: 'bm9vbg==',
          attachments: [
            { name: 'log', path: 'logs/a.log', contentType: 'text/plain' },
            { name: 'inline', path: 'data:text/plain;base64,bm9vbg==', contentType: 'text/plain' },
            { name: 'nothing' },
            { name: 'report', path: 'https://ci.example.test/7' },
          ],
          retryAttempts: [{ status: 'failed', attachments: [{ path: '/ci/logs/b.log' }] }],
        },
      ],
    },
  }
  const all = await read(
    zipOf('a.zip', { 'ctrf.json': JSON.stringify(report), 'logs/a.log': 'last', 'logs/b.log': 'first' }),
  )
  const [one] = all.tests
  expect(namesIn(all, one?.attachments ?? [])).toEqual(['log.log: last', 'inline.txt: noon', 'screenshot.png: noon'])
  expect(namesIn(all, one?.earlier[0]?.attachments ?? [])).toEqual(['b.log: first'])
  expect(messagesIn(all)).toEqual(['1 attachment was not imported: the report has neither a path nor content'])
  expect(one?.links).toEqual([{ name: 'report', value: 'https://ci.example.test/7' }])
})

test('reads the files that NUnit, xUnit.net and TestNG name', async () => {
  const nunit = await read(fixture('report-attachments/nunit.zip'))
  expect([nunit.problems, namesIn(nunit, nunit.tests[0]?.attachments ?? [])]).toEqual([[], ['map.png: ?PNG????']])
  const xunit = await read(
    fileOf(
      'a.xml',
      '<assembly><test type="T" method="m" name="T.m" result="Pass"><attachments><attachment name="note">plain</attachment><attachment name="shot" media-type="image/png">bm9vbg==</attachment></attachments></test></assembly>',
    ),
  )
  expect(namesIn(xunit, xunit.tests[0]?.attachments ?? [])).toEqual(['note: plain', 'shot.png: noon'])
  const lines = ['opened', '[[ATTACHMENT|/ci/a.png]]', '<a href="shots/b.png">b</a>', '<a href="https://x.test/">x</a>']
  const testng = await read(
    zipOf('a.zip', {
      'testng-results.xml': `<testng-results><suite><test><class name="C"><test-method name="m" status="FAIL"><reporter-output>${lines.map((line) => `<line><![CDATA[${line}]]></line>`).join('')}</reporter-output></test-method></class></test></suite></testng-results>`,
      'a.png': 'a',
      'shots/b.png': 'b',
    }),
  )
  expect(namesIn(testng, testng.tests[0]?.attachments ?? [])).toEqual(['a.png: a', 'b.png: b'])
  expect(testng.tests[0]?.output.map(({ message }) => message)).toEqual(['opened', lines[3]])
})

test('leaves attachments to the attempts that report them, also where a report repeats the entry of a test', async () => {
  const entry = (name: string, result: string) =>
    `<testcase classname="c" name="n">${result}<system-out>[[ATTACHMENT|${name}]]</system-out></testcase>`
  const report = `<testsuite>${entry('a.txt', '<failure/>')}${entry('b.txt', '')}</testsuite>`
  const all = await read(zipOf('a.zip', { 'a.xml': report, 'a.txt': 'first', 'b.txt': 'second' }))
  const [one] = all.tests
  expect(all.tests).toHaveLength(1)
  expect(namesIn(all, one?.earlier[0]?.attachments ?? [])).toEqual(['a.txt: first'])
  expect(namesIn(all, one?.attachments ?? [])).toEqual(['b.txt: second'])
})

test('never reads a file of the server', async () => {
  const paths = ['/etc/passwd', '../../../../../../etc/passwd', 'file:///etc/passwd', import.meta.filename]
  const all = await read(fileOf('a.xml', junit(...paths)), fileOf('notes.txt', 'hello'))
  expect(namesIn(all, all.tests[0]?.attachments ?? [])).toEqual(
    ['passwd', 'passwd', 'passwd', 'attachments.test.ts'].map((name) => `${name}: undefined`),
  )
  expect(messagesIn(all)[0]).toBe('4 attachments were not imported: they are not in the upload')
})

test('finds files in every kind of archive, in archives of archives, and beside the report', async () => {
  const files = { 'r/a.xml': junit('/ci/shots/a.txt'), 'shots/a.txt': 'text' }
  const tar = tarOf(files)
  const inner = Buffer.from(zipSync({ 'r/a.xml': strToU8(files['r/a.xml']), 'shots/a.txt': strToU8('text') }))
  for (const upload of [
    [zipOf('a.zip', files)],
    [fileOf('a.tar', tar)],
    [fileOf('a.tgz', gzipSync(tar))],
    [zipOf('a.zip', { 'b.zip': inner })],
    [fileOf('a.tar', tarOf({ 'b.zip': inner }))],
    [fileOf('a.xml', files['r/a.xml']), fileOf('a.txt', 'text')],
    [fileOf('a.xml', files['r/a.xml']), zipOf('b.zip', { 'shots/a.txt': 'text' })],
  ]) {
    const all = await read(...upload)
    expect([all.problems, all.tests.map(({ attachments }) => namesIn(all, attachments))]).toEqual([
      [],
      [['a.txt: text']],
    ])
  }
})

test('imports a file of several tests for each of them', async () => {
  const tests = ['a', 'b'].map(
    (name) => `<testcase name="${name}"><system-out>[[ATTACHMENT|a.txt]]</system-out></testcase>`,
  )
  const all = await read(zipOf('a.zip', { 'a.xml': `<testsuite>${tests.join('')}</testsuite>`, 'a.txt': 'text' }))
  expect(all.tests.map(({ attachments }) => namesIn(all, attachments))).toEqual([['a.txt: text'], ['a.txt: text']])
})

test('reports the reason for each attachment that is left out: too large, too tightly packed, ambiguous, damaged', async () => {
  // A size that the directory of the archive declares is not unpacked first.
  const declaring = (sizeBytes: number) => {
    const bytes = Buffer.from(zipSync({ 'a.xml': strToU8(junit('a.bin')), 'a.bin': strToU8('needle') }))
    bytes.writeUInt32LE(sizeBytes, bytes.lastIndexOf('a.bin') - 46 + 24)
    return fileOf('a.zip', bytes)
  }
  expect(messagesIn(await read(declaring(LIMITS.attachmentBytes + 1)))).toEqual([
    '1 attachment was not imported: a file has at most 100 MB',
  ])
  expect(messagesIn(await read(declaring(LIMITS.ratioFreeBytes + 1)))).toEqual([
    '1 attachment was not imported: the archive unpacks to far more than files hold',
  ])
  const ambiguous = await read(zipOf('a.zip', { 'r/a.xml': junit('/ci/a.txt'), 'b/a.txt': '1', 'c/a.txt': '2' }))
  expect(messagesIn(ambiguous)).toEqual(['1 attachment was not imported: several files of the upload have that name'])
  const whole = zipSync({
    'a.xml': [strToU8(junit('a.txt', 'b.txt')), { level: 0 }],
    'a.txt': [strToU8('needle'), { level: 6 }],
    'b.txt': strToU8('b'),
  })
  const bytes = Buffer.from(whole)
  // The first byte of the deflated content: a block of a type that does not exist.
  bytes[bytes.indexOf('a.txt', bytes.indexOf('PK\u0003\u0004', 10, 'latin1'), 'latin1') + 'a.txt'.length] = 0xff
  const damaged = await read(fileOf('a.zip', bytes))
  expect(messagesIn(damaged)).toEqual(['1 attachment was not imported: the file is damaged'])
  expect(namesIn(damaged, damaged.tests[0]?.attachments ?? [])).toEqual(['a.txt: undefined', 'b.txt: b'])
})

test('limits the attachments of an import by their number and their size together', async () => {
  const counted = createAttachments(null)
  const text = 'x'.repeat(LIMITS.attachmentBytes - 1)
  const problems = Array.from({ length: 6 }, () => counted.saveContent(text, 'utf8').problem?.[0] ?? null)
  expect(problems).toEqual([
    ...Array.from({ length: 5 }, () => null),
    'attachment was not imported: those of an import have at most 512 MB together',
  ])
  const many = await read(
    fileOf('a.xml', junit(...Array.from({ length: LIMITS.attachments + 7 }, () => 'a.txt'))),
    fileOf('a.txt', 'a'),
  )
  expect(many.tests[0]?.attachments).toHaveLength(LIMITS.attachments)
  expect(messagesIn(many)).toEqual(['7 attachments were not imported: an import has at most 20,000'])
})

test('reports no file of the upload as foreign that is an attachment', async () => {
  const broken = '{"broken'
  const paths = ['a.json', 'b.json', 'trace.zip', 'c.txt', 'd.zip', 'e.log.gz', 'f.gz', 'g.zip']
  const files = {
    'd.zip': 'PK\u0003\u0004broken',
    'e.log.gz': gzipSync('text'),
    'f.gz': gzipSync('text').subarray(0, 12),
    'g.zip': zipSync({ 'h.tar': tarOf({ 'i.txt': 'text' }) }),
    'a.json': '{"a":1}',
    'b.json': broken,
    'trace.zip': zipSync({ 'a.txt': strToU8('a') }),
    'c.txt': '',
  }
  const all = await read(zipOf('a.zip', { 'a.xml': junit(...paths), ...files }))
  expect([all.problems, all.isPartial]).toEqual([[], false])
  const others = await read(zipOf('a.zip', { 'a.xml': junit(), ...files }))
  expect(others.isPartial).toBe(true)
  expect(others.problems.length).toBeGreaterThan(3)
})
