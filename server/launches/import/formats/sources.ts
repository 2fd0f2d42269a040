import { Readable } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { clean } from '../../../../contract/launches/clean.ts'
import { decodeText } from '../../../reading/decode.ts'
import { headOf, Unreadable, type SourceFile } from '../../../reading/source-file.ts'
import { isTar, readTar } from '../../../reading/tar.ts'
import { openZip, type ZipEntry } from '../../../reading/zip.ts'
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

/** Upload that is being opened: what its archives may still unpack, and hold in memory. */
export interface Opening {
  upload: string
  unpackedBytes: number
  nestedBytes: number
  closes: (() => void)[]
  report: Report
}

/** Content of an archive: files that may be reports, and archives. Screenshots and videos are neither. */
interface Content {
  entries: readonly ZipEntry[]
  archives: readonly ZipEntry[]
}

export const MESSAGES = {
  broken: 'The archive is broken, or has too many files',
  tooLarge: 'The archive is too large once it is unpacked',
  tooTight: 'The archive unpacks to far more than reports hold',
}
const isReport = (name: string): boolean =>
  /\.(?:xml|json|jsonl|ndjson|trx)$/i.test(name) && !/(?:^|\/)__MACOSX\//.test(name)
const isArchive = (name: string): boolean =>
  /\.(?:zip|gz|tgz|tar)$/i.test(name) && !/(?:^|\/)__MACOSX\/|-attachment\.\w{1,10}$/.test(name)
/** Trace of Playwright: what a page received may be JSON, too. */
const TRACE = /(?:^|\/)trace(?:-\d{1,5})?\.zip$/
/** Attachments of Playwright's blob report. */
const RESOURCES = /(?:^|\/)resources\//

/** Returns whether a file of an archive with these entries is an archive to look into. */
export const mayHoldReports = (entries: readonly Pick<ZipEntry, 'name'>[]): ((name: string) => boolean) => {
  const isBlob = entries.some(({ name }) => /(?:^|\/)report\.jsonl$/.test(name))
  return (name) => isArchive(name) && !TRACE.test(name) && !(isBlob && RESOURCES.test(name))
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
    const { unpackedBytes, nestedBytes } = LIMITS
    yield* reportsIn(file, 0, { upload: clean(file.name), unpackedBytes, nestedBytes, closes, report })
  }
}

/** `depth`: number of archives around the file. */
async function* reportsIn(file: SourceFile, depth: number, opening: Opening): AsyncGenerator<Source> {
  const own = { name: clean(file.name), upload: opening.upload }
  const { report } = opening
  try {
    const head = await headOf(file, 512)
    if (head.startsWith('\u001f\u008b')) yield* reportsInGzip(file, depth, opening)
    else if (!head.startsWith('PK') && !isTar(head))
      yield { ...own, text: (problem) => decodeText(file.open() as AsyncIterable<Buffer>, problem) }
    else if (depth > 1)
      report(own, {
        message: 'The archive is inside an archive of an archive and was not read: send it on its own',
        isUnlessAttached: true,
      })
    else if (isTar(head)) yield* reportsOf(file, await untar(file, file.open(), opening), depth, opening)
    else yield* reportsOf(file, await unzip(file, opening), depth, opening)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    report(own, { message: error.message, isLoss: true, isUnlessAttached: true })
  }
}

async function* reportsInGzip(file: SourceFile, depth: number, opening: Opening): AsyncGenerator<Source> {
  const name = file.name.replace(/\.gz$/i, '').replace(/\.tgz$/i, '.tar')
  const open = () => gunzip(file, opening)
  const own = { name: clean(name), upload: opening.upload }
  let head = Buffer.alloc(0)
  for await (const part of open()) {
    head = Buffer.concat([head, part])
    if (head.length >= 512) break
  }
  const start = head.toString('latin1', 0, 512)
  const bytes = async () => open()
  if (isTar(start) && depth < 2) yield* reportsOf(file, await untar(file, open(), opening), depth, opening)
  else if (/^(?:PK|\u001f\u008b)/.test(start))
    yield* reportsOf(file, { entries: [], archives: [{ name, sizeBytes: 0, bytes }] }, depth, opening)
  else yield { ...own, text: (problem) => decodeText(open(), problem) }
}

/** Yields the reports of an archive, and those of the archives inside it. */
async function* reportsOf(
  file: SourceFile,
  { entries, archives }: Content,
  depth: number,
  opening: Opening,
): AsyncGenerator<Source> {
  const { upload, report } = opening
  if (entries.length === 0 && (depth > 0 || archives.length === 0))
    report(
      { name: clean(file.name), upload },
      {
        ...(depth === 0 ? { message: 'The archive holds no report' } : { message: '', counted: WITHOUT_REPORT }),
        isUnlessAttached: true,
      },
    )
  const folders = new Set(entries.flatMap(({ name }) => TESTNG_RESULTS.exec(name)?.[1] ?? []))
  const isBlob = entries.some(({ name }) => /(?:^|\/)report\.jsonl$/.test(name))
  for (const entry of entries) {
    if (isBlob && RESOURCES.test(entry.name)) continue
    const name = clean(`${file.name}/${entry.name}`)
    const copyOf = TESTNG_COPY.exec(entry.name)?.[1]
    if (copyOf !== undefined && folders.has(copyOf)) report({ name, upload }, { message: '', counted: TESTNG_COPIES })
    else
      yield {
        name,
        upload,
        text: async function* (problem) {
          yield* decodeText(await entry.bytes(), problem)
        },
      }
  }
  for (const archive of archives) {
    const name = `${file.name}/${archive.name}`
    const own = { name: clean(name), upload }
    if (isBlob && RESOURCES.test(archive.name)) continue
    try {
      const bytes = TRACE.test(archive.name) ? null : await bytesOf(archive, opening)
      if (bytes !== null) yield* reportsIn(inMemory(name, bytes), depth + 1, opening)
      else
        report(own, {
          message: '',
          counted: TRACE.test(archive.name) ? WITHOUT_REPORT : TOO_LARGE,
          isUnlessAttached: true,
        })
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      report(own, { message: error.message, isLoss: true, isUnlessAttached: true })
    }
  }
}

