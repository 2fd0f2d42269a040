import { Readable } from 'node:stream'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { fileNamed, fileOf, fixture, fixturesIn, lines, named, read } from './read-reports.ts'

const zipOf = (name: string, entries: Record<string, string | Uint8Array>) =>
  fileOf(
    name,
    Buffer.from(
      zipSync(
        Object.fromEntries(
          Object.entries(entries).map(([key, value]) => [key, typeof value === 'string' ? Buffer.from(value) : value]),
        ),
      ),
    ),
  )
const suite = (...tests: string[]) => `<testsuite name="s">${tests.join('')}</testsuite>`
const one = '<testcase classname="c" name="n"/>'

test.each([
  ['target.zip', 'target.zip/jacoco.xml', 'coverage report of JaCoCo'],
  ['testng-output.zip', 'testng-output.zip/testng-failed.xml', 'a TestNG suite'],
  ['one-broken-shard.zip', 'one-broken-shard.zip/b.xml', 'The XML is broken in line 1'],
])('imports the reports of %s beside an entry that is none', async (archive, file, message) => {
  const { tests, problems, isPartial } = await read(fixture(`zip-with-one-foreign-file/${archive}`))
  expect(lines(tests)).toEqual(['PASSED c · n'])
  expect(problems).toMatchObject([{ file, message: expect.stringContaining(message) as string }])
  expect(isPartial).toBe(archive === 'one-broken-shard.zip')
})

test('imports an archive with a damaged, an encrypted and a package file', async () => {
  const bytes = zipSync({ 'a.xml': Buffer.from(suite(one)), 'b.xml': Buffer.from(suite(one.repeat(500))) })
  const damaged = Buffer.from(bytes)
  const place = damaged.indexOf('b.xml') + 5
  damaged.fill(0xff, place, place + 20)
  const half = await read(fileOf('shards.zip', damaged))
  expect(lines(half.tests)).toEqual(['PASSED c · n'])
  expect(half.problems).toMatchObject([
    { file: 'shards.zip/b.xml', message: expect.stringContaining('damaged') as string },
  ])
  expect(half.isPartial).toBe(true)

  const encrypted = Buffer.from(bytes)
  const entry = encrypted.lastIndexOf('b.xml') - 46
  encrypted.writeUInt16LE(encrypted.readUInt16LE(entry + 8) | 1, entry + 8)
  const secret = await read(fileOf('shards.zip', encrypted))
  expect(lines(secret.tests)).toEqual(['PASSED c · n'])
  expect(secret.problems).toMatchObject([{ file: 'shards.zip/b.xml', message: 'The file is encrypted' }])

  const withPackage = await read(
    zipOf('out.zip', { '/abs/a.xml': suite(one), 'package.json': '{"name":"x","version":"1","scripts":{}}' }),
  )
  expect(lines(withPackage.tests)).toEqual(['PASSED c · n'])
  expect(withPackage.problems).toMatchObject([{ file: 'out.zip/package.json', message: 'This is a package file' }])
})

test('reads both entries of an archive whose names differ only in case', async () => {
  const { tests } = await read(zipOf('a.zip', { 'A.xml': suite(one), 'a.xml': suite(one) }))
  expect(tests).toHaveLength(2)
})

test.each(['plain.zip', 'with-categories.zip'])('reads the Allure folder %s without a problem', async (archive) => {
  const { tests, problemCount, launch } = await read(fixture(`allure-folder-refused/${archive}`))
  expect(lines(tests)).toEqual(['PASSED Cart · adds an item'])
  expect(problemCount).toBe(0)
  expect(launch.framework).toBe('mocha')
})

test('names an empty file and a report without tests among several files', async () => {
  const { tests, problems } = await read(...fixturesIn('empty-file-in-batch'))
  expect(tests).toHaveLength(2)
  expect(problems).toEqual([
    { file: 'shard-3.xml', line: null, message: 'The report holds no tests' },
    { file: 'shard-2.xml', line: null, message: 'The file is empty' },
  ])
})

