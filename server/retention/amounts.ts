import { sql, type RawBuilder } from 'kysely'
import {
  KEEP_REASONS,
  limitsOf,
  NO_AMOUNTS,
  RETENTION_PARTS,
  type KeepReason,
  type RetentionPart,
  type RetentionPolicy,
  type RetentionPreview,
  type RetentionUsage,
  type StoredAmounts,
} from '../../contract/settings/retention.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Db } from '../db/open.ts'
import { countMedia } from '../exploratory/exploratory.ts'
import { countUncounted } from '../launches/launches.ts'
import { selectedLaunches } from './selection.ts'

const sumOf = (column: RawBuilder<unknown>, when: RawBuilder<unknown> = sql`true`) =>
  sql`coalesce(sum(${column}) filter (where ${when}), 0)::float8`

type LaunchAmounts = Omit<StoredAmounts, 'media' | 'mediaBytes'>

/** Sums of the launches of one reason to remain, or of none: what is deleted, and the bytes of each part that remain. */
interface Sums extends LaunchAmounts {
  /** Why the launches remain, as far as a limit of whole launches applies to them. */
  reason: KeepReason | null
  /** The same for their logs and files. */
  forAll: KeepReason | null
  /** Launches that remain although a limit of whole launches applies to them. */
  kept: number
  uncounted: number
  logsLeft: number
  attachmentsLeft: number
  videosLeft: number
}

const sumsOf = (selected: RawBuilder<unknown>) => sql<Sums>`
  select reason, for_all as "forAll", count(*) filter (where launches)::int as launches,
         count(*) filter (where is_over and not launches)::int as kept, count(*) filter (where is_uncounted)::int as uncounted,
         ${sumOf(sql`log_lines`, sql`launches or logs`)} as "logLines", ${sumOf(sql`log_bytes`, sql`launches or logs`)} as "logBytes",
         ${sumOf(sql`attachment_count`, sql`launches or attachments`)} as attachments,
         ${sumOf(sql`attachment_bytes`, sql`launches or attachments`)} as "attachmentBytes",
         ${sumOf(sql`video_count`, sql`launches or videos`)} as videos, ${sumOf(sql`video_bytes`, sql`launches or videos`)} as "videoBytes",
         ${sumOf(sql`log_bytes`, sql`not (launches or logs)`)} as "logsLeft",
         ${sumOf(sql`attachment_bytes`, sql`not (launches or attachments)`)} as "attachmentsLeft",
         ${sumOf(sql`video_bytes`, sql`not (launches or videos)`)} as "videosLeft"
    from (${selected}) s group by reason, for_all`

export const previewPolicy = async (db: Db, projectId: number, policy: RetentionPolicy): Promise<RetentionPreview> => {
  const [{ rows }, media] = await Promise.all([
    sumsOf(selectedLaunches(projectId, policy)).execute(db),
    countMedia(db, projectId, limitsOf(policy, 'media')),
  ])
  const sum = (of: (sums: Sums) => number) => rows.reduce((total, sums) => total + of(sums), 0)
  const leftOf = (why: 'reason' | 'forAll', bytesIn: (sums: Sums) => number) => ({
    bytes: sum(bytesIn),
    reasons: KEEP_REASONS.filter((reason) => rows.some((sums) => sums[why] === reason && bytesIn(sums) > 0)),
  })
  const left: Record<RetentionPart, { bytes: number; reasons: KeepReason[] }> = {
    launches: leftOf('reason', (sums) => sums.logsLeft + sums.attachmentsLeft + sums.videosLeft),
    logs: leftOf('forAll', (sums) => sums.logsLeft),
    attachments: leftOf('forAll', (sums) => sums.attachmentsLeft),
    videos: leftOf('forAll', (sums) => sums.videosLeft),
    media: { bytes: media.stored.mediaBytes - media.old.mediaBytes, reasons: [] },
  }
  return {
    deleted: {
      launches: sum(({ launches }) => launches),
      logLines: sum(({ logLines }) => logLines),
      logBytes: sum(({ logBytes }) => logBytes),
      attachments: sum(({ attachments }) => attachments),
      attachmentBytes: sum(({ attachmentBytes }) => attachmentBytes),
      videos: sum(({ videos }) => videos),
      videoBytes: sum(({ videoBytes }) => videoBytes),
      ...media.old,
    },
    uncounted: sum(({ uncounted }) => uncounted),
    kept: KEEP_REASONS.map((reason) => ({
      reason,
      launches: sum((sums) => (sums.reason === reason ? sums.kept : 0)),
    })).filter(({ launches }) => launches > 0),
    unreached: RETENTION_PARTS.flatMap((part) => {
      const { maxBytes } = limitsOf(policy, part)
      return maxBytes !== null && left[part].bytes > maxBytes ? [{ part, maxBytes, ...left[part] }] : []
    }),
  }
}

/** Reads the counts that the background job stored for each launch. Does not read tests, logs or files. */
export const readUsage = async (db: Db, projectId: number): Promise<RetentionUsage> => {
  const [sums, launches, uncounted, media, run] = await Promise.all([
    sql<Omit<StoredAmounts, 'launches' | 'media' | 'mediaBytes'>>`
      select ${sumOf(sql`log_lines`)} as "logLines", ${sumOf(sql`log_bytes`)} as "logBytes",
             ${sumOf(sql`attachments`)} as attachments, ${sumOf(sql`attachment_bytes`)} as "attachmentBytes",
             ${sumOf(sql`videos`)} as videos, ${sumOf(sql`video_bytes`)} as "videoBytes"
        from launch_storage where project_id = ${projectId}`.execute(db),
    db
      .selectFrom('launch')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow(),
    countUncounted(db, projectId),
    countMedia(db, projectId),
    db
      .selectFrom('retention_policy')
      .select(['run_at', 'run_outcome'])
      .where('project_id', '=', projectId)
      .executeTakeFirst(),
  ])
  return {
    stored: { ...NO_AMOUNTS, ...onlyRow(sums), launches: launches.count, ...media.stored },
    uncounted,
    lastRun:
      run === undefined || run.run_at === null ? null : { at: run.run_at.toISOString(), deleted: run.run_outcome },
  }
}
