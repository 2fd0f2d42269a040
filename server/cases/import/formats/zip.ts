import type { Readable } from 'node:stream'
import { fromRandomAccessReader, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { IMPORT_LIMITS } from '../../../../contract/cases/import-limits.ts'
import { Unreadable, type SourceFile } from './table.ts'

/**
 * Parts of a zipped file by their names, each unpacked as it is read. A file whose parts say that they are larger than
 * `IMPORT_LIMITS.unpackedBytes` is refused before anything is unpacked.
 */
export interface Zip {
  /** Null for a part that is not there. A part that holds more than it said breaks off. */
  text: (name: string) => Promise<AsyncIterable<string> | null>
  close: () => void
}

const ENTRIES_MOST = 2000
const BROKEN = 'The file is not a workbook of the format XLSX, or is broken'

class Reader extends RandomAccessReader {
  readonly #file: SourceFile

  constructor(file: SourceFile) {
    super()
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#file.open({ start, end: end - 1 })
  }
}

export const openZip = async (file: SourceFile): Promise<Zip> => {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true }
    fromRandomAccessReader(new Reader(file), file.sizeBytes, options, (error, opened) =>
      error ? reject(new Unreadable(BROKEN, { cause: error })) : resolve(opened),
    )
  })
  const entries = await entriesOf(zip, file.sizeBytes)
  return {
    close: () => zip.close(),
    text: async (name) => {
      const entry = entries.get(name.toLowerCase())
      if (entry === undefined) return null
      const stream = await new Promise<Readable>((resolve, reject) =>
        zip.openReadStream(entry, (error, opened) =>
          error ? reject(new Unreadable(BROKEN, { cause: error })) : resolve(opened),
        ),
      )
      async function* parts(): AsyncGenerator<string> {
        const decoder = new TextDecoder()
        try {
          for await (const chunk of stream as AsyncIterable<Buffer>) {
            yield decoder.decode(chunk, { stream: true })
          }
        } catch (error) {
          throw error instanceof Unreadable ? error : new Unreadable(BROKEN, { cause: error })
        } finally {
          stream.destroy()
        }
        yield decoder.decode()
      }
      return parts()
    },
  }
}

const entriesOf = (zip: ZipFile, sizeBytes: number): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    let unpacked = 0
    const fail = (cause?: unknown) => reject(new Unreadable(BROKEN, { cause }))
    zip.on('entry', (entry: Entry) => {
      if (entries.size >= ENTRIES_MOST || entry.isEncrypted()) return fail()
      // Pictures of the workbook are never unpacked.
      if (/\.(?:xml|rels)$/i.test(entry.fileName)) unpacked += entry.uncompressedSize
      if (unpacked > IMPORT_LIMITS.unpackedBytes)
        return reject(new Unreadable('The workbook is too large once it is unpacked'))
      if (unpacked > IMPORT_LIMITS.ratioFreeBytes && unpacked > sizeBytes * IMPORT_LIMITS.unpackedRatio)
        return reject(new Unreadable('The workbook unpacks to far more than a workbook holds. Save it as CSV.'))
      entries.set(entry.fileName.toLowerCase(), entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', fail)
    zip.readEntry()
  })
