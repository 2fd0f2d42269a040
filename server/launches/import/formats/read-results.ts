import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import type { ResultFormat } from '../../../../contract/launches/result-import.ts'
import { headOf, Unreadable, type SourceFile } from '../../../reading/source-file.ts'
import { decoded, openZip, type ZipLimits } from '../../../reading/zip.ts'
import { createAllureReader } from './allure.ts'
import { readCtrf } from './ctrf.ts'
import { readCucumber } from './cucumber.ts'
import { parseJson } from './json.ts'
import { readJUnit } from './junit.ts'
import { readNUnit } from './nunit.ts'
import { BLOB_PART, readPlaywrightBlob } from './playwright-blob.ts'
import { readPlaywright } from './playwright.ts'
import type { ReportedLaunch, ReportedTest, Reporting } from './reported.ts'
import { readTestNg } from './testng.ts'
import { readTrx } from './trx.ts'
import { readXUnit } from './xunit.ts'

/** Report: an uploaded file, or an entry of an archive. */
interface Source {
  name: string
  /** Beginning of the content; only ASCII is evaluated, because the encoding is not known yet. */
  head: string
  text: () => AsyncIterable<string>
}

/** Receives everything that is read besides the tests. */
export interface Found {
  format: (name: string, format: ResultFormat) => void
  test: (name: string) => void
  problem: (name: string, message: string, line: number | null) => void
  launch: (known: Partial<ReportedLaunch>) => void
}

const ARCHIVE: ZipLimits = {
  entries: LIMITS.entries,
  unpackedBytes: LIMITS.unpackedBytes,
  unpackedRatio: LIMITS.unpackedRatio,
  ratioFreeBytes: LIMITS.ratioFreeBytes,
  // Screenshots, traces and videos in an archive are never unpacked.
  isWanted: (name) => /\.(?:xml|json|jsonl|trx)$/i.test(name) && !/(?:^|\/)(?:resources|__MACOSX)\//.test(name),
  words: {
    broken: 'The archive is broken, encrypted, or has too many files',
    tooLarge: 'The archive is too large once it is unpacked',
    tooTight: 'The archive unpacks to far more than reports hold',
  },
}

type XmlReader = (open: () => AsyncIterable<string>, report: Reporting) => AsyncIterable<ReportedTest>
/** By the root element of the document. */
const XML_FORMATS: Record<string, { format: ResultFormat; read: XmlReader }> = {
  testsuites: { format: 'junit', read: (open, report) => readJUnit(open(), report) },
  testsuite: { format: 'junit', read: (open, report) => readJUnit(open(), report) },
  'testng-results': { format: 'testng', read: (open, report) => readTestNg(open(), report) },
  'test-run': { format: 'nunit', read: (open, report) => readNUnit(open(), report) },
  'test-results': { format: 'nunit', read: (open, report) => readNUnit(open(), report) },
  assemblies: { format: 'xunit', read: (open, report) => readXUnit(open(), report) },
  assembly: { format: 'xunit', read: (open, report) => readXUnit(open(), report) },
  TestRun: { format: 'trx', read: readTrx },
}

/**
 * Yields the tests of reports in any known format, detected by content. A file that is not a report is reported as a problem when there are
 * others; a single one throws `Unreadable`.
 */
export async function* readResults(files: readonly SourceFile[], found: Found): AsyncGenerator<ReportedTest> {
  const allure = createAllureReader()
  const closes: (() => void)[] = []
  let tests = 0
  let allureName: string | null = null
  try {
    for await (const source of sourcesOf(files, closes, found)) {
      const report: Reporting = {
        problem: (message, line = null) => found.problem(source.name, message, line),
        launch: found.launch,
      }
      try {
        for await (const test of testsOf(source, report, found, (json) => {
          allureName ??= source.name
          allure.add(source.name, json, report)
        })) {
          tests += 1
          if (tests > LIMITS.tests) throw new TooMany(TOO_MANY)
          found.test(source.name)
          yield test
        }
      } catch (error) {
        if (!(error instanceof Unreadable) || error instanceof TooMany || files.length === 1) throw error
        report.problem(error.message)
      }
    }
    const name = allureName ?? ''
    for (const test of allure.tests({
      problem: (message) => found.problem(name, message, null),
      launch: found.launch,
    })) {
      tests += 1
      if (tests > LIMITS.tests) throw new TooMany(TOO_MANY)
      found.test(name)
      yield test
    }
  } finally {
    for (const close of closes) close()
  }
}