test.each([
  [
    'xml',
    `<testsuites><testsuite name="s">${Array.from({ length: 5000 }, (_, i) => `<testcase name="t${i}"/>\n`).join('')}<testcase name="cut">`,
  ],
  [
    'ctrf',
    `{"results":{"tests":[${Array.from({ length: 5000 }, (_, i) => `{"name":"t${i}","status":"passed"},\n`).join('')}{"name":"cut"`,
  ],
  [
    'cucumber',
    `[{"uri":"f","elements":[${Array.from({ length: 5000 }, (_, i) => `{"name":"t${i}","steps":[{"result":{"status":"passed"}}]},\n`).join('')}{"name":`,
  ],
])('imports the tests before the break of a %s report, and says how many', async (_, content) => {
  const whole = fixture('broken-xml-in-batch-partly-imported/small.xml')
  for (const files of [[], [whole]]) {
    const { tests, problems, isPartial } = await read(fileOf('unfinished', content), ...files)
    expect(tests).toHaveLength(5000 + files.length)
    expect(isPartial).toBe(true)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ file: 'unfinished', line: 5001 })
    expect(problems[0]?.message).toContain('5,000 tests before that were read; the rest of the file is lost')
  }
})

test('loses a test that its break leaves open, which may have failed', async () => {
  const { tests, problems } = await read(
    fileOf('a.xml', `<testsuites>${suite(one)}<testsuite><testcase name="open"></testsuite></testsuites>`),
  )
  expect(lines(tests)).toEqual(['PASSED c · n'])
  expect(problems[0]?.message).toContain('(in "open")')
})

test.each([
  ['junit.xml', `<testsuite name="s">${one}\n testcase classname="c" name="lost"/>${one}</testsuite>`],
  [
    'nunit.xml',
    '<test-run><test-suite>test-case name="lost" result="Failed"/><test-case name="n" result="Passed"/></test-suite></test-run>',
  ],
])('says that a test of %s is lost whose tag has no bracket', async (name, content) => {
  const { tests, problems, isPartial } = await read(fileOf(name, content))
  expect(tests.length).toBeGreaterThan(0)
  expect(problems).toMatchObject([{ message: 'A tag without its bracket was read as text: what it holds is lost' }])
  expect(isPartial).toBe(true)
})

test('reads reports with a document type, two documents in one file, and undefined entities', async () => {
  expect(lines((await read(fixture('foreign-formats/doctype.xml'))).tests)).toEqual(['PASSED s · n'])
  const bomb =
    '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><testsuites><testsuite><testcase name="&lol2;"/></testsuite></testsuites>'
  const { tests, problems } = await read(fileOf('bomb.xml', bomb))
  expect(tests.map(({ name }) => name)).toEqual(['&lol2;'])
  expect(problems).toHaveLength(1)
  const two = await read(fileOf('two.xml', `<?xml version="1.0"?>${suite(one)}\n<?xml version="1.0"?>${suite(one)}`))
  expect(two.tests).toHaveLength(2)
  expect(two.problems).toHaveLength(1)
})

test.each([
  ['deep.xml', `<testsuites>${'<testsuite>'.repeat(200)}`],
  ['deep.json', `{"results":{"tests":[${'['.repeat(2000)}`],
  ['cut.xml', '<testsuites><testsuite><testcase name="a"'],
  ['cut.json', '{"results": {'],
  ['no.zip', 'PK\u0003\u0004 no archive'],
])('reads nothing from %s, which breaks before the first test', async (name, content) => {
  const { tests, problems, isPartial } = await read(fileOf(name, Buffer.from(content)))
  expect(tests).toEqual([])
  expect(problems.at(-1)?.message).toMatch(/broken|levels deep|ends in the middle/)
  expect(isPartial).toBe(true)
})

test.each([
  ['raw-escape.xml', 3, 1, 'refuses a double booking', 'expected 409, received 201'],
  ['escape-reference.xml', 3, 1, 'warns on spring tide', 'no warning was printed'],
  ['noncharacter.xml', 3, 1, 'rejects noncharacters', 'input \ufffd was accepted'],
  ['nunit2.xml', 2, 1, 'PrintsControlCharacters', 'bell \ufffd red'],
  ['testng-results.xml', 3, 3, 'printsColours', 'total is red'],
])('reads %s with its forbidden characters', async (file, count, failed, name, reason) => {
  const { tests, counts, problems } = await read(fixture(`xml-forbidden-character/${file}`))
  expect(tests).toHaveLength(count)
  expect(counts.failed).toBe(failed)
  expect(named(tests, name).reason).toContain(reason)
  expect(problems).toHaveLength(1)
  expect(problems[0]?.message).toContain('XML does not allow')
  expect(problems[0]?.line).toBeGreaterThan(3)
})

