import type { CiBuild } from '../../../contract/launches/ci-servers.ts'
import type { ResultCounts } from '../../../contract/launches/result-import.ts'
import { Rejected, UsageError } from '../../client/src/failures.ts'
import type { LaunchFields } from '../../client/src/launch-fields.ts'
import type { Connection } from '../../client/src/settings.ts'
import { completeFiles, isSame, writtenSince } from './complete-files.ts'
import { findResultFiles, type ResultFile } from './result-files.ts'
import { uploadFiles, type Uploaded } from './upload.ts'

/** Files that are uploaded together. */
interface Part {
  files: readonly ResultFile[]
  revision: number
  /** Null if the files have changed since. */
  uploaded: Uploaded | null
  /** Why the server rejects the files; null if it does not. */
  rejection: string | null
}

export interface UploadedParts {
  /** Sum of all parts; null without any. */
  uploaded: Uploaded | null
  files: number
  /** Number of tests that did not pass. */
  failures: number
  /** Why files were not accepted. */
  rejections: readonly string[]
}

interface Uploading {
  uuid: string
  fields: LaunchFields
  ci: CiBuild | null
  results: readonly string[]
  before: readonly ResultFile[]
}

/** Uploads the result files of a launch in parts: those that are complete while the command runs, and the others at its end. */
export const createResultParts = ({ uuid, fields, ci, results, before }: Uploading) => {
  const parts: Part[] = []
  let seen: readonly ResultFile[] = []

  const update = (files: readonly ResultFile[]): void => {
    const byName = new Map(files.map((file) => [file.name, file]))
    for (const part of parts) {
      const current = part.files.map((file) => byName.get(file.name) ?? file)
      if (current.every((file, index) => isSame(part.files[index], file))) continue
      part.files = current
      part.revision += 1
      part.uploaded = null
      part.rejection = null
    }
    const known = new Set(parts.flatMap((part) => part.files.map(({ name }) => name)))
    const added = files.filter(({ name }) => !known.has(name))
    if (added.length > 0) parts.push({ files: added, revision: 0, uploaded: null, rejection: null })
  }
  const send = async (connection: Connection): Promise<void> => {
    for (const [index, part] of parts.entries()) {
      if (part.uploaded !== null || part.rejection !== null) continue
      const into = fields.part === null ? { launch: uuid, part: index + 1, revision: part.revision } : null
      try {
        part.uploaded = await uploadFiles(connection, part.files, fields, ci, into)
      } catch (error) {
        const isOfContent =
          error instanceof UsageError || (error instanceof Rejected && [400, 413].includes(error.status))
        if (!isOfContent) throw error
        part.rejection = error.message
      }
    }
  }
  const written = async (): Promise<ResultFile[]> => writtenSince(before, (await findResultFiles(results)).files)

  return {
    /** Uploads the files that are complete and have not changed since the last call. A shard is uploaded as a whole, at the end. */
    sendComplete: async (connection: Connection): Promise<void> => {
      if (fields.part !== null) return
      const files = await written()
      const unchanged = files.filter((file) =>
        isSame(
          seen.find(({ name }) => name === file.name),
          file,
        ),
      )
      seen = files
      update(await completeFiles(unchanged))
      await send(connection)
    },
    /** Uploads all files. */
    sendAll: async (connection: Connection): Promise<UploadedParts> => {
      update(await written())
      await send(connection)
      const uploads = parts.flatMap((part) => part.uploaded ?? [])
      return {
        uploaded: sumOf(uploads),
        files: parts.reduce((sum, part) => sum + (part.uploaded === null ? 0 : part.files.length), 0),
        failures: uploads.reduce((sum, { counts }) => sum + counts.failed + counts.blocked + counts.aborted, 0),
        rejections: parts.flatMap((part) => part.rejection ?? []),
      }
    },
  }
}

const sumOf = (uploads: readonly Uploaded[]): Uploaded | null => {
  const [first] = uploads
  if (first === undefined) return null
  const total = (valueOf: (upload: Uploaded) => number) => uploads.reduce((sum, upload) => sum + valueOf(upload), 0)
  return {
    ...first,
    tests: total(({ tests }) => tests),
    counts: Object.fromEntries(
      Object.keys(first.counts).map((kind) => [kind, total(({ counts }) => counts[kind as keyof ResultCounts])]),
    ) as ResultCounts,
    problems: uploads.flatMap(({ problems }) => problems),
    problemCount: total(({ problemCount }) => problemCount),
    isPartial: uploads.some(({ isPartial }) => isPartial),
  }
}
