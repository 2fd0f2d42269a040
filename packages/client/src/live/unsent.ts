import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
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

interface Header {
  url: string
  projectKey: string
  start: Delivered['start']
  launchId: number | null
  ids: [string, number][]
  files: PendingFile[]
  endedAt: string
}

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
    if (size > room) {
      missingFiles += 1
      return []
    }
    room -= size
    const { body, path: from = '', ...described } = file
    if (body) await writeFile(path.join(folder, name), body)
    else await copyFile(from, path.join(folder, name))
    return [{ ...described, name: described.name ?? path.basename(from), path: name }]
  }
  const saveAll = async (all: readonly PendingFile[]): Promise<PendingFile[]> => {
    const saved: PendingFile[] = []
    for (const file of all) saved.push(...(await save(file)))
    return saved
  }
  const target = path.join(folder, LAUNCH)
  const out = await open(`${target}.part`, 'w', 0o600)
  const header: Header = {
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
    const header = ((await lines.next()).value ?? null) as Header | null
    if (header === null || header.url !== connection.url || header.projectKey !== connection.projectKey) continue
    const delivered: Delivered = {
      ...newDelivery(header.start),
      launchId: header.launchId,
      ids: new Map(header.ids),
      files: header.files.map((file) => inFolder(folder, file)),
    }
    const source: Source = {
      next: async () => {
        const batch = ((await lines.next()).value ?? null) as Batch | null
        return batch && { ...batch, files: batch.files.map((file) => inFolder(folder, file)) }
      },
      endedAt: () => new Date(header.endedAt),
    }
    try {
      await deliver(connection, delivered, source, { signal })
      sent.push(launchAddress(connection, delivered.launchId))
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      warn(`The launch ${header.start.name} of an earlier run was rejected and is given up: ${error.message}`)
    }
    await rm(folder, { recursive: true, force: true })
  }
  return sent
}

/** Only files of the folder itself are sent, whatever its content names. */
const inFolder = (folder: string, file: PendingFile): PendingFile => ({
  ...file,
  path: path.join(folder, path.basename(file.path ?? '')),
})

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