test.each(fixturesIn('lone-surrogate-500').map((file) => [file.name, file] as const))(
  'reads %s without a character that cannot be stored',
  async (_, file) => {
    const { tests, ...summary } = await read(file)
    expect(tests).toHaveLength(1)
    const texts: string[] = []
    const collect = (value: unknown): void => {
      if (typeof value === 'string') texts.push(value)
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
    }
    collect({ tests, summary })
    expect(texts.filter((text) => text.includes('\0') || !text.isWellFormed())).toEqual([])
  },
)

test('reads raw control characters and numbers that are none in JSON', async () => {
  const { tests, problems } = await read(
    fileOf(
      'ctrf.json',
      '{"results":{"tests":[{"name":"a\u001bb","status":"failed","duration":NaN,"message":"line\nnext"}]}}',
    ),
  )
  expect(tests).toMatchObject([{ name: 'a\u001bb', status: 'FAILED', durationMs: null, reason: 'line\nnext' }])
  expect(problems).toHaveLength(1)
})

test('honours the encoding that a report declares, also in an archive, and reports invalid bytes', async () => {
  const latin = await read(fixture('declared-encoding/latin1.xml'))
  expect(latin.tests.map(({ name }) => name)).toEqual(['überprüft die Schleuse', 'Größe des Schiffes'])
  expect(latin.problemCount).toBe(0)
  expect(lines((await read(fixture('declared-encoding/cyrillic.xml'))).tests)).toEqual([
    'PASSED Причал · проверка причала',
  ])
  expect(lines((await read(fixture('declared-encoding/utf16-in-zip.zip'))).tests)).toEqual(['PASSED Wide · Grüße'])

  const invalid = await read(fileOf('a.xml', Buffer.from(suite('<testcase name="Pr\u00fcfung"/>'), 'latin1')))
  expect(invalid.tests.map(({ name }) => name)).toEqual(['Pr\ufffdfung'])
  expect(invalid.problems).toMatchObject([{ message: 'Some bytes are not valid UTF-8 and were replaced' }])
  const json = '{"results":{"tests":[{"name":"Pr\u00fcfung","status":"passed"}]}}'
  const ctrf = await read(fileOf('ctrf.json', Buffer.from(json, 'latin1')))
  expect(ctrf.problems).toMatchObject([{ message: 'Some bytes are not valid UTF-8 and were replaced' }])
  const unknown = await read(fileOf('a.xml', `<?xml version="1.0" encoding="klingon"?>${suite(one)}`))
  expect(unknown.tests).toHaveLength(1)
  expect(unknown.problems[0]?.message).toContain('The encoding "klingon" is unknown')
  const marked = await read(
    fileOf('ctrf.json', Buffer.from('\ufeff{"results":{"tests":[{"name":"ü","status":"passed"}]}}', 'utf16le')),
  )
  expect(marked.tests[0]?.name).toBe('ü')
  const literal = await read(fileOf('a.xml', suite('<testcase name="a \ufffd b"/>')))
  expect(literal.problemCount).toBe(0)
})

test.each([
  ['eslint.json', 'ESLint'],
  ['newman.json', 'Newman'],
  ['sonar.xml', 'SonarQube'],
])('names the format of %s, and how to get a report', async (file, message) => {
  const { tests, problems, files } = await read(fixture(`foreign-formats/${file}`))
  expect(tests).toEqual([])
  expect(files).toMatchObject([{ format: null }])
  expect(problems).toMatchObject([{ file, message: expect.stringContaining(message) as string }])
})

test('reads several files of which one is not a report', async () => {
  const all = await read(
    fileNamed('pytest.xml'),
    fileOf('notes.txt', 'hello'),
    fileOf('page.xml', '<?xml version="1.0"?><!-- a > b --><html/>'),
    fileOf('other.xml', '<thing/>'),
    fileOf('other.json', '{"a":1,"b":[2]}'),
    fileNamed('jest-ctrf.json'),
  )
  expect(all.tests).toHaveLength(7)
  expect(all.problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    'notes.txt: The file is no report: neither XML nor JSON, nor an archive of them',
    'page.xml: This is a page for people. Send the XML or JSON report',
    'other.xml: XML with <thing> is no report of test results',
    'other.json: The JSON is no report of test results: it has the fields a, b',
  ])
  expect(all.isPartial).toBe(false)
})

