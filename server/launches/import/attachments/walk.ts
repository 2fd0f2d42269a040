import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { clean } from '../../../../contract/launches/clean.ts'
import { headOf, Unreadable, type SourceFile } from '../../../reading/source-file.ts'
import { isTar, readTar } from '../../../reading/tar.ts'
import { openZip, type ZipEntry } from '../../../reading/zip.ts'
import { bytesOf, gunzip, inMemory, mayHoldReports, MESSAGES, type Opening } from '../formats/sources.ts'
import type { UploadedFile } from './paths.ts'

/** File that is visited: an upload, or an entry of an archive. */
export interface VisitedFile extends UploadedFile {
  sizeBytes: number
  /** Size of the archive around it, or of the upload. */
  packedBytes: number
}

/** Receives the content of a file. The walk calls `end` once: with the reason why the file cannot be read, or with null. */
export interface Receiver {
  write: (part: Buffer) => void
  end: (problem: string | null) => void
}

type Visit = (file: VisitedFile) => Receiver | null
type Budget = Pick<Opening, 'nestedBytes' | 'unpackedBytes'>

/**
 * Visits all files of an upload in a fixed order: each archive comes before its entries. Reads the content of a file only if `visit` returns a
 * receiver. Skips the entries after a damaged part of an archive.
 */
export const walkFiles = async (files: readonly SourceFile[], visit: Visit): Promise<void> => {
  for (const file of files) {
    const receiver = visit({
      archive: '',
      path: clean(file.name),
      sizeBytes: file.sizeBytes,
      packedBytes: file.sizeBytes,
    })
    if (receiver !== null) await receive(async () => file.open() as AsyncIterable<Buffer>, receiver)
    const { nestedBytes, unpackedBytes } = LIMITS
    await walkArchive(file, 0, visit, { nestedBytes, unpackedBytes })
  }
}

const receive = async (open: ZipEntry['bytes'], { write, end }: Receiver): Promise<void> => {
  try {
    for await (const part of await open()) write(part)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    end(error.message)
    return
  }
  end(null)
}

/** `depth`: number of archives around the file. An archive that cannot be read is a problem of the reports already. */
const walkArchive = async (file: SourceFile, depth: number, visit: Visit, budget: Budget): Promise<void> => {
  const isRead = depth <= 1
  try {
    const head = await headOf(file, 512)
    if (isRead && isTar(head)) await walkTar(file, file.open() as AsyncIterable<Buffer>, depth, visit, budget)
    else if (isRead && head.startsWith('PK')) await walkZip(file, depth, visit, budget)
    else if (isRead && head.startsWith('\u001f\u008b') && isTar(await headOfGzip(file, budget)))
      await walkTar(file, gunzip(file, budget), depth, visit, budget)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
}

const headOfGzip = async (file: SourceFile, budget: Budget): Promise<string> => {
  let head = ''
  for await (const part of gunzip(file, budget)) {
    head += part.toString('latin1')
    if (head.length >= 512) break
  }
  return head
}

const walkZip = async (file: SourceFile, depth: number, visit: Visit, budget: Budget): Promise<void> => {
  const zip = await openZip(file, {
    entries: LIMITS.entries,
    // `attachments.ts` checks the sizes of the files that it selects.
    unpackedBytes: Infinity,
    unpackedRatio: Infinity,
    ratioFreeBytes: 0,
    isWanted: (name) => !name.endsWith('/'),
    words: MESSAGES,
  })
  const archive = clean(file.name)
  const isNested = mayHoldReports(zip.entries)
  try {
    for (const entry of zip.entries) {
      const { name, sizeBytes } = entry
      const receiver = visit({ archive, path: clean(name), sizeBytes, packedBytes: file.sizeBytes })
      if (receiver !== null) await receive(entry.bytes, receiver)
      if (depth > 0 || !isNested(name)) continue
      const bytes = await bytesOf(entry, budget).catch(unreadable)
      if (bytes !== null) await walkArchive(inMemory(`${file.name}/${name}`, bytes), depth + 1, visit, budget)
    }
  } finally {
    zip.close()
  }
}

const unreadable = (error: unknown): null => {
  if (!(error instanceof Unreadable)) throw error
  return null
}

/** Reads a tar archive once. Keeps nested archives in memory until the end of the outer one. */
const walkTar = async (
  file: SourceFile,
  parts: AsyncIterable<Buffer>,
  depth: number,
  visit: Visit,
  budget: Budget,
): Promise<void> => {
  const archive = clean(file.name)
  const isNested = mayHoldReports([])
  const nested: { name: string; parts: Buffer[] }[] = []
  let open: Receiver | null = null
  const end = (problem: string | null): void => {
    open?.end(problem)
    open = null
  }
  let count = 0
  try {
    await readTar(parts, (name, sizeBytes) => {
      end(null)
      count += 1
      if (count > LIMITS.entries) throw new Unreadable(MESSAGES.broken)
      open = visit({ archive, path: clean(name), sizeBytes, packedBytes: file.sizeBytes })
      const receiver = open
      const held =
        depth === 0 && isNested(name) && sizeBytes <= budget.nestedBytes ? { name, parts: [] as Buffer[] } : null
      if (held !== null) {
        budget.nestedBytes -= sizeBytes
        nested.push(held)
      }
      if (receiver === null && held === null) return null
      return (part) => {
        receiver?.write(part)
        held?.parts.push(Buffer.from(part))
      }
    })
    end(null)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    end(error.message)
  }
  for (const { name, parts: held } of nested)
    await walkArchive(inMemory(`${file.name}/${name}`, Buffer.concat(held)), depth + 1, visit, budget)
}
