import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { clean } from '../../../../contract/launches/clean.ts'
import { decodeText } from '../../../reading/decode.ts'
import { headOf, Unreadable, type SourceFile } from '../../../reading/source-file.ts'
import { openZip, type ZipLimits } from '../../../reading/zip.ts'
import type { ProblemFact } from './facts.ts'

/** Report: an uploaded file, or an entry of an archive. */
export interface Source {
  name: string
  /** Name of the uploaded file. */
  upload: string
  /** Opens the decoded content; `report` receives what is wrong with its characters. */
  text: (report: (message: string) => void) => AsyncIterable<string>
}

type Report = (source: Pick<Source, 'name' | 'upload'>, problem: Omit<ProblemFact, 'kind'>) => void

const ARCHIVE: ZipLimits = {
  entries: LIMITS.entries,
  unpackedBytes: LIMITS.unpackedBytes,
  unpackedRatio: LIMITS.unpackedRatio,
  ratioFreeBytes: LIMITS.ratioFreeBytes,
  // Screenshots, traces and videos in an archive are never unpacked.
  isWanted: (name) => /\.(?:xml|json|jsonl|ndjson|trx)$/i.test(name) && !/(?:^|\/)__MACOSX\//.test(name),
  words: {
    broken: 'The archive is broken, or has too many files',
    tooLarge: 'The archive is too large once it is unpacked',
    tooTight: 'The archive unpacks to far more than reports hold',
  },
}

/** TestNG writes its results once more as JUnit XML, in a folder beside them, and so does Surefire for the suite that it makes. */
const TESTNG_RESULTS = /^((?:.*\/)?)testng-results\.xml$/
const TESTNG_COPY = /^((?:.*\/)?)(?:junitreports\/TEST-[^/]{1,300}|TEST-TestSuite)\.xml$/

/** Yields the reports of uploaded files. An archive that cannot be read is a problem. */
export async function* sourcesOf(
  files: readonly SourceFile[],
  closes: (() => void)[],
  report: Report,
): AsyncGenerator<Source> {
  for (const file of files) {
    const upload = clean(file.name)
    const own = { name: upload, upload }
    if (!(await headOf(file, 4)).startsWith('PK')) {
      yield { ...own, text: (problem) => decodeText(file.open() as AsyncIterable<Buffer>, problem) }
      continue
    }
    try {
      const zip = await openZip(file, ARCHIVE)
      closes.push(zip.close)
      if (zip.isCut)
        report(own, { message: 'The archive is damaged: the files behind the damage are lost', isLoss: true })
      if (zip.entries.length === 0) report(own, { message: 'The archive holds no report' })
      for (const name of zip.others)
        if (/\.zip$/i.test(name))
          report(own, {
            message: '',
            counted: {
              one: 'archive inside the archive was not read: send it on its own if it holds reports',
              many: 'archives inside the archive were not read: send them on their own if they hold reports',
            },
          })
      const folders = new Set(zip.entries.flatMap(({ name }) => TESTNG_RESULTS.exec(name)?.[1] ?? []))
      const isBlob = zip.entries.some(({ name }) => /(?:^|\/)report\.jsonl$/.test(name))
      for (const entry of zip.entries) {
        // Attachments of Playwright's blob report.
        if (isBlob && /(?:^|\/)resources\//.test(entry.name)) continue
        const name = clean(`${file.name}/${entry.name}`)
        const copyOf = TESTNG_COPY.exec(entry.name)?.[1]
        if (copyOf !== undefined && folders.has(copyOf))
          report(
            { name, upload },
            {
              message: '',
              counted: {
                one: 'file repeats testng-results.xml as JUnit XML and was not read',
                many: 'files repeat testng-results.xml as JUnit XML and were not read',
              },
            },
          )
        else
          yield {
            name,
            upload,
            text: async function* (problem) {
              yield* decodeText(await entry.bytes(), problem)
            },
          }
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      report(own, { message: error.message, isLoss: true })
    }
  }
}
