import { inStream, type Log } from '../log/log.ts'
import { within } from '../log/within.ts'

/** By file: since when no draft has been known to name it, in epoch ms. */
export type Forsaken = Readonly<Record<string, number>>

export interface DraftFileLimits {
  /** So long a file is kept that no draft names: its draft may still be on its way to the disk. */
  forsakenMs?: number
  /** So long a file is kept whose draft nobody has gone on with. */
  idleMs?: number
}

const DAY_MS = 86_400_000
const DRAFTS = ['draft:observation:', 'draft:run-result:']

/**
 * Clears away the bytes of files that were given to the form of an observation and never became one's. Hand in what it resolved to the
 * last time: files that no draft names, and since when.
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

/** Files that drafts name, with when their draft was changed last. */
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

/** Of all its records, not the last alone: one that was taken out of a draft was let go by itself. */
const filesIn = (payload: unknown): string[] => {
  const { values } = (payload ?? {}) as { values?: { attachments?: unknown } }
  const files: unknown[] = Array.isArray(values?.attachments) ? values.attachments : []
  return files.flatMap((file) => {
    const { fileUuid } = (file ?? {}) as { fileUuid?: unknown }
    return typeof fileUuid === 'string' ? [fileUuid] : []
  })
}

/** Only what is a draft's still: it may have been sent since. */
const forget = (log: Log, ids: readonly string[]): Promise<void> =>
  within(log, async ({ db }) => {
    const files = await db.files.bulkGet([...ids])
    const drafts = files.flatMap((file) => (file?.state === 'draft' ? [file.fileUuid] : []))
    await db.files.bulkDelete(drafts)
    await db.fileBytes.bulkDelete(drafts)
  })
