import type { Readable } from 'node:stream'
import { fromRandomAccessReader, getFileNameLowLevel, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { Unreadable, type SourceFile } from './source-file.ts'

/** File of an archive. */
export interface ZipEntry {
  /** As in the archive; several entries may have the same. */
  name: string
  sizeBytes: number
  /** Throws `Unreadable` for an entry that is damaged, encrypted, or larger than declared. */
  bytes: () => Promise<AsyncIterable<Buffer>>
}

/** Entries of a zip file, unpacked while they are read. */
export interface Zip {
  /** The wanted entries, in the order of the archive. */
  entries: readonly ZipEntry[]
  /** The other files, which the limits of the unpacked size leave out. */
  others: readonly ZipEntry[]
  /** The directory of the archive is damaged: files are missing. */
  isCut: boolean
  /** Decoded as UTF-8; null for an unknown entry. Ignores case. */
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
  /** Other entries do not count. */
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
    // Names are never used as paths: strict ones would reject the whole archive.
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, decodeStrings: false }
    fromRandomAccessReader(new Reader(file), file.sizeBytes, options, (error, opened) =>
      error ? reject(new Unreadable(broken, { cause: error })) : resolve(opened),
    )
  })
  const directory = await readDirectory(zip, file.sizeBytes, limits)
  const entryOf = ({ name, entry }: Directory['entries'][number]): ZipEntry => ({
    name,
    sizeBytes: entry.uncompressedSize,
    bytes: async () => {
      if (entry.isEncrypted()) throw new Unreadable('The file is encrypted')
      const damaged = (cause: unknown) => new Unreadable('The file is damaged', { cause })
      const stream = await new Promise<Readable>((resolve, reject) =>
        zip.openReadStream(entry, (error, opened) => (error ? reject(damaged(error)) : resolve(opened))),
      )
      return partsOf(stream, damaged)
    },
  })
  const entries = directory.entries.map(entryOf)
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
  return {
    entries,
    others: directory.others.map(entryOf),
    isCut: directory.isCut,
    text: async (name) => {
      const parts = await byName.get(name.toLowerCase())?.bytes()
      return parts === undefined ? null : decoded(parts)
    },
    close: () => zip.close(),
  }
}

async function* partsOf(stream: Readable, damaged: (cause: unknown) => Unreadable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    throw error instanceof Unreadable ? error : damaged(error)
  } finally {
    stream.destroy()
  }
}

/** Decodes UTF-8. */
async function* decoded(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of parts) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

interface Directory {
  entries: { name: string; entry: Entry }[]
  others: { name: string; entry: Entry }[]
  isCut: boolean
}

const readDirectory = (zip: ZipFile, sizeBytes: number, limits: ZipLimits): Promise<Directory> =>
  new Promise((resolve, reject) => {
    const { broken, tooLarge, tooTight } = limits.words
    const directory: Directory = { entries: [], others: [], isCut: false }
    let seen = 0
    let unpacked = 0
    zip.on('entry', (entry: Entry) => {
      seen += 1
      if (seen > limits.entries) return reject(new Unreadable(broken))
      const name = nameOf(entry)
      // No program writes such a name: the record of the file is damaged.
      if (name === '' || NO_NAME.test(name)) directory.isCut = true
      if (limits.isWanted(name)) {
        unpacked += entry.uncompressedSize
        if (unpacked > limits.unpackedBytes) return reject(new Unreadable(tooLarge))
        if (unpacked > limits.ratioFreeBytes && unpacked > sizeBytes * limits.unpackedRatio)
          return reject(new Unreadable(tooTight))
        directory.entries.push({ name, entry })
      } else if (!name.endsWith('/')) directory.others.push({ name, entry })
      zip.readEntry()
    })
    zip.on('end', () => resolve(directory))
    zip.on('error', (cause: unknown) => {
      if (directory.entries.length === 0) reject(new Unreadable(broken, { cause }))
      else resolve({ ...directory, isCut: true })
    })
    zip.readEntry()
  })

// oxlint-disable-next-line no-control-regex -- these are what it finds
const NO_NAME = /[\u0000-\u001f]/

const nameOf = ({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
