import { sql } from 'kysely'
import { onlyRow } from '../../db/only-row.ts'
import type { Db, Tx } from '../../db/open.ts'
import { testsInSlices } from './tests-in-slices.ts'

/** Whether the launch `l` has ended, and its logs and files were not counted since. Those of a project that is being imported are not complete. */
const isUncounted = sql<boolean>`(
  l.status not in ('IN_PROGRESS', 'QUEUED', 'LAUNCHING')
  and l.project_id not in (select id from project where importing_until is not null)
  and not exists (select from launch_storage s where s.launch_id = l.id and s.counted_at >= l.heard_at))`

/** Resolves with the number of ended launches whose logs and files are not counted. */
export const countUncounted = async (db: Db, projectId: number): Promise<number> =>
  onlyRow(
    await sql<{ count: number }>`
      select count(*)::int as count from launch l where l.project_id = ${projectId} and ${isUncounted}`.execute(db),
  ).count

const LAUNCHES_AT_ONCE = 100

/** Counts the logs and files of launches that are not counted, in short statements; at most `LAUNCHES_AT_ONCE`. Resolves with their number. */
export const countStorage = async (db: Db, signal: AbortSignal): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select l.id from launch l where ${isUncounted} order by l.id desc limit ${LAUNCHES_AT_ONCE}`.execute(db)
  let counted = 0
  for (const { id } of rows) {
    if (signal.aborted) break
    await countLaunch(db, id)
    counted += 1
  }
  return counted
}

const countLaunch = async (db: Db, launchId: number): Promise<void> => {
  const begun = new Date()
  const { lines, bytes } = await countLines(db, launchId)
  const files = await countFiles(db, launchId)
  // A launch that was deleted meanwhile is not counted.
  await sql`
    insert into launch_storage (launch_id, project_id, log_lines, log_bytes, attachments, attachment_bytes, videos, video_bytes, counted_at)
    select l.id, l.project_id, ${lines}, ${bytes}, ${files.attachments}, ${files.attachmentBytes}, ${files.videos}, ${files.videoBytes},
           ${begun}
      from launch l where l.id = ${launchId} for key share
    on conflict (launch_id) do update set
      log_lines = excluded.log_lines, log_bytes = excluded.log_bytes, attachments = excluded.attachments,
      attachment_bytes = excluded.attachment_bytes, videos = excluded.videos, video_bytes = excluded.video_bytes,
      counted_at = excluded.counted_at`.execute(db)
}

/** Counts the log lines again, which take less once they are packed. */
export const updateLogCount = async (db: Db | Tx, launchId: number): Promise<void> => {
  const { lines, bytes } = await countLines(db, launchId)
  await sql`update launch_storage set log_lines = ${lines}, log_bytes = ${bytes} where launch_id = ${launchId}`.execute(
    db,
  )
}

const countLines = async (db: Db | Tx, launchId: number): Promise<{ lines: number; bytes: number }> => {
  let { lines, bytes } = onlyRow(
    await sql<{ lines: number; bytes: number }>`
      select coalesce(sum(line_count), 0)::float8 as lines, coalesce(sum(size_bytes), 0)::float8 as bytes
        from log_frame where launch_id = ${launchId}`.execute(db),
  )
  for await (const ids of testsInSlices(db, launchId, 500)) {
    const row = onlyRow(
      await sql<{ lines: number; bytes: number }>`
        select count(*)::int as lines, coalesce(sum(octet_length(message)), 0)::float8 as bytes
          from log_line where test_id = any(${ids}::bigint[])`.execute(db),
    )
    lines += row.lines
    bytes += row.bytes
  }
  return { lines, bytes }
}

const ARTIFACTS_AT_ONCE = 2000

/** Counts equal files of a launch once. */
const countFiles = async (db: Db, launchId: number) => {
  const counts = { attachments: 0, attachmentBytes: 0, videos: 0, videoBytes: 0 }
  const seen = new Set<string>()
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('artifact as a')
      .innerJoin('file as f', 'f.hash', 'a.file_hash')
      .select(['a.id', 'a.kind', 'a.file_hash as hash', 'f.size_bytes as bytes'])
      .where('a.launch_id', '=', launchId)
      .where('a.id', '>', after)
      .orderBy('a.id')
      .limit(ARTIFACTS_AT_ONCE)
      .execute()
    for (const { kind, hash, bytes } of rows) {
      const isNew = !seen.has(hash)
      seen.add(hash)
      if (kind === 'video') {
        counts.videos += 1
        if (isNew) counts.videoBytes += bytes
      } else {
        counts.attachments += 1
        if (isNew) counts.attachmentBytes += bytes
      }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < ARTIFACTS_AT_ONCE) return counts
    after = last.id
  }
}
