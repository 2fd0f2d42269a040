import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Manifest, Summary } from '../../backup/format.ts'
import { decompressed, readParts } from '../../backup/parts.ts'
import { BackupProblem } from '../../backup/problem.ts'
import type { FileStore } from '../../files/store.ts'
import { FILE_TABLE } from './export.ts'
import { requireVersion } from './match-tables.ts'
import type { ArchivedRow } from './rules.ts'
import { valuesOfFixed } from './values.ts'

/** Limit of an entry with rows, which is read into memory; one row can be larger than the usual megabyte. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024
/** Limits of what an archive contains after decompression: in total, and by byte of the archive after the first ones. */
const MAX_BYTES = 256 * 1024 ** 3
const MAX_RATIO = 1000
const FREE_BYTES = 64 * 1024 ** 2

export type ProjectManifest = Manifest & { project: NonNullable<Manifest['project']> }

/** What an import needs of a checked archive. `rows`: the number of all rows. */
export interface Checked {
  files: { stored: ReadonlySet<string>; missing: ReadonlySet<string> }
  rows: number
}

/** Reports the bytes read so far, and in total. */
type OnRead = (bytes: number, total: number) => void | Promise<void>

/** Yields the parts of a compressed archive within the limits of size. */
export const partsOf = async function* (archive: string, onRead: OnRead = () => undefined) {
  const { size } = await stat(archive)
  const input = createReadStream(archive)
  const limited = async function* (): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of decompressed(input) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_BYTES || bytes > FREE_BYTES + MAX_RATIO * input.bytesRead)
        throw new BackupProblem('The archive is too large after decompression.')
      await onRead(input.bytesRead, size)
      yield chunk
    }
  }
  try {
    yield* readParts(limited(), MAX_ENTRY_BYTES)
  } finally {
    input.destroy()
  }
}

/** Resolves with the manifest of an archive. Throws for the archive of an installation, and for one of a version that this one cannot import. */
export const readManifest = async (archive: string): Promise<ProjectManifest> => {
  for await (const part of partsOf(archive)) if (part.kind === 'manifest') return requireProject(part.manifest)
  throw new Error('the archive has no manifest')
}

/** Reads an archive to its end, and stores its files. */
export const checkArchive = async (
  archive: string,
  { files, maxFileBytes }: { files: FileStore; maxFileBytes: number },
  onRead: OnRead,
): Promise<Checked> => {
  let summary: Summary | null = null
  const counts: Record<string, number> = {}
  const texts = new Set<string>()
  const stored = new Set<string>()
  const damaged = new Set<string>()
  for await (const part of partsOf(archive, onRead)) {
    if (part.kind === 'manifest') continue
    if (part.kind === 'summary') summary = part.summary
    else if (part.kind === 'rows') {
      const lines = part.text.trimEnd().split('\n')
      counts[part.table] = (counts[part.table] ?? 0) + lines.length
      if (part.table === FILE_TABLE.name)
        for (const row of fileRows.read(part.text)) if (isText(row)) texts.add(row['hash'] ?? '')
    } else if (part.kind === 'file') {
      const name = texts.has(part.hash) ? 'file.txt' : 'file'
      const { hash } = await files.put(Readable.from(part.content), name, maxFileBytes)
      if (hash === part.hash) stored.add(hash)
      else damaged.add(part.hash)
    } else throw new BackupProblem('The archive is damaged: it has a key.')
  }
  if (summary === null) throw new Error('the archive was not read to its end')
  for (const name of new Set([...Object.keys(counts), ...Object.keys(summary.rows)]))
    if ((counts[name] ?? 0) !== (summary.rows[name] ?? 0))
      throw new BackupProblem(
        `The archive is damaged: it has ${counts[name] ?? 0} of ${summary.rows[name]} rows of ${name}.`,
      )
  const lost = summary.files ?? { missing: [], deleted: [], damaged: [] }
  const known = new Set(lost.damaged)
  for (const hash of damaged)
    if (!known.has(hash)) throw new BackupProblem(`The archive is damaged: the file ${hash} has another content.`)
  const missing = new Set([...lost.missing, ...lost.deleted, ...lost.damaged])
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { files: { stored, missing }, rows }
}

const fileRows = valuesOfFixed(FILE_TABLE)
const isText = ({ content_type: type }: ArchivedRow): boolean => type?.startsWith('text/plain') === true

/** Throws for the archive of an installation, and for one of a version that this one cannot import. */
const requireProject = (manifest: Manifest): ProjectManifest => {
  const { project } = manifest
  if (project === undefined)
    throw new BackupProblem('The file is a backup of an installation. Restore it with assay-server restore.')
  requireVersion(manifest)
  return { ...manifest, project }
}
