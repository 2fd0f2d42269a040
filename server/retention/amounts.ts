import { sql, type RawBuilder } from 'kysely'
import {
  KEEP_REASONS,
  NO_AMOUNTS,
  type KeepReason,
  type RetentionPolicy,
  type RetentionPreview,
  type RetentionUsage,
  type StoredAmounts,
} from '../../contract/settings/retention.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Db } from '../db/open.ts'
import { countMedia } from '../exploratory/exploratory.ts'
import { countUncounted } from '../launches/launches.ts'
import { oldLaunches } from './selection.ts'

const sumOf = (column: RawBuilder<unknown>, when: RawBuilder<unknown> = sql`true`) =>
  sql`coalesce(sum(${column}) filter (where ${when}), 0)::float8`

/** Sums of a policy's old launches, by what it deletes of them. */
const amountsOf = (of: RawBuilder<unknown>) => sql<Omit<StoredAmounts, 'media' | 'mediaBytes'> & { uncounted: number }>`
  select count(*) filter (where launches)::int as launches,
         count(*) filter (where is_uncounted and (launches or logs or attachments or videos))::int as uncounted,
         ${sumOf(sql`log_lines`, sql`launches or logs`)} as "logLines", ${sumOf(sql`log_bytes`, sql`launches or logs`)} as "logBytes",
         ${sumOf(sql`attachment_count`, sql`launches or attachments`)} as attachments,
         ${sumOf(sql`attachment_bytes`, sql`launches or attachments`)} as "attachmentBytes",
         ${sumOf(sql`video_count`, sql`launches or videos`)} as videos, ${sumOf(sql`video_bytes`, sql`launches or videos`)} as "videoBytes"
    from (${of}) o`

export const previewPolicy = async (db: Db, projectId: number, policy: RetentionPolicy): Promise<RetentionPreview> => {
  const of = oldLaunches(projectId, policy)
  const [amounts, kept, media] = await Promise.all([
    amountsOf(of).execute(db),
    sql<{ reason: KeepReason; launches: number }>`
      select reason, count(*)::int as launches from (${of}) o where is_old and reason is not null group by reason`.execute(
      db,
    ),
    countMedia(db, projectId, policy.exploratoryDays),
  ])
  const { uncounted, ...deleted } = onlyRow(amounts)
  return {
    deleted: { ...NO_AMOUNTS, ...deleted, ...(policy.exploratoryDays === null ? {} : media) },
    uncounted,
    kept: kept.rows.toSorted((a, b) => KEEP_REASONS.indexOf(a.reason) - KEEP_REASONS.indexOf(b.reason)),
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
    countMedia(db, projectId, null),
    db
      .selectFrom('retention_policy')
      .select(['run_at', 'run_outcome'])
      .where('project_id', '=', projectId)
      .executeTakeFirst(),
  ])
  return {
    stored: { ...NO_AMOUNTS, ...onlyRow(sums), launches: launches.count, ...media },
    uncounted,
    lastRun:
      run === undefined || run.run_at === null ? null : { at: run.run_at.toISOString(), deleted: run.run_outcome },
  }
}