/** Returns the bytes of an archive inside another; null when there is no room for them in memory. */
export const bytesOf = async (archive: ZipEntry, opening: Pick<Opening, 'nestedBytes'>): Promise<Buffer | null> => {
  if (archive.sizeBytes > opening.nestedBytes) return null
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of await archive.bytes()) {
    bytes += part.length
    if (bytes > opening.nestedBytes) return null
    parts.push(part)
  }
  opening.nestedBytes -= bytes
  return Buffer.concat(parts)
}

const WITHOUT_REPORT = {
  one: 'archive inside the archive holds no report',
  many: 'archives inside the archive hold no report',
}
const TOO_LARGE = {
  one: 'archive inside the archive is too large to be read there: send it on its own if it holds reports',
  many: 'archives inside the archive are too large to be read there: send them on their own if they hold reports',
}
const TESTNG_COPIES = {
  one: 'file repeats testng-results.xml as JUnit XML and was not read',
  many: 'files repeat testng-results.xml as JUnit XML and were not read',
}

export const inMemory = (name: string, bytes: Buffer): SourceFile => ({
  name,
  sizeBytes: bytes.length,
  open: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
})

const unzip = async (file: SourceFile, opening: Opening): Promise<Content> => {
  const zip = await openZip(file, {
    entries: LIMITS.entries,
    unpackedBytes: opening.unpackedBytes,
    unpackedRatio: LIMITS.unpackedRatio,
    ratioFreeBytes: LIMITS.ratioFreeBytes,
    isWanted: isReport,
    words: MESSAGES,
  })
  opening.closes.push(zip.close)
  opening.unpackedBytes -= zip.entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (zip.isCut)
    opening.report(
      { name: clean(file.name), upload: opening.upload },
      { message: 'The archive is damaged: the files behind the damage are lost', isLoss: true },
    )
  return { entries: zip.entries, archives: zip.others.filter(({ name }) => isArchive(name)) }
}

/** Size of the pieces that are compressed again. */
const PIECE_BYTES = 256 * 1024

/** A tar archive is read once: the files that may be reports are held in memory, compressed. What is behind a break is lost. */
const untar = async (file: SourceFile, parts: AsyncIterable<Buffer>, opening: Opening): Promise<Content> => {
  const content = { entries: [] as ZipEntry[], archives: [] as ZipEntry[] }
  let files = 0
  let packLast = (): void => {}
  try {
    await readTar(parts, (name, sizeBytes) => {
      packLast()
      packLast = () => {}
      files += 1
      if (files > LIMITS.entries) throw new Unreadable(MESSAGES.broken)
      if (!isReport(name) && !isArchive(name)) return null
      const packed: Buffer[] = []
      let piece: Buffer[] = []
      let pieceBytes = 0
      const pack = (): void => {
        const bytes = gzipSync(Buffer.concat(piece), { level: 1 })
        opening.nestedBytes -= bytes.length
        packed.push(bytes)
        piece = []
        pieceBytes = 0
      }
      packLast = pack
      const bytes = async (): Promise<AsyncIterable<Buffer>> => Readable.from(packed).pipe(createGunzip())
      content[isReport(name) ? 'entries' : 'archives'].push({ name, sizeBytes, bytes })
      return (part) => {
        piece.push(part)
        pieceBytes += part.length
        if (pieceBytes >= PIECE_BYTES) pack()
        if (opening.nestedBytes < 0) throw new Unreadable(MESSAGES.tooLarge)
      }
    })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    if (content.entries.length + content.archives.length === 0) throw error
    opening.report(
      { name: clean(file.name), upload: opening.upload },
      { message: `${error.message}: the files behind that are lost`, isLoss: true },
    )
  } finally {
    // Of a file that breaks, its first tests are read.
    packLast()
  }
  return content
}

/** Unpacks while it is read. Throws `Unreadable` for a damaged file, and for one that unpacks to too much. */
export async function* gunzip(file: SourceFile, opening: Pick<Opening, 'unpackedBytes'>): AsyncGenerator<Buffer> {
  const packed = file.open()
  const unpacked = packed.pipe(createGunzip())
  // Errors of a stream are not those of the one that it is piped into.
  packed.on('error', (error) => unpacked.destroy(error))
  let bytes = 0
  try {
    for await (const part of unpacked as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > opening.unpackedBytes) throw new Unreadable(MESSAGES.tooLarge)
      if (bytes > LIMITS.ratioFreeBytes && bytes > file.sizeBytes * LIMITS.unpackedRatio)
        throw new Unreadable(MESSAGES.tooTight)
      yield part
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('The file is damaged', { cause: error })
  } finally {
    packed.destroy()
    unpacked.destroy()
  }
}
