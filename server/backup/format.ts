import { z } from 'zod'
import { BackupProblem } from './problem.ts'

/**
 * An archive is a tar file, compressed with Zstandard. Its entries, in this order: `manifest.json`; `secret.key`, if requested; the rows of each
 * table as `tables/<table>/<number>.jsonl`; stored files as `files/<first two digits>/<SHA-256>`; `summary.json`. A line of a table is a JSON
 * array with a value for each column of the manifest: the text that PostgreSQL prints for it (`value::text`), or null.
 */
const FORMAT = 1

const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const Manifest = z.object({
  application: z.literal('assay'),
  format: z.literal(FORMAT),
  /** Of the application that wrote the archive. */
  version: z.string(),
  engine: z.enum(['pglite', 'postgres']),
  createdAt: z.iso.datetime(),
  /** Migrations that the database has, in order. */
  migrations: z.array(z.string()).min(1),
  /** Columns that the lines of a table have, in order. Generated columns and ids of transactions are not stored. */
  tables: z.array(z.object({ name: Name, columns: z.array(Name).min(1) })),
  /** Ids of the keys that secrets of the database can be encrypted with. An id says nothing about its key. */
  secretKeyIds: z.array(z.string()),
  /** Set in the archive of a single project. `leftOut`: names of settings that the archive does not have. */
  project: z
    .object({
      key: z.string().max(10),
      name: z.string().max(255),
      leftOut: z.array(z.string().max(300)).max(200),
    })
    .optional(),
})
export type Manifest = z.infer<typeof Manifest>

const Summary = z.object({
  rows: z.record(Name, z.int().min(0)),
  /** Last values of sequences. */
  sequences: z.record(Name, z.int()),
  /**
   * Null if the archive has no files, because they stay in their storage. `missing`: files with a row, but without content; `deleted`: those
   * that were deleted during the backup; `damaged`: files with other content than their name says.
   */
  files: z
    .object({
      count: z.int().min(0),
      bytes: z.int().min(0),
      missing: z.array(Sha256),
      deleted: z.array(Sha256),
      damaged: z.array(Sha256),
    })
    .nullable(),
  /** SHA-256 of each entry but files, whose name is theirs, and this one. */
  checksums: z.record(z.string(), Sha256),
})
export type Summary = z.infer<typeof Summary>

export const MANIFEST_ENTRY = 'manifest.json'
export const KEY_ENTRY = 'secret.key'
export const SUMMARY_ENTRY = 'summary.json'

export const tableEntry = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.jsonl`

export const fileEntry = (hash: string): string => `files/${hash.slice(0, 2)}/${hash}`

/** Returns the manifest of a new archive, without the members that depend on the database. */
export const manifestOf = (content: Omit<Manifest, 'application' | 'format' | 'createdAt'>): Manifest => ({
  application: 'assay',
  format: FORMAT,
  createdAt: new Date().toISOString(),
  ...content,
})

/** Throws `BackupProblem` for another file, and for a format of a newer version. */
export const parseManifest = (text: string): Manifest => {
  const content = jsonOf(text)
  const head = z.object({ application: z.literal('assay'), format: z.int() }).safeParse(content)
  if (!head.success) throw new BackupProblem('The file is not an archive of Assay.')
  if (head.data.format > FORMAT)
    throw new BackupProblem(
      'A newer version of Assay has written this archive. Restore it with that version or a newer one.',
    )
  const parsed = Manifest.safeParse(content)
  if (!parsed.success) throw new BackupProblem('The archive is damaged: its manifest cannot be read.')
  return parsed.data
}

export const parseSummary = (text: string): Summary => {
  const parsed = Summary.safeParse(jsonOf(text))
  if (!parsed.success) throw new BackupProblem('The archive is damaged: its summary cannot be read.')
  return parsed.data
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
