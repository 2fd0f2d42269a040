import type { ObservationFile } from '../contract/exploratory/observations.ts'
import { NotKept } from './exploratory-log.ts'
import type { KeptFile, Unsent } from './exploratory-rows.ts'
import type { Log } from './log.ts'
import { withRoom } from './room.ts'
import { within, type Within } from './within.ts'

/**
 * Takes a file into this device's keeping: its bytes are on disk when this resolves, and stay there until the server has them all.
 * Throws `NotKept`.
 */
export async function takeFile(log: Log, projectKey: string, file: ObservationFile, bytes: Blob): Promise<void> {
  const { fileUuid, name, contentType, sizeBytes } = file
  const kept: KeptFile = {
    fileUuid,
    projectKey,
    name,
    contentType,
    sizeBytes,
    sentBytes: 0,
    state: 'draft',
    refusal: null,
    owner: null,
    isConfirmed: false,
    observationId: null,
  }
  try {
    await withRoom(log, () =>
      within(log, async ({ db }) => {
        await db.files.put(kept)
        await db.fileBytes.put({ fileUuid, bytes })
      }),
    )
  } catch (cause) {
    throw new NotKept(cause)
  }
}

/** Of a form that was given up, or a file taken out of it; one that a command attaches stays. */
export const letFileGo = (log: Log, fileUuid: string): Promise<void> =>
  within(log, async (w) => {
    const file = await w.db.files.get(fileUuid)
    if (file?.state === 'draft') await forget(w, [fileUuid])
  })

/** Its bytes as they are here; null when they are no longer, or never were. */
export const bytesOf = async (log: Log, fileUuid: string): Promise<Blob | null> =>
  (await log.db.fileBytes.get(fileUuid))?.bytes ?? null

/** The next file with bytes to send: of what is confirmed first, for others wait for it. `except` names projects. */
export async function nextFile(log: Log, except: readonly string[] = []): Promise<KeptFile | null> {
  const due = await log.db.files.where('state').equals('due').toArray()
  const free = due.filter(({ projectKey }) => !except.includes(projectKey))
  return free.find(({ isConfirmed }) => isConfirmed) ?? free[0] ?? null
}

/**
 * What the server has of it, as it said when it was asked about `asked`. All of it, and its observation was confirmed before: the
 * bytes here may go.
 */
export const fileProgressed = (log: Log, asked: KeptFile, receivedBytes: number): Promise<void> =>
  within(log, async (w) => {
    const { fileUuid } = asked
    const file = await w.db.files.get(fileUuid)
    if (file === undefined || file.state === 'draft') return
    if (receivedBytes >= file.sizeBytes && asked.isConfirmed) await forget(w, [fileUuid])
    else
      await w.db.files.update(fileUuid, {
        sentBytes: receivedBytes,
        state: receivedBytes < file.sizeBytes || file.isConfirmed ? 'due' : 'arrived',
      })
  })

/** The server does not take it: somebody has to decide. */
export const fileRefused = async (log: Log, fileUuid: string, refusal: string): Promise<void> => {
  await log.db.files.update(fileUuid, { state: 'refused', refusal })
}

export const retryFile = async (log: Log, fileUuid: string): Promise<void> => {
  await log.db.files.update(fileUuid, { state: 'due', refusal: null })
}

/** The server has carried out the command that attaches them, or that takes their observation away. */
export async function filesConfirmed(log: Within, key: string, { type, about }: Pick<Unsent, 'type' | 'about'>) {
  const { files } = log.db
  if (type === 'observations/delete') {
    await forget(
      log,
      await files
        .where('observationId')
        .anyOf([...about])
        .primaryKeys(),
    )
    return
  }
  // One that had arrived is asked for once more: before it was held by an observation, the server may have cleared it away.
  await files
    .where('owner')
    .equals(key)
    .modify((file) => {
      file.isConfirmed = true
      if (file.state === 'arrived') file.state = 'due'
    })
}

/** The command that attaches them will never be sent. */
export const dropFilesOf = async (log: Within, key: string): Promise<void> => {
  await forget(log, await log.db.files.where('owner').equals(key).primaryKeys())
}

async function forget(log: Within, fileUuids: readonly string[]): Promise<void> {
  await log.db.files.bulkDelete([...fileUuids])
  await log.db.fileBytes.bulkDelete([...fileUuids])
}