test('collects the output of suites and runs, and counts the characters that are beyond its limit', async () => {
  const suiteOf = (name: string, content: string) => `<testsuite name="${name}">${one}${content}</testsuite>`
  const junit = fileOf(
    'a.xml',
    `<testsuites>${suiteOf('Quay', '<system-out>moored\n</system-out><system-err/>')}${suiteOf('Crane', '<system-err>\u001b stuck</system-err>')}</testsuites>`,
  )
  const nunit = fileOf(
    'b.xml',
    '<test-run><test-suite name="Gate" fullname="Harbour.Gate"><output>opened</output><test-case name="n" result="Passed"/></test-suite></test-run>',
  )
  const trx = fileOf(
    'c.trx',
    '<TestRun><Results><UnitTestResult testName="a" outcome="Passed"/></Results><ResultSummary outcome="Completed"><Output><StdOut>ran</StdOut></Output></ResultSummary></TestRun>',
  )
  const { output, problems } = await read(junit, nunit, trx)
  expect(output).toBe(
    '===== a.xml · Quay\nmoored\n\n===== a.xml · Crane, standard error\n\ufffd stuck\n\n===== b.xml · Harbour.Gate\nopened\n\n===== c.trx · the run\nran\n\n',
  )
  expect(problems).toMatchObject([{ message: expect.stringContaining('XML does not allow') as string }])

  const long = 'line\n'.repeat(300_000)
  const cutOff = await read(fileOf('a.xml', suiteOf('Quay', `<system-out>${long}</system-out>`.repeat(2))))
  expect(cutOff.output).toHaveLength(1_048_576)
  expect(cutOff.problems).toEqual([
    {
      file: 'a.xml',
      line: null,
      message: '1,951,464 characters of 2 outputs of suites were not imported: an import has at most 1,048,576',
    },
  ])
})

test('reads unescaped ampersands for any split of the text', async () => {
  const text = suite(
    '<testcase name="a&b"><failure message="x && y">1 & 2 <![CDATA[3 & 4 &amp; 5]]></failure></testcase>',
    '<testcase name="c &lt;&amp;&#228;"/>',
    '<testcase name="last;"/>',
  )
  for (const size of [1, 3, 7, 61, 10_000]) {
    const bytes = Buffer.from(text)
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    )
    const { tests, problems } = await read({ name: 'a.xml', sizeBytes: bytes.length, open: () => Readable.from(parts) })
    expect(tests.map(({ name }) => name)).toEqual(['a&b', 'c <&ä', 'last;'])
    expect(tests[0]?.reason).toBe('x && y\n1 & 2 3 & 4 &amp; 5')
    expect(problems).toHaveLength(1)
  }
})

test('reads less-than signs that are not escaped', async () => {
  const { tests, problems } = await read(
    fileOf('a.xml', suite('<testcase name="a < b"><failure>if c < d && e <= f</failure></testcase>', one)),
  )
  expect(tests).toMatchObject([{ name: 'a < b', reason: 'if c < d && e <= f' }, { name: 'n' }])
  expect(problems).toHaveLength(1)
})

