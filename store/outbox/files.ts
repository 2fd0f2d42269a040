import { liveQuery } from 'dexie'
import { defer, from, switchMap, type Observable } from 'rxjs'
import type { Log, DeviceFile, Unsent } from '../log/log.ts'
import { withRoom } from '../log/room.ts'
import { within, type Within } from '../log/within.ts'
import { NotKept } from './commands.ts'
import { definitionOf, scopeOf } from './definition.ts'

/** A file that is not attached to anything yet. */
export const DRAFT_FILE = {
  sentBytes: 0,
  state: 'draft',
  refusal: null,
  owner: null,
  leftBy: null,
  isConfirmed: false,
  stream: null,
  subject: null,
} as const satisfies Partial<DeviceFile>

type TakenFile = Pick<DeviceFile, 'fileUuid' | 'name' | 'contentType' | 'sizeBytes'>

/** Stores a file on this device: its bytes are on disk when this resolves, and stay until the server has all of them. Throws `NotKept`. */
export async function takeFile(log: Log, projectKey: string, file: TakenFile, bytes: Blob): Promise<void> {
  const { fileUuid, name, contentType, sizeBytes } = file
  const saved: DeviceFile = {
    fileUuid,
    projectKey,
    name,
    contentType,
    sizeBytes,
    ...DRAFT_FILE,
  }
  try {
    await withRoom(log, () =>
      within(log, async ({ db }) => {
        await db.files.put(saved)
        await db.fileBytes.put({ fileUuid, bytes })
      }),
    )
  } catch (cause) {
    throw new NotKept(cause)
  }
}

/** Deletes files of a discarded form, or removed from it; files that a command attaches stay. */
export const letFileGo = (log: Log, fileUuid: string): Promise<void> =>
  within(log, async (w) => {
    const file = await w.db.files.get(fileUuid)
    if (file?.state === 'draft') await forget(w, [fileUuid])
  })

/** Returns a file's local bytes; null if they are gone or never existed. */
export const bytesOf = async (log: Log, fileUuid: string): Promise<Blob | null> =>
  (await log.db.fileBytes.get(fileUuid))?.bytes ?? null

export const scopeOfFile = ({ stream, projectKey }: Pick<DeviceFile, 'stream' | 'projectKey'>): string =>
  scopeOf({ stream: stream ?? '', projectKey })

/**
 * Returns the next file with bytes to send: confirmed subjects first, because others wait for them. `except`: scopes, `aside`: files to
 * skip.
 */
export async function nextFile(
  log: Log,
  { except = [], aside = [] }: { except?: readonly string[]; aside?: readonly string[] } = {},
): Promise<DeviceFile | null> {
  const due = await log.db.files.where('state').equals('due').toArray()
  const free = due.filter((file) => !except.includes(scopeOfFile(file)) && !aside.includes(file.fileUuid))
  return free.find(({ isConfirmed }) => isConfirmed) ?? free[0] ?? null
}

/**
 * Records how much the server has of the file, as it answered about `asked`. With all of it, and a confirmed subject, the local bytes are
 * deleted.
 */
export const fileProgressed = (log: Log, requested: DeviceFile, receivedBytes: number): Promise<void> =>
  within(log, async (w) => {
    const { fileUuid } = requested
    const file = await w.db.files.get(fileUuid)
    if (file === undefined || file.state === 'draft') return
    if (receivedBytes >= file.sizeBytes && requested.isConfirmed) await forget(w, [fileUuid])
    else
      await w.db.files.update(fileUuid, {
        sentBytes: receivedBytes,
        state: receivedBytes < file.sizeBytes || file.isConfirmed ? 'due' : 'arrived',
      })
  })

/** Emits a subject's files on this device, and their changes. */
export const filesOf$ = (log: Log, subject: string): Observable<DeviceFile[]> =>
  defer(() => log.db.open()).pipe(
    switchMap(() => from(liveQuery(() => log.db.files.where('subject').equals(subject).toArray()))),
  )

/** The server rejects the file: a user has to decide. */
export const fileRefused = async (log: Log, fileUuid: string, refusal: string): Promise<void> => {
  await log.db.files.update(fileUuid, { state: 'refused', refusal })
}

export const retryFile = async (log: Log, fileUuid: string): Promise<void> => {
  await log.db.files.update(fileUuid, { state: 'due', refusal: null })
}

/** The server has executed the commands that attach these files, or that delete their subjects. */
export async function filesConfirmed(log: Within, commands: readonly Unsent[]) {
  const { files } = log.db
  const keys = commands.map(({ key }) => key)
  // An uploaded file is checked once more: before its subject held it, the server may have cleaned it up.
  await files
    .where('owner')
    .anyOf(keys)
    .modify((file) => {
      file.isConfirmed = true
      if (file.state === 'arrived') file.state = 'due'
    })
  await forget(log, await leftBy(log, keys).primaryKeys())
  const gone = commands.flatMap((row) => definitionOf(row.stream)?.subjectsDeletedBy(row) ?? [])
  if (gone.length > 0) await forget(log, await files.where('subject').anyOf(gone).primaryKeys())
}

/**
 * Discards a rejected file whose subject was closed or deleted, and can no longer release it. `denied`: scopes of which the server accepts
 * nothing.
 */
export const giveFileUp = (log: Log, fileUuid: string, denied: readonly string[] = []): Promise<void> =>
  within(log, async (w) => {
    const file = await w.db.files.get(fileUuid)
    const isDenied = file?.state === 'due' && denied.includes(scopeOfFile(file))
    if (file?.state === 'refused' || isDenied) await forget(w, [fileUuid])
  })

const leftBy = (log: Within, keys: readonly string[]) =>
  log.db.files
    .where('state')
    .equals('left')
    .filter((file) => file.leftBy !== null && keys.includes(file.leftBy))

/** The command will never be sent: its attachments are deleted, and what it would detach stays. */
export const dropFilesOf = async (log: Within, key: string): Promise<void> => {
  await leftBy(log, [key]).modify({ state: 'refused', leftBy: null })
  await forget(log, await log.db.files.where('owner').equals(key).primaryKeys())
}

async function forget(log: Within, fileUuids: readonly string[]): Promise<void> {
  await log.db.files.bulkDelete([...fileUuids])
  await log.db.fileBytes.bulkDelete([...fileUuids])
}
