import { number, string, type, unknown } from 'superstruct'
import { DRAFT_FILE } from '../outbox/files.ts'
import { inStream, type Log, type LogTables, type DeviceFile, DRAFTS } from '../log/log.ts'
import type { LogRecord } from '../log/record.ts'
import { withRoom } from '../log/room.ts'
import { within } from '../log/within.ts'

const NOTES = 'draft:observation:'

/** A record of a draft, possibly written by another version of the product. */
export const DraftRecord = type({
  id: string(),
  stream: string(),
  sequence: number(),
  type: string(),
  payload: unknown(),
  at: number(),
})

/** Unsaved input of a user: records of drafts, and attached files. */
export interface DraftBundle {
  records: readonly Omit<LogRecord, 'origin'>[]
  files: readonly (Pick<DeviceFile, 'fileUuid' | 'projectKey' | 'name' | 'contentType' | 'sizeBytes'> & {
    bytes: Uint8Array<ArrayBuffer>
  })[]
}

const recordsOf = (db: Pick<LogTables, 'records'>) =>
  db.records.where('[stream+sequence]').between([DRAFTS, 0], [`${DRAFTS}\uffff`, Infinity])

/** Returns all drafts without removing them from the log. */
export async function draftBundleOf(log: Log): Promise<DraftBundle> {
  const records = await recordsOf(log.db).toArray()
  const files: DraftBundle['files'][number][] = []
  for (const { fileUuid, projectKey, name, contentType, sizeBytes } of await log.db.files
    .where('state')
    .equals('draft')
    .toArray()) {
    const held = await log.db.fileBytes.get(fileUuid)
    if (held === undefined) continue
    const bytes = new Uint8Array(await held.bytes.arrayBuffer())
    files.push({ fileUuid, projectKey, name, contentType, sizeBytes, bytes })
  }
  return { records: records.map(({ origin: _, ...record }) => record), files }
}

/** Returns the names of drafts with content. */
export const writtenDrafts = ({ records }: Pick<DraftBundle, 'records'>): string[] =>
  [...new Set(records.map(({ stream }) => stream))]
    .filter((stream) => !stream.startsWith(NOTES) || !isBlank(noteOf(records.filter((one) => one.stream === stream))))
    .map((stream) => stream.slice(DRAFTS.length))

/** Deletes the bundle's drafts from the log. Records written since stay. */
export const dropDraftBundle = (log: Log, { records, files }: DraftBundle): Promise<void> =>
  within(log, async ({ db }) => {
    await db.records.bulkDelete(records.map(({ id }) => id))
    for (const stream of new Set(records.map((record) => record.stream)))
      if ((await inStream({ db }, stream).count()) === 0) await db.positions.delete(stream)
    const ids = files.map(({ fileUuid }) => fileUuid)
    await db.files.bulkDelete(ids)
    await db.fileBytes.bulkDelete(ids)
  })

/**
 * Restores drafts before what was typed into the same forms since: the later value of a field wins; two drafts of an observation are joined
 * in the next draft. Skips records that are in the log already.
 */
export const restoreDrafts = (log: Log, { records, files }: DraftBundle): Promise<void> =>
  withRoom(log, () =>
    within(log, async ({ db }) => {
      for (const stream of new Set(records.map((record) => record.stream))) {
        const since = await inStream({ db }, stream).toArray()
        const known = new Set(since.map(({ id }) => id))
        const fresh = records.filter((record) => record.stream === stream && !known.has(record.id))
        const joined = stream.startsWith(NOTES) ? joinedNotes(fresh, since) : [...fresh, ...since]
        await inStream({ db }, stream).delete()
        await db.records.bulkAdd(joined.map((record, at) => ({ ...record, sequence: at + 1, origin: 'here' as const })))
        await db.positions.put({ stream, applied: joined.length, head: joined.length })
      }
      for (const { bytes, ...file } of files) {
        if ((await db.files.get(file.fileUuid)) !== undefined) continue
        await db.files.put({ ...file, ...DRAFT_FILE })
        await db.fileBytes.put({ fileUuid: file.fileUuid, bytes: new Blob([bytes], { type: file.contentType }) })
      }
    }),
  )

interface Note {
  description?: string
  attachments?: readonly unknown[]
}
type DraftRecords = readonly Omit<LogRecord, 'origin'>[]

const noteOf = (records: DraftRecords): Note =>
  Object.assign({}, ...records.map(({ payload }) => (payload as { values?: Note } | null)?.values)) as Note

function joinedNotes(before: DraftRecords, since: DraftRecords): DraftRecords {
  const [first, second] = [noteOf(before), noteOf(since)]
  const last = [...before, ...since].at(-1)
  if (before.length === 0 || last === undefined) return since
  const texts = [first.description ?? '', second.description ?? ''].filter((text) => text.trim() !== '')
  const values = {
    // An observation that was not started has no type to restore.
    ...(isBlank(second) ? { ...second, ...first } : { ...first, ...second }),
    description: texts.join('\n\n'),
    attachments: [...(first.attachments ?? []), ...(second.attachments ?? [])],
  }
  return [{ ...last, payload: { values } }]
}

const isBlank = ({ description = '', attachments = [] }: Note) => description.trim() === '' && attachments.length === 0