test('cuts a text of any length, and reads the tests behind it', async () => {
  const long = 'line\n'.repeat(4 * 1024 * 1024)
  for (const output of [`<![CDATA[${long}]]>`, long]) {
    const { tests, problems } = await read(
      fileOf(
        'a.xml',
        suite(`<testcase name="a"><system-out>${output}</system-out></testcase>`, '<testcase name="b"/>'),
      ),
    )
    expect(tests.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(tests[0]?.output[0]?.message).toMatch(/more lines were not imported$/)
    expect(problems).toMatchObject([{ message: 'A text is too long and was cut' }])
  }
})

test('reads the results of TestNG once where its folder holds them as JUnit XML, too', async () => {
  const results =
    '<testng-results><suite><test><class name="C"><test-method name="m" status="PASS"/></class></test></suite></testng-results>'
  const { tests, problems } = await read(
    zipOf('out.zip', {
      'out/testng-results.xml': results,
      'out/junitreports/TEST-C.xml': suite(one),
      'other/TEST-D.xml': suite(one),
    }),
  )
  expect(lines(tests)).toEqual(['PASSED C · m', 'PASSED c · n'])
  expect(problems).toMatchObject([{ message: '1 file repeats testng-results.xml as JUnit XML and was not read' }])
})

test('reads an archive with attachments of Allure, traces of Playwright and a folder of resources', async () => {
  const result = {
    uuid: 'u',
    historyId: 'h',
    name: 'pays',
    status: 'passed',
    attachments: [{ source: 'a-attachment.json' }],
  }
  const { tests, problems, isPartial } = await read(
    zipOf('results.zip', {
      'a-result.json': JSON.stringify(result),
      'a-attachment.json': '{"broken',
      'test-results/t/trace.zip': zipSync({ 'a.txt': Buffer.from('a') }),
      'test-results/.last-run.json': '{"status":"passed"}',
      'src/resources/TEST-a.xml': suite(one),
    }),
  )
  expect(lines(tests)).toEqual(['PASSED c · n', 'PASSED - · pays'])
  expect(problems.map(({ message }) => message)).toEqual(['1 archive inside the archive holds no report'])
  expect(isPartial).toBe(false)
})

const XML_REPORT = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuite><testcase classname="A" name="a"/></testsuite>'
const JSON_REPORT = '{"results":{"tests":[{"name":"a","status":"passed"}]}}'
const MAVEN = '[INFO] Scanning for projects...\n[INFO] 3 < 4 & more\n\n'

test.each([
  ['XML', '> shop@1.0.0 test\n> jest\n\n', XML_REPORT],
  ['XML', MAVEN, XML_REPORT],
  ['XML', 'report: ', XML_REPORT],
  ['XML without a declaration', MAVEN, XML_REPORT.slice(XML_REPORT.indexOf('\n') + 1)],
  ['JSON', '> shop@1.0.0 test\n\n', JSON_REPORT],
  ['JSON', '[12:00:01] Starting\n', JSON_REPORT],
  ['a JSON list', MAVEN, '[\n{"uri":"a","elements":[{"name":"a","steps":[{"result":{"status":"passed"}}]}]}]'],
])('reads a report of %s after the output of a console, with one problem', async (_, before, report) => {
  const { tests, problems } = await read(fileOf('report', before + report))
  expect(tests.map(({ name }) => name)).toEqual(['a'])
  const text = before.trim()
  const quoted = text.length > 60 ? `${text.slice(0, 60)}…` : text
  expect(problems.map(({ message }) => message)).toEqual([`Text before the report was not read: "${quoted}"`])
})

test.each([
  [XML_REPORT, 'Done in 3.2 s.\n[INFO] BUILD', 'text outside of the root element was not read'],
  [JSON_REPORT, 'Done in 3.2 s.\n{', 'Text after the end of the JSON was not read: "Done in 3.2 s.\n{"'],
  [JSON_REPORT, '[INFO] BUILD', 'Text after the end of the JSON was not read: "[INFO] BUILD"'],
])('reads a report before the output of a console, with one problem (%#)', async (report, after, message) => {
  const { tests, problems, isPartial } = await read(fileOf('report', `${report}\n${after}`))
  expect([tests.length, isPartial]).toEqual([1, false])
  expect(problems).toHaveLength(1)
  expect(problems[0]?.message).toContain(message)
})

test('blank lines before an XML declaration are no problem, and lines keep their numbers', async () => {
  for (const before of ['\ufeff\n\n', '\n\n', '\ufeff\r\n \n'])
    expect(await read(fileOf('a.xml', before + XML_REPORT))).toMatchObject({ tests: [{ name: 'a' }], problems: [] })
  const { problems } = await read(fileOf('a.xml', `Maven\n\n${XML_REPORT.replace('"a"', '"a & b"')}`))
  expect(problems.find(({ message }) => message.includes('&'))?.line).toBe(4)
})

test('another document inside of a foreign one is no report', async () => {
  const { tests } = await read(fileOf('pom.xml', '<project>\n<testsuite><testcase name="a"/></testsuite></project>'))
  expect(tests).toEqual([])
})
