import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { DatabaseError } from 'pg'
import {
  KEY_ENTRY,
  MANIFEST_ENTRY,
  parseManifest,
  parseSummary,
  SUMMARY_ENTRY,
  type Manifest,
  type Summary,
} from './format.ts'
import { BackupProblem } from './problem.ts'
import { readEntries, type Entry } from './tar.ts'

/** A part of an archive, in its order. `content` of a file has to be read to its end before the next part is requested. */
export type ArchivePart =
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'key'; text: string }
  | { kind: 'rows'; table: string; text: string }
  | { kind: 'file'; hash: string; sizeBytes: number; content: AsyncIterable<Buffer> }
  | { kind: 'summary'; summary: Summary }

/** Limit of entries that are read into memory. Only an entry with a single large row is larger than a few megabytes. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024

/**
 * Yields the parts of an archive (a tar file): the manifest first, the summary last. Verifies names, order and checksums of all entries but
 * files, whose hash the reader computes. Throws `BackupProblem` for an archive that is damaged, incomplete, of another application or of a newer format.
 */
export const readParts = async function* (
  archive: AsyncIterable<Uint8Array>,
  maxTextBytes = MAX_TEXT_BYTES,
): AsyncGenerator<ArchivePart> {
  const checksums: Record<string, string> = {}
  let hasManifest = false
  let hasSummary = false
  let broken: Error | null = null
  const textOf = async (entry: Entry): Promise<string> => {
    const { name, size } = entry.header
    if (size > maxTextBytes) throw new BackupProblem(`The archive is damaged: ${name} is too large.`)
    const chunks: Buffer[] = []
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    if (name !== SUMMARY_ENTRY) checksums[name] = createHash('sha256').update(bytes).digest('hex')
    return bytes.toString()
  }
  const contentOf = async function* (entry: Entry): AsyncGenerator<Buffer> {
    try {
      yield* entry as AsyncIterable<Buffer>
    } catch (error) {
      throw damageOf(broken ?? error, true)
    }
  }
  const partOf = async (entry: Entry): Promise<ArchivePart> => {
    const { name, type, size } = entry.header
    if (type !== 'file') throw new BackupProblem(`The file is not an archive of Assay: it has a ${type}.`)
    if (hasManifest !== (name !== MANIFEST_ENTRY)) throw new BackupProblem('The file is not an archive of Assay.')
    if (hasSummary) throw new BackupProblem(`The archive is damaged: it has an entry after its end, ${name}.`)
    if (name === MANIFEST_ENTRY) {
      hasManifest = true
      return { kind: 'manifest', manifest: parseManifest(await textOf(entry)) }
    }
    const [, table] = /^tables\/([a-z0-9_]+)\/\d{6,}\.jsonl$/.exec(name) ?? []
    const [, folder, hash] = /^files\/([0-9a-f]{2})\/([0-9a-f]{64})$/.exec(name) ?? []
    if (table !== undefined) return { kind: 'rows', table, text: await textOf(entry) }
    if (hash !== undefined && hash.startsWith(folder ?? ''))
      return { kind: 'file', hash, sizeBytes: size ?? 0, content: contentOf(entry) }
    if (name === KEY_ENTRY) return { kind: 'key', text: await textOf(entry) }
    if (name !== SUMMARY_ENTRY) throw new BackupProblem(`The archive is damaged: it has an unknown entry, ${name}.`)
    const summary = parseSummary(await textOf(entry))
    hasSummary = true
    for (const one of new Set([...Object.keys(summary.checksums), ...Object.keys(checksums)]))
      if (summary.checksums[one] !== checksums[one])
        throw new BackupProblem(`The archive is damaged: ${one} does not have the checksum of the summary.`)
    return { kind: 'summary', summary }
  }
  try {
    for await (const entry of readEntries(archive, (error) => (broken = error))) yield await partOf(entry)
    if (!hasManifest) throw new BackupProblem('The file is not an archive of Assay.')
    if (!hasSummary) throw new BackupProblem('The archive is incomplete: its end is missing.')
  } catch (error) {
    // A stream that breaks while an entry is read ends that entry with an error that says less.
    throw error instanceof BackupProblem || broken === null ? error : damageOf(broken, true)
  }
}

/** Decompresses an archive. A damaged one fails the reader of the result. */
export const decompressed = (input: Readable): Readable => {
  const decompress = createZstdDecompress()
  // The reader gets the error. It may begin to read after the error.
  decompress.on('error', () => undefined)
  pipeline(input, decompress).catch(() => undefined)
  return decompress
}

/** Classes of SQLSTATE of values that the database does not accept: data exception, integrity violation. */
const OF_VALUES = /^2[23]/

/** Returns errors of the archive's content as `BackupProblem`; others, such as a full disk, unchanged. */
export const damageOf = (error: unknown, isOfStream = false): unknown => {
  if (error instanceof Error && 'code' in error && error.code === 'ZSTD_error_prefix_unknown')
    return new BackupProblem('The file is not an archive of Assay.', { cause: error })
  const isOfValues = error instanceof DatabaseError && OF_VALUES.test(error.code ?? '')
  return (isOfStream || isOfValues) && error instanceof Error && !(error instanceof BackupProblem)
    ? new BackupProblem(`The archive is damaged or incomplete (${error.message}).`, { cause: error })
    : error
}
