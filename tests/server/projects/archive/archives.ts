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

/** Rows of each table by column. */
export const tablesOf = (parts: readonly Part[]): Map<string, Record<string, string | null>[]> => {
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
