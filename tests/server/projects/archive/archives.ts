import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, pack, type Header } from 'tar-stream'
import type { Project } from '../../../../contract/projects/projects.ts'
import { importProject, projectArchiveHref } from '../../../../contract/projects/archives.ts'
import { send, type TestApp } from '../../support/app.ts'
import type { TestUser } from '../../support/people.ts'

export interface Part {
  header: Partial<Header> & { name: string }
  content: Buffer
}

export const exported = async (app: TestApp, user: TestUser, projectKey: string): Promise<Buffer> => {
  const response = await fetch(`${app.url}${projectArchiveHref(projectKey)}`, {
    headers: { authorization: `Bearer ${user.token}` },
  })
  if (response.status !== 200) throw new Error(`the export was answered with ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

export interface ImportAnswer {
  status: number
  lines: {
    phase?: string
    done?: number
    total?: number
    outcome?: { project: Project; leftOut: string[] }
    problem?: { code: string; message: string; errors?: { field: string; message: string }[] }
    message?: string
  }[]
}

export const imported = async (
  app: TestApp,
  user: TestUser,
  archive: Buffer,
  query: Record<string, string> = {},
): Promise<ImportAnswer> => {
  const { status, body } = await send(app, `${importProject.path}?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    token: user.token,
    headers: { 'content-type': 'application/octet-stream' },
    body: archive,
  })
  const lines =
    typeof body === 'string'
      ? body
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as ImportAnswer['lines'][number])
      : [body as ImportAnswer['lines'][number]]
  return { status, lines }
}

/** Returns the reason why an import fails; null if it does not. */
export const problemOf = ({ lines }: ImportAnswer): string | null => {
  const last = lines.at(-1)
  return last?.problem?.message ?? last?.message ?? null
}

export const partsOf = async (archive: Buffer): Promise<Part[]> => {
  const parts: Part[] = []
  const entries = Readable.from([archive])
    .pipe(createZstdDecompress())
    .pipe(extract() as never) as unknown
  for await (const entry of entries as AsyncIterable<Readable & { header: Header }>)
    parts.push({ header: { name: entry.header.name }, content: await buffer(entry) })
  return parts
}

export const archiveOf = (parts: readonly Part[]): Promise<Buffer> => {
  const packing = pack()
  for (const { header, content } of parts) packing.entry(header, content)
  packing.finalize()
  return buffer(Readable.from(packing).pipe(createZstdCompress()))
}

/** Replaces the content of entries, and their checksums in the summary unless the entry is the summary. */
export const withContents = (parts: readonly Part[], entry: RegExp, change: (text: string) => string): Part[] => {
  const contents = parts.map((part) =>
    entry.test(part.header.name) ? { ...part, content: Buffer.from(change(part.content.toString())) } : part,
  )
  const summary = JSON.parse(contents.at(-1)?.content.toString() ?? '{}') as { checksums: Record<string, string> }
  for (const { header, content } of contents)
    if (header.name in summary.checksums)
      summary.checksums[header.name] = createHash('sha256').update(content).digest('hex')
  return contents.map((part) =>
    part.header.name === 'summary.json' && !entry.test('summary.json')
      ? { ...part, content: Buffer.from(JSON.stringify(summary)) }
      : part,
  )
}

/** Returns the archive that a version with these migrations, tables and columns would have written of the same project. */
export const asWrittenBy = (
  parts: readonly Part[],
  migrations: readonly string[],
  columnsOf: ReadonlyMap<string, readonly string[]>,
): Part[] => {
  const manifest = JSON.parse(parts[0]?.content.toString() ?? '') as {
    tables: { name: string; columns: string[] }[]
  }
  const tables = manifest.tables.flatMap(({ name, columns }) => {
    const remaining = columnsOf.get(name)?.filter((column) => columns.includes(column))
    return remaining === undefined ? [] : [{ name, columns: remaining, before: columns }]
  })
  const isRemoved = (entry: string): boolean =>
    entry.startsWith('tables/') && tables.every(({ name }) => !entry.startsWith(`tables/${name}/`))
  const withoutTables = withContents(
    parts.filter(({ header }) => !isRemoved(header.name)),
    /^summary/,
    (text) => {
      const summary = JSON.parse(text) as { rows: Record<string, number>; checksums: Record<string, string> }
      const rows = Object.entries(summary.rows).filter(([name]) => columnsOf.has(name))
      const checksums = Object.entries(summary.checksums).filter(([name]) => !isRemoved(name))
      return JSON.stringify({ ...summary, rows: Object.fromEntries(rows), checksums: Object.fromEntries(checksums) })
    },
  )
  const older = tables.reduce(
    (all, { name, columns, before }) =>
      withContents(all, new RegExp(`^tables/${name}/`), (text) =>
        text.replaceAll(/^.+$/gm, (line) => {
          const values = JSON.parse(line) as (string | null)[]
          return JSON.stringify(columns.map((column) => values[before.indexOf(column)]))
        }),
      ),
    withoutTables,
  )
  const listed = tables.map(({ name, columns }) => ({ name, columns }))
  return withContents(older, /^manifest/, () => JSON.stringify({ ...manifest, migrations, tables: listed }))
}

/** Rows of each table by column. */
export type Tables = Map<string, Record<string, string | null>[]>

export const tablesOf = (parts: readonly Part[]): Tables => {
  const textOf = (name: string): string => parts.find(({ header }) => header.name === name)?.content.toString() ?? ''
  const { tables } = JSON.parse(textOf('manifest.json')) as { tables: { name: string; columns: string[] }[] }
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      parts
        .filter(({ header }) => header.name.startsWith(`tables/${name}/`))
        .flatMap(({ content }) => content.toString().trimEnd().split('\n'))
        .map((line) => {
          const values = JSON.parse(line) as (string | null)[]
          return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))
        }),
    ]),
  )
}
