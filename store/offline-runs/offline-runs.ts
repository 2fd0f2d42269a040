import { Dexie, type EntityTable, type Table } from 'dexie'
import type { ProjectUser } from '../../contract/projects/people.ts'
import type { RunCase, RunCaseContent } from '../../contract/runs/run-cases.ts'
import type { TestRun } from '../../contract/runs/runs.ts'
import { offlineRunsName } from './name.ts'

/** A test run that is available offline. */
export interface OfflineRun {
  runId: number
  /** False during the first download, or after an interrupted one. */
  isWhole: boolean
  run: TestRun
  suites: readonly { id: number; path: readonly string[] }[]
  people: readonly ProjectUser[]
  rows: readonly RunCase[]
  /** The server's revision when the rows were read. */
  revision: number
  /** Bytes of texts and files on this device. */
  sizeBytes: number
}

interface OfflineContent {
  runId: number
  caseId: number
  content: RunCaseContent
}
/** A file, identified by its URL. Runs share files. */
interface OfflineFile {
  address: string
  runIds: number[]
  sizeBytes: number
  bytes: Blob
}

export type OfflineRuns = Dexie & {
  runs: EntityTable<OfflineRun, 'runId'>
  contents: Table<OfflineContent, [number, number]>
  files: EntityTable<OfflineFile, 'address'>
}

/**
 * Opens lazily. One database per user, separate from the log: everything can be downloaded again, so it is deleted as a whole on
 * sign-out.
 */
export function openOfflineRuns(userId: number): OfflineRuns {
  const db = new Dexie(offlineRunsName(userId)) as OfflineRuns
  // Once shipped: add version(2), never edit this.
  db.version(1).stores({ runs: 'runId', contents: '[runId+caseId], runId', files: 'address, *runIds' })
  return db
}

/** Resolves with null for a run that was never downloaded completely. */
export const readOfflineRun = async (db: OfflineRuns, runId: number): Promise<OfflineRun | null> => {
  const saved = await db.runs.get(runId)
  return saved?.isWhole === true ? saved : null
}

/** Resolves with a project's complete runs on this device, newest first. Case keys tell their project. */
export const readOfflineRunsOf = async (db: OfflineRuns, projectKey: string): Promise<TestRun[]> => {
  const saved = await db.runs
    .filter(({ isWhole, rows }) => isWhole && rows[0]?.key.replace(/-\d+$/, '') === projectKey)
    .toArray()
  return saved.map(({ run }) => run).toSorted((a, b) => b.id - a.id)
}

export const readOfflineContent = async (
  db: OfflineRuns,
  runId: number,
  caseId: number,
): Promise<RunCaseContent | null> => (await db.contents.get([runId, caseId]))?.content ?? null

/** Resolves with a complete run's contents; null without one. */
export const readOfflineContents = async (db: OfflineRuns, runId: number): Promise<RunCaseContent[] | null> =>
  (await readOfflineRun(db, runId)) === null
    ? null
    : (await db.contents.where('runId').equals(runId).toArray()).map(({ content }) => content)

/** Returns the bytes of these URLs, as far as they are on this device. */
export const readOfflineFiles = async (db: OfflineRuns, addresses: readonly string[]): Promise<Map<string, Blob>> => {
  const files = await db.files.bulkGet([...addresses])
  return new Map(files.flatMap((file) => (file === undefined ? [] : [[file.address, file.bytes] as const])))
}

/** Deletes a run from this device. Files of other runs stay. */
export const removeOfflineRun = (db: OfflineRuns, runId: number): Promise<void> =>
  db.transaction('rw', db.runs, db.contents, db.files, async () => {
    await db.runs.delete(runId)
    await db.contents.where('runId').equals(runId).delete()
    await releaseFiles(db, runId, new Set())
  })

/** Releases files that the run no longer uses, and deletes those without a run. */
export async function releaseFiles(db: OfflineRuns, runId: number, used: ReadonlySet<string>): Promise<void> {
  for (const file of await db.files.where('runIds').equals(runId).toArray()) {
    if (used.has(file.address)) continue
    const runIds = file.runIds.filter((id) => id !== runId)
    if (runIds.length === 0) await db.files.delete(file.address)
    else await db.files.update(file.address, { runIds })
  }
}
