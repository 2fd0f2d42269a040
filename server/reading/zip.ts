import type { Readable } from 'node:stream'
import { fromRandomAccessReader, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { Unreadable, type SourceFile } from './source-file.ts'

/** Entries of a zip file, unpacked while they are read. Reading fails when an entry is larger than declared. */
export interface Zip {
  /** Names of the readable entries, as in the archive. */
  names: readonly string[]
  /** Null for an unknown entry. Ignores case. */
  bytes: (name: string) => Promise<AsyncIterable<Buffer> | null>
  /** Decoded as UTF-8. */
  text: (name: string) => Promise<AsyncIterable<string> | null>
  close: () => void
}

/** Limits of an archive, checked against its directory before anything is unpacked. */
export interface ZipLimits {
  entries: number
  /** Total of all wanted entries. */
  unpackedBytes: number
  /** Maximum ratio of the unpacked size to the size of the archive. */
  unpackedRatio: number
  /** Unpacked size up to which the ratio is not checked. */
  ratioFreeBytes: number
  /** Other entries are never unpacked. */
  isWanted: (name: string) => boolean
  words: { broken: string; tooLarge: string; tooTight: string }
}

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

export const openZip = async (file: SourceFile, limits: ZipLimits): Promise<Zip> => {
  const { broken } = limits.words
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true }
    fromRandomAccessReader(new Reader(file), file.sizeBytes, options, (error, opened) =>
      error ? reject(new Unreadable(broken, { cause: error })) : resolve(opened),
    )
  })
  const entries = await entriesOf(zip, file.sizeBytes, limits)

  const bytes = async (name: string): Promise<AsyncIterable<Buffer> | null> => {
    const entry = entries.get(name.toLowerCase())
    if (entry === undefined) return null
    const stream = await new Promise<Readable>((resolve, reject) =>
      zip.openReadStream(entry, (error, opened) =>
        error ? reject(new Unreadable(broken, { cause: error })) : resolve(opened),
      ),
    )
    async function* parts(): AsyncGenerator<Buffer> {
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk
      } catch (error) {
        throw error instanceof Unreadable ? error : new Unreadable(broken, { cause: error })
      } finally {
        stream.destroy()
      }
    }
    return parts()
  }
  return {
    names: [...entries.values()].map(({ fileName }) => fileName),
    bytes,
    text: async (name) => {
      const parts = await bytes(name)
      return parts === null ? null : decoded(parts)
    },
    close: () => zip.close(),
  }
}

/** Decodes UTF-8. */
export async function* decoded(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of parts) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const entriesOf = (zip: ZipFile, sizeBytes: number, limits: ZipLimits): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const { broken, tooLarge, tooTight } = limits.words
    const entries = new Map<string, Entry>()
    let seen = 0
    let unpacked = 0
    const fail = (cause?: unknown) => reject(new Unreadable(broken, { cause }))
    zip.on('entry', (entry: Entry) => {
      seen += 1
      if (seen > limits.entries || entry.isEncrypted()) return fail()
      if (limits.isWanted(entry.fileName)) {
        unpacked += entry.uncompressedSize
        if (unpacked > limits.unpackedBytes) return reject(new Unreadable(tooLarge))
        if (unpacked > limits.ratioFreeBytes && unpacked > sizeBytes * limits.unpackedRatio)
          return reject(new Unreadable(tooTight))
        entries.set(entry.fileName.toLowerCase(), entry)
      }
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', fail)
    zip.readEntry()
  })
