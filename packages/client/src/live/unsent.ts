import { createReadStream } from 'node:fs'
import { copyFile, lstat, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod/mini'
import { type Watch } from '../calls.ts'
import { Rejected } from '../failures.ts'
import type { Connection } from '../settings.ts'
import { deliver, newDelivery, type Delivered, type Source } from './delivery.ts'
import type { Batch, PendingFile } from './pending-reports.ts'

/** Folder of launches that could not be sent, in the working directory. Has no token. */
export const UNSENT_FOLDER = path.join('.assay', 'unsent')
/** Written last: a folder without it is incomplete. */
const LAUNCH = 'launch.jsonl'
/** Maximum bytes of all launches and of their files. */
const MAX_BYTES = 512 * 1024 * 1024

const SavedFile = z.object({
  id: z.string(),
  key: z.string(),
  attempt: z.int(),
  at: z.number(),
  name: z.optional(z.string()),
  contentType: z.optional(z.string()),
  step: z.optional(z.int()),
  /** Name in the folder of the launch. */
  path: z.string(),
})

/** First line of a file. It may be damaged, or of a repository that is not trusted. */
const Header = z.object({
  url: z.string(),
  projectKey: z.string(),
  start: z.looseObject({ uuid: z.string(), name: z.string() }),
  launchId: z.nullable(z.int()),
  ids: z.array(z.tuple([z.string(), z.int()])),
  files: z.array(SavedFile),
  endedAt: z.iso.datetime(),
})

/** Each further line. */
const SavedBatch = z.object({
  id: z.string(),
  entries: z.array(z.looseObject({ key: z.string() })),
  files: z.array(SavedFile),
})

/** Stores what a launch still has to send. Resolves with the number of files that are left out. */
export const saveUnsent = async (
  { url, projectKey }: Connection,
  { start, launchId, ids, files, batch }: Delivered,
  { next, endedAt }: { next: () => Batch | null; endedAt: Date },
): Promise<{ missingFiles: number }> => {
  const folder = path.join(UNSENT_FOLDER, start.uuid)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path.join('.assay', '.gitignore'), '*\n')
  let room = MAX_BYTES - (await bytesIn(UNSENT_FOLDER))
  let count = 0
  let missingFiles = 0
  const save = async (file: PendingFile): Promise<PendingFile[]> => {
    const name = String((count += 1))
    const size = file.body?.length ?? (await stat(file.path ?? '').catch(() => null))?.size ?? Infinity
    const { body, path: from = '', ...described } = file
    const target = path.join(folder, name)
    const copy = () => (body ? writeFile(target, body) : copyFile(from, target))
    const isSaved =
      size <= room &&
      (await copy().then(
        () => true,
        () => false,
      ))
    if (!isSaved) {
      missingFiles += 1
      return []
    }
    room -= size
    return [{ ...described, name: described.name ?? path.basename(from), path: name }]
  }
  const saveAll = async (all: readonly PendingFile[]): Promise<PendingFile[]> => {
    const saved: PendingFile[] = []
    for (const file of all) saved.push(...(await save(file)))
    return saved
  }
  const target = path.join(folder, LAUNCH)
  const out = await open(`${target}.part`, 'w', 0o600)
  const header = {
    url,
    projectKey,
    start,
    launchId,
    ids: [...ids],
    files: await saveAll(files),
    endedAt: endedAt.toISOString(),
  }
  await out.write(`${JSON.stringify(header)}\n`)
  for (let one = batch ?? next(); one !== null; one = next())
    await out.write(`${JSON.stringify({ ...one, files: await saveAll(one.files) })}\n`)
  await out.sync()
  await out.close()
  await copyFile(`${target}.part`, target)
  await rm(`${target}.part`)
  return { missingFiles }
}

const bytesIn = async (folder: string): Promise<number> => {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(path.join(folder, name)).catch(() => null))?.size),
  )
  return sizes.reduce<number>((sum, size = 0) => sum + size, 0)
}

/**
 * Sends the launches of this server and project that could not be sent, oldest first, and deletes them. Resolves with their addresses.
 * Throws `Unreachable`, and the reason of the signal.
 */
export const sendUnsent = async (
  connection: Connection,
  warn: (message: string) => void,
  { signal = new AbortController().signal }: Pick<Watch, 'signal'> = {},
): Promise<string[]> => {
  const sent: string[] = []
  for (const name of await foldersIn(UNSENT_FOLDER)) {
    const folder = path.join(UNSENT_FOLDER, name)
    const lines = linesOf(path.join(folder, LAUNCH))
    const header = Header.safeParse((await lines.next()).value).data
    if (header?.url !== connection.url || header.projectKey !== connection.projectKey) {
      await lines.return(undefined)
      continue
    }
    const delivered: Delivered = {
      ...newDelivery(header.start as Delivered['start']),
      launchId: header.launchId,
      ids: new Map(header.ids),
      files: await inFolder(folder, header.files),
    }
    const source: Source = {
      next: async () => {
        const batch = SavedBatch.safeParse((await lines.next()).value).data
        return batch === undefined ? null : { ...batch, files: await inFolder(folder, batch.files) }
      },
      endedAt: () => new Date(header.endedAt),
    }
    try {
      await deliver(connection, delivered, source, { signal, warn })
      sent.push(launchAddress(connection, delivered.launchId))
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      warn(`The launch ${header.start.name} of an earlier run was rejected and is given up: ${error.message}`)
    }
    await rm(folder, { recursive: true, force: true })
  }
  return sent
}

/** Returns the files that are in the folder. Excludes links and paths to other places, because the stored content is not trusted. */
const inFolder = async (folder: string, files: readonly z.infer<typeof SavedFile>[]): Promise<PendingFile[]> => {
  const found = files.map((file) => ({ ...file, path: path.join(folder, path.basename(file.path)) }))
  const entries = await Promise.all(found.map((file) => lstat(file.path).catch(() => null)))
  return found.filter((_, index) => entries[index]?.isFile())
}

const foldersIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => [])
  const complete = await Promise.all(
    names.map(async (name) => ({ name, entry: await stat(path.join(folder, name, LAUNCH)).catch(() => null) })),
  )
  return complete
    .flatMap(({ name, entry }) => (entry?.isFile() ? [{ name, at: entry.mtimeMs }] : []))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name)
}

async function* linesOf(file: string): AsyncGenerator {
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    try {
      yield JSON.parse(line)
    } catch {
      return
    }
  }
}

/** Returns the address of a launch's page. */
export const launchAddress = ({ url, projectKey }: Connection, launchId: number | null): string =>
  `${url}/projects/${encodeURIComponent(projectKey)}/automation-launches/${launchId}`
