import { createHash, randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CiBuild } from '../../../contract/launches/ci-servers.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../contract/launches/result-import-limits.ts'
import { ImportedLaunch, importedLaunchesPath } from '../../../contract/launches/result-import.ts'
import { call } from '../../client/src/calls.ts'
import { launchAddress } from '../../client/src/live/unsent.ts'
import { UsageError } from '../../client/src/failures.ts'
import type { LaunchFields } from '../../client/src/launch-fields.ts'
import { counted, type Output } from './output.ts'
import { hashOf, isArchive, pack, type ResultFile } from './result-files.ts'
import type { Connection } from '../../client/src/settings.ts'

export interface Uploaded extends ImportedLaunch {
  /** Address of the launch's page. */
  url: string
}

/** Name of the archive of files that are sent together. */
const PACKED = 'results.zip'

/** Upload that adds its tests to a launch in progress. One with the same part replaces the tests of the earlier one. */
export interface PartUpload {
  /** Uuid of the launch. */
  launch: string
  part: number
  /** Incremented by each change of the files, so that files which change back are sent again. */
  revision: number
}

/** Uploads files as one launch, or as a part of one. Throws what `call` throws. */
export const uploadFiles = async (
  connection: Connection,
  files: readonly ResultFile[],
  fields: LaunchFields,
  ci: CiBuild | null,
  into: PartUpload | null = null,
): Promise<Uploaded> => {
  requireSize(files, LIMITS.unpackedBytes)
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-'))
  try {
    const sent = await sentFiles(files, folder)
    requireSize(sent, LIMITS.fileBytes)
    const launch = await call(
      connection,
      {
        path: importedLaunchesPath(connection.projectKey),
        query: { ...queryOf(fields), ...(into === null ? {} : { launch: into.launch, part: String(into.part) }) },
        headers: { 'idempotency-key': await keyOf(connection, files, fields, into ?? ci?.job ?? randomUUID()) },
        body: async () => {
          const form = new FormData()
          for (const { name, file } of sent) form.append('file', await openAsBlob(file), name)
          return form
        },
      },
      ImportedLaunch,
    )
    const url = launchAddress(connection, launch.launchId)
    // The archive is an implementation detail: problems name the files as the caller knows them.
    const problems = launch.problems.map((problem) => ({ ...problem, file: problem.file.replace(`${PACKED}/`, '') }))
    return { ...launch, problems, url }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Throws `UsageError` for more bytes than the server reads in one import, before they are sent. */
const requireSize = (files: readonly { sizeBytes: number }[], maxBytes: number): void => {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (bytes > maxBytes)
    throw new UsageError(
      `The result files have ${Math.ceil(bytes / MB)} MB, and one upload has at most ${maxBytes / MB} MB`,
    )
}
const MB = 1024 * 1024

interface SentFile {
  name: string
  /** Path of the content. */
  file: string
  sizeBytes: number
}

/**
 * Several files are packed: the server recognizes in an archive what a folder of one runner repeats, takes more files so, and names them with
 * their folders. Archives are sent as they are.
 */
const sentFiles = async (files: readonly ResultFile[], folder: string): Promise<SentFile[]> => {
  const archives = files.filter(isArchive)
  const isLoose = (file: ResultFile) => isArchive(file) && archives.length < LIMITS.files
  const packed = files.filter((file) => !isLoose(file))
  const asIs = packed.length > 1 ? files.filter(isLoose) : files
  const sent = asIs.map(({ name, sizeBytes }) => ({ name: path.posix.basename(name), file: name, sizeBytes }))
  if (packed.length <= 1) return sent
  const archive = path.join(folder, PACKED)
  await pack(packed, archive)
  return [{ name: PACKED, file: archive, sizeBytes: (await stat(archive)).size }, ...sent]
}

const queryOf = ({ origin, detected, part, ...fields }: LaunchFields) => ({
  ...fields,
  ...origin,
  ...part,
  ...(Object.keys(detected).length === 0 ? {} : { detected: JSON.stringify(detected) }),
})

/** A job that uploads the same files again gets the launch that it has. Outside a CI server, each command makes a launch of its own. */
const keyOf = async (
  { projectKey }: Connection,
  files: readonly ResultFile[],
  fields: LaunchFields,
  source: PartUpload | string,
): Promise<string> => {
  const parts = [source, projectKey, fields, await hashOf(files)]
  return `assay-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}

const SHOWN_PROBLEMS = 10

/** Prints the uploaded launch: its number, results, address and problems. */
export const describeUpload = (output: Output, uploaded: Uploaded, files: number): void => {
  const results = Object.entries(uploaded.counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
  output.say(
    `Launch #${uploaded.number}: ${counted(uploaded.tests, 'test')} of ${counted(files, 'file')}, ${results.join(', ')}`,
  )
  output.say(uploaded.url)
  if (uploaded.isPartial) output.warn('A part of the reports could not be read, so that tests may be missing')
  for (const { file, line, message } of uploaded.problems.slice(0, SHOWN_PROBLEMS))
    output.warn(`${file}${line === null ? '' : `, line ${line}`}: ${message}`)
  const more = uploaded.problemCount - Math.min(uploaded.problems.length, SHOWN_PROBLEMS)
  if (more > 0) output.warn(counted(more, 'more problem'))
}
