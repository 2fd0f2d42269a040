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
  isWanted: (name) =>
    /\.(?:xml|json|jsonl|ndjson|trx|zip)$/i.test(name) && !/(?:^|\/)(?:resources|__MACOSX)\//.test(name),
  words: {
    broken: 'The archive is broken, or has too many files',
    tooLarge: 'The archive is too large once it is unpacked',
    tooTight: 'The archive unpacks to far more than reports hold',
  },
}

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
      for (const entry of zip.entries) {
        const name = clean(`${file.name}/${entry.name}`)
        if (/\.zip$/i.test(entry.name))
          report(
            { name, upload },
            { message: 'An archive inside an archive is not read: send it on its own', isLoss: true },
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