class TooMany extends Unreadable {}
const TOO_MANY = `An import has ${LIMITS.tests.toLocaleString('en-US')} tests at most`

async function* sourcesOf(files: readonly SourceFile[], closes: (() => void)[], found: Found): AsyncGenerator<Source> {
  for (const file of files) {
    const head = await headOf(file)
    if (!head.startsWith('PK')) {
      yield { name: file.name, head, text: () => textOf(file, head) }
      continue
    }
    const zip = await openZip(file, ARCHIVE)
    closes.push(zip.close)
    if (zip.names.length === 0) found.problem(file.name, 'The archive holds no report', null)
    for (const name of zip.names) {
      const text = async function* (): AsyncGenerator<string> {
        yield* (await zip.text(name)) ?? []
      }
      yield { name: `${file.name}/${name}`, head: await beginningOf(text()), text }
    }
  }
}

const beginningOf = async (text: AsyncIterable<string>): Promise<string> => {
  for await (const part of text) if (part !== '') return part.slice(0, 4096)
  return ''
}

/** Decodes UTF-8, or UTF-16 after a byte order mark. */
async function* textOf(file: SourceFile, head: string): AsyncGenerator<string> {
  const encoding = head.startsWith('\u00ff\u00fe') ? 'utf-16le' : head.startsWith('\u00fe\u00ff') ? 'utf-16be' : null
  if (encoding === null) {
    yield* decoded(file.open())
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const chunk of file.open() as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* testsOf(
  source: Source,
  report: Reporting,
  found: Found,
  takeAllure: (json: unknown) => void,
): AsyncGenerator<ReportedTest> {
  const head = source.head
    .replaceAll('\0', '')
    .replace(/^(?:\u00ff\u00fe|\u00fe\u00ff|\u00ef\u00bb\u00bf|\ufeff)/, '')
    .trimStart()
  if (source.name.endsWith(BLOB_PART)) {
    found.format(source.name, 'playwright')
    yield* readPlaywrightBlob(source.text(), report)
  } else if (head.startsWith('<')) {
    const root = rootOf(head)
    const known = root === null ? undefined : XML_FORMATS[root]
    if (known === undefined)
      throw new Unreadable(root === null ? 'The file is no report' : `XML with <${root}> is no report of test results`)
    found.format(source.name, known.format)
    yield* known.read(source.text, report)
  } else if (/^[[{]/.test(head)) {
    yield* fromJson(await parseJson(source.text()), { source, report, found, takeAllure })
  } else throw new Unreadable('The file is no report: neither XML nor JSON, nor an archive of them')
}

/** Returns the name of the root element. Comments and processing instructions before it may fill the head. */
const rootOf = (head: string): string | null => {
  const plain = head.replaceAll(/<\?[^>]{0,2000}>/g, '').replaceAll(/<!--(?:(?!-->)[\s\S]){0,4000}-->/g, '')
  return /<(?:[\w.-]{1,50}:)?([\w.-]{1,50})/.exec(plain)?.[1] ?? null
}

function* fromJson(
  json: unknown,
  {
    source,
    report,
    found,
    takeAllure,
  }: { source: Source; report: Reporting; found: Found; takeAllure: (json: unknown) => void },
): Generator<ReportedTest> {
  if (Array.isArray(json)) {
    found.format(source.name, 'cucumber')
    yield* readCucumber(json, report)
    return
  }
  const fields = new Set(Object.keys(json as object))
  if (fields.has('results')) {
    found.format(source.name, 'ctrf')
    yield* readCtrf(json, report)
  } else if (fields.has('suites')) {
    found.format(source.name, 'playwright')
    yield* readPlaywright(json, report)
  } else if (fields.has('uuid') && fields.has('status')) {
    found.format(source.name, 'allure')
    takeAllure(json)
  } else if (!fields.has('uuid'))
    // Containers of Allure have an id as well, but no test.
    throw new Unreadable('The JSON is no report of Cucumber, Playwright, Allure or CTRF')
}
