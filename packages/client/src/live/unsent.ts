import {
  closeSync,
  copyFileSync,
  createReadStream,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { lstat, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod/mini'
import { type Watch } from '../calls.ts'
import { isRejectedForNow, Rejected } from '../failures.ts'
import type { Connection } from '../settings.ts'
import { deliver, newDelivery, type Delivered, type Source } from './delivery.ts'
import type { Batch, PendingFile } from './pending-reports.ts'

/** Folder of launches that could not be sent, in the working directory. Has no token. */
export const UNSENT_FOLDER = path.join('.assay', 'unsent')
/** Tests that run in the same process may change the working directory. */
const root = path.resolve(UNSENT_FOLDER)
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

/** Stores what a launch still has to send, also while the process exits. Returns the number of files that are left out. Throws errors of the file system. */
export const saveUnsent = (
  { url, projectKey }: Connection,
  { start, launchId, ids, files, batches }: Delivered,
  { next, endedAt }: { next: () => Batch | null; endedAt: Date },
): { missingFiles: number } => {
  const folder = path.join(root, start.uuid)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(path.join(root, '../.gitignore'), '*\n')
  let room = MAX_BYTES - bytesIn(root)
  let count = 0
  let missingFiles = 0
  const save = ({ body, path: from = '', ...described }: PendingFile): PendingFile[] => {
    const name = String((count += 1))
    try {
      const size = body?.length ?? statSync(from).size
      if (size > room) throw new RangeError('There is no room for the file')
      const target = path.join(folder, name)
      if (body) writeFileSync(target, body)
      else copyFileSync(from, target)
      room -= size
      return [{ ...described, name: described.name ?? path.basename(from), path: name }]
    } catch {
      missingFiles += 1
      return []
    }
  }
  const target = path.join(folder, LAUNCH)
  const out = openSync(`${target}.part`, 'w', 0o600)
  const write = (line: object): void => void writeSync(out, `${inOneLine(line)}\n`)
  write({
    url,
    projectKey,
    start,
    launchId,
    ids: [...ids],
    files: files.flatMap(save),
    endedAt: endedAt.toISOString(),
  })
  for (const batch of batches) write({ ...batch, files: batch.files.flatMap(save) })
  for (let batch = next(); batch !== null; batch = next()) write({ ...batch, files: batch.files.flatMap(save) })
  fsyncSync(out)
  closeSync(out)
  renameSync(`${target}.part`, target)
  return { missingFiles }
}

/** Returns JSON without the characters besides a line break that end a line for the reader of lines. */
const inOneLine = (value: object): string =>
  JSON.stringify(value).replaceAll(/[\u2028\u2029]/g, (end) => (end === '\u2028' ? '\\u2028' : '\\u2029'))

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + (statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )

/**
 * Sends the launches of this server and project that could not be sent, oldest first, and deletes them. Resolves with their addresses.
 * Throws `Unreachable`, `Rejected` if the token or the address is wrong, and the reason of the signal.
 */
export const sendUnsent = async (
  connection: Connection,
  warn: (message: string) => void,
  { signal = new AbortController().signal }: Pick<Watch, 'signal'> = {},
): Promise<string[]> => {
  const sent: string[] = []
  for (const name of await foldersIn(root)) {
    const folder = path.join(root, name)
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
      if (!(error instanceof Rejected) || isRejectedForNow(error)) throw error
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
