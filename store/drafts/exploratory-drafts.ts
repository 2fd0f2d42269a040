import { inStream, type Log } from '../log/log.ts'
import { within } from '../log/within.ts'

/** By file: since when no draft was found that refers to it, in epoch ms. */
export type Forsaken = Readonly<Record<string, number>>

export interface DraftFileLimits {
  /** Grace period in ms of files without a draft, which may still be on its way to disk. */
  forsakenMs?: number
  /** How long files of abandoned drafts are kept, in ms. */
  idleMs?: number
}

const DAY_MS = 86_400_000
const DRAFTS = ['draft:observation:', 'draft:run-result:']

/**
 * Deletes files of observation forms that were never attached to an observation. Pass what it resolved with last time: files without a
 * draft, and since when.
 */
export async function clearDraftFiles(
  log: Log,
  before: Forsaken,
  now: number,
  { forsakenMs = 7 * DAY_MS, idleMs = 30 * DAY_MS }: DraftFileLimits = {},
): Promise<Forsaken> {
  const ids = await log.db.files.where('state').equals('draft').primaryKeys()
  if (ids.length === 0) return {}
  const named = await namedByDrafts(log)
  const forsaken: Record<string, number> = {}
  const gone: string[] = []
  for (const id of ids) {
    const changedAt = named.get(id)
    if (changedAt === undefined) forsaken[id] = before[id] ?? now
    const since = now - (changedAt ?? forsaken[id] ?? now)
    if (since > (changedAt === undefined ? forsakenMs : idleMs)) gone.push(id)
  }
  if (gone.length > 0) await forget(log, gone)
  for (const id of gone) delete forsaken[id]
  return forsaken
}

/** Files that drafts refer to, with the last change of their draft. */
async function namedByDrafts(log: Log): Promise<Map<string, number>> {
  const streams = await log.db.positions.where('stream').startsWithAnyOf(DRAFTS).primaryKeys()
  const named = new Map<string, number>()
  for (const stream of streams) {
    const records = await inStream(log, stream).toArray()
    const changedAt = Math.max(0, ...records.map(({ at }) => at))
    for (const id of records.flatMap(({ payload }) => filesIn(payload))) named.set(id, changedAt)
  }
  return named
}

/** Reads all records, not only the last: a removed file was released on its own. */
const filesIn = (payload: unknown): string[] => {
  const { values } = (payload ?? {}) as { values?: { attachments?: unknown } }
  const files: unknown[] = Array.isArray(values?.attachments) ? values.attachments : []
  return files.flatMap((file) => {
    const { fileUuid } = (file ?? {}) as { fileUuid?: unknown }
    return typeof fileUuid === 'string' ? [fileUuid] : []
  })
}

/** Only files that still belong to a draft: they may have been sent since. */
const forget = (log: Log, ids: readonly string[]): Promise<void> =>
  within(log, async ({ db }) => {
    const files = await db.files.bulkGet([...ids])
    const drafts = files.flatMap((file) => (file?.state === 'draft' ? [file.fileUuid] : []))
    await db.files.bulkDelete(drafts)
    await db.fileBytes.bulkDelete(drafts)
  })
