import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { limitsOf, NO_AMOUNTS, type RetentionPolicy, type StoredAmounts } from '../../contract/settings/retention.ts'
import type { Db } from '../db/open.ts'
import { deleteMedia, selectOldMedia } from '../exploratory/exploratory.ts'
import type { FileStore } from '../files/store.ts'
import { Refusal } from '../http/refusal.ts'
import { repeat, type Repeated } from '../jobs/repeat.ts'
import { countStorage, deleteFiles, deleteLogs, removeLaunch, type Writer } from '../launches/launches.ts'
import { retentionPolicy } from './policy.ts'
import { selectedLaunches } from './selection.ts'

export interface RetentionParts {
  db: Db
  writer: Writer
  files: Pick<FileStore, 'remove'>
  /** Begins to delete what belongs to deleted launches. */
  wakeClearing: () => void
}

/** Deletes by the policies of all projects that are due. Any number of servers may do so: each run of a project is claimed by one. */
export const startRetention = (parts: RetentionParts, log: Pick<FastifyBaseLogger, 'info' | 'warn'>): Repeated => {
  const work = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && (await countStorage(parts.db, signal)) > 0) await nextTurn()
    for (;;) {
      const projectId = signal.aborted ? null : await claimProject(parts.db)
      if (projectId === null) return
      const deleted = await runRetention(parts, projectId, signal)
      log.info({ projectId, ...deleted }, 'results deleted by retention')
    }
  }
  return repeat(work, LOOK_EVERY_MS, (error) =>
    log.warn({ err: error }, 'results could not be deleted by retention; tried again later'),
  )
}

const LOOK_EVERY_MS = 60_000
/** Launches of one selection. */
const LAUNCHES_AT_ONCE = 100

/** Yields to other calls of this process, which wait for the same database. */
const nextTurn = () => new Promise(setImmediate)

/** Resolves with a project whose policy deletes something, and that no server has worked on for an hour; null if there is none. */
export const claimProject = async (db: Db): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    update retention_policy set is_due = false, run_at = now(), run_outcome = null
     where project_id = (
       select project_id from retention_policy
        where (is_due or run_at < now() - interval '1 hour')
          and num_nonnulls(launch_days, log_days, attachment_days, video_days, exploratory_days, max_launch_bytes, max_log_bytes,
                           max_attachment_bytes, max_video_bytes, max_exploratory_bytes) > 0
        order by run_at nulls first limit 1 for update skip locked)
    returning project_id as id`.execute(db)
  return rows[0]?.id ?? null
}

/** Deletes what the policy of a project selects now. Resolves with the numbers. A run that is interrupted is due again. */
export const runRetention = async (
  parts: RetentionParts,
  projectId: number,
  signal: AbortSignal,
): Promise<StoredAmounts> => {
  const { db } = parts
  const policy = await retentionPolicy.read(db, projectId)
  const deleted = { ...NO_AMOUNTS }
  const rejected = new Set<number>()
  for (;;) {
    const launches = await selectLaunches(db, projectId, policy, rejected)
    if (launches.length === 0 || signal.aborted) break
    for (const launch of launches) {
      if (signal.aborted) break
      const isDone = await deleteOf(parts, projectId, launch, signal)
      if (isDone) addTo(deleted, launch)
      else rejected.add(launch.id)
      await nextTurn()
    }
    parts.wakeClearing()
  }
  for (const ofMedia = limitsOf(policy, 'media'); !signal.aborted;) {
    const sessions = await selectOldMedia(db, projectId, ofMedia)
    if (sessions.length === 0) break
    for (const sessionId of sessions) {
      if (signal.aborted) break
      const { media, mediaBytes } = await deleteMedia(db, projectId, sessionId)
      deleted.media += media
      deleted.mediaBytes += mediaBytes
    }
  }
  await db
    .updateTable('retention_policy')
    .set({ run_outcome: JSON.stringify(deleted), ...(signal.aborted && { is_due: true }) })
    .where('project_id', '=', projectId)
    .execute()
  return deleted
}

/** What is deleted of a launch, and what it takes. */
interface Selected {
  id: number
  launches: boolean
  logs: boolean
  attachments: boolean
  videos: boolean
  logLines: number
  logBytes: number
  attachmentCount: number
  attachmentBytes: number
  videoCount: number
  videoBytes: number
}

/** Resolves with the oldest launches of which anything is left to delete, oldest first: `selectedLaunches` relies on this order. */
const selectLaunches = async (
  db: Db,
  projectId: number,
  policy: RetentionPolicy,
  rejected: ReadonlySet<number>,
): Promise<Selected[]> =>
  (
    await sql<Selected>`
      select id, launches, logs and log_lines > 0 as logs, attachments and attachment_count > 0 as attachments,
             videos and video_count > 0 as videos, log_lines::float8 as "logLines", log_bytes::float8 as "logBytes",
             attachment_count as "attachmentCount", attachment_bytes::float8 as "attachmentBytes",
             video_count as "videoCount", video_bytes::float8 as "videoBytes"
        from (${selectedLaunches(projectId, policy)}) s
       where (launches or (logs and log_lines > 0) or (attachments and attachment_count > 0) or (videos and video_count > 0))
         and id <> all(${[...rejected]}::bigint[])
       order by aged_at, id limit ${LAUNCHES_AT_ONCE}`.execute(db)
  ).rows

/** Resolves with false if the launch was continued, pinned or deleted meanwhile. */
const deleteOf = async (
  { db, writer, files }: RetentionParts,
  projectId: number,
  launch: Selected,
  signal: AbortSignal,
): Promise<boolean> => {
  const place = { projectId, launchId: launch.id }
  try {
    if (launch.launches) await writer.submit(removeLaunch(place, { unlessPinned: true }))
    if (launch.logs) await deleteLogs({ db, files }, launch.id, signal)
    if (launch.attachments)
      await deleteFiles({ db, writer, files }, { launchId: launch.id, part: 'attachments' }, signal)
    if (launch.videos) await deleteFiles({ db, writer, files }, { launchId: launch.id, part: 'videos' }, signal)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

const addTo = (deleted: StoredAmounts, launch: Selected): void => {
  if (launch.launches) deleted.launches += 1
  if (launch.launches || launch.logs) {
    deleted.logLines += launch.logLines
    deleted.logBytes += launch.logBytes
  }
  if (launch.launches || launch.attachments) {
    deleted.attachments += launch.attachmentCount
    deleted.attachmentBytes += launch.attachmentBytes
  }
  if (launch.launches || launch.videos) {
    deleted.videos += launch.videoCount
    deleted.videoBytes += launch.videoBytes
  }
}
