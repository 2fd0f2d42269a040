import pLimit from 'p-limit'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../contract/launches/result-import-limits.ts'
import type { FileStore, StoredFile } from '../../files/store.ts'
import {
  addArtifact,
  kindOfAttachment,
  shownName,
  type Upload,
  type UploadTarget,
} from '../reporting/upload-operations.ts'
import type { Writer } from '../writer/writer.ts'
import type { ContentRange } from './attachments/attachments.ts'
import type { PreparedTest } from './add-tests.ts'
import type { ReadSummary } from './reading/messages.ts'
import type { ResultReading } from './reading/readers.ts'

/** Attachment of the reports, and what it is attached to. */
export interface AttachedFile {
  id: number
  name: string
  target: UploadTarget
  /** Milliseconds since 1970. */
  at: number
}

/** Files that are stored at the same time, and those of one transaction. */
const STORED_AT_ONCE = 4
const WRITTEN_AT_ONCE = 100

/** Returns the attachments of stored tests; `ids` are those of the tests, in the same order. */
export const attachedTo = (
  launchId: number,
  ids: readonly number[],
  tests: readonly Pick<PreparedTest, 'attachments'>[],
): AttachedFile[] =>
  tests.flatMap(({ attachments }, i) => {
    const testId = ids[i]
    if (testId === undefined) return []
    return attachments.map(({ id, name, attempt, step, at }) => ({
      id,
      name,
      at,
      target: { launchId, testId, attempt, step },
    }))
  })

/** Stores the files of attachments that the reader found; calls `progress` after each part. Resolves with the final summary. */
export const storeAttachments = async (
  { writer, store }: { writer: Writer; store: FileStore },
  reading: ResultReading,
  files: readonly AttachedFile[],
  progress: () => void,
): Promise<ReadSummary> => {
  const { summary, contents } = await reading.contents()
  const limit = pLimit(STORED_AT_ONCE)
  /** A file may belong to several tests: they have the same range. */
  const known = new Map<ContentRange, Promise<StoredFile>>()
  const found = files.flatMap((file) => {
    const range = contents.get(file.id)
    return range === undefined ? [] : [{ file, range }]
  })
  for (let from = 0; from < found.length; from += WRITTEN_AT_ONCE) {
    const part = found.slice(from, from + WRITTEN_AT_ONCE)
    const uploads = await Promise.all(
      part.map(async ({ file, range }): Promise<{ target: UploadTarget; upload: Upload }> => {
        const name = shownName(file.name)
        const storing =
          known.get(range) ?? limit(() => store.put(reading.openContent(range), name, LIMITS.attachmentBytes))
        known.set(range, storing)
        const { hash, contentType } = await storing
        return { target: file.target, upload: { kind: kindOf(contentType, file.target), name, hash, at: file.at } }
      }),
    )
    await Promise.all(uploads.map(({ target, upload }) => writer.submit(addArtifact(target, upload))))
    progress()
  }
  return summary
}

/** Screenshots and videos are those of tests. */
const kindOf = (contentType: string, target: UploadTarget): Upload['kind'] =>
  'testId' in target ? kindOfAttachment(contentType) : 'file'
