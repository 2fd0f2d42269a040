import { sql } from 'kysely'
import { exploratoryStream } from '../../contract/live.ts'
import type { RetentionLimits } from '../../contract/settings/retention.ts'
import { appendEvents } from '../db/events.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Db } from '../db/open.ts'

interface Media {
  media: number
  mediaBytes: number
}

/**
 * Sessions of a project that have screenshots or recordings: `closed_at`, `media`, `bytes`, and `is_old`, whether the limits delete them. Open
 * sessions are never deleted: they come first in the sum of bytes, and then the closed ones from the newest to the oldest.
 */
const sessionsWithMedia = (projectId: number, { days, maxBytes }: RetentionLimits) => sql`
  select m.id, m.closed_at, m.media, m.bytes,
         coalesce(m.closed_at < now() - make_interval(days => ${days}::int), false)
           or (m.closed_at is not null and coalesce(
             sum(m.bytes) over (order by m.closed_at desc nulls first, m.id desc) > ${maxBytes}::bigint, false)) as is_old
    from (
      select s.id, s.closed_at, count(*)::int as media, sum(f.size_bytes) as bytes
        from exploratory_session s
        join observation o on o.session_id = s.id
        join observation_file_use u on u.observation_id = o.id
        join observation_file f on f.id = u.file_id
       where s.project_id = ${projectId}
       group by s.id
    ) m`

/** Resolves with number and bytes of the screenshots and recordings of exploratory sessions: all, and those that the limits delete. */
export const countMedia = async (
  db: Db,
  projectId: number,
  limits: RetentionLimits = { days: null, maxBytes: null },
): Promise<{ stored: Media; old: Media }> => {
  const row = onlyRow(
    await sql<Media & { oldMedia: number; oldBytes: number }>`
      select coalesce(sum(media), 0)::int as media, coalesce(sum(bytes), 0)::float8 as "mediaBytes",
             coalesce(sum(media) filter (where is_old), 0)::int as "oldMedia",
             coalesce(sum(bytes) filter (where is_old), 0)::float8 as "oldBytes"
        from (${sessionsWithMedia(projectId, limits)}) m`.execute(db),
  )
  return {
    stored: { media: row.media, mediaBytes: row.mediaBytes },
    old: { media: row.oldMedia, mediaBytes: row.oldBytes },
  }
}

const SESSIONS_AT_ONCE = 200

/** Resolves with the oldest sessions whose media the limits delete, oldest first; at most `SESSIONS_AT_ONCE`. */
export const selectOldMedia = async (db: Db, projectId: number, limits: RetentionLimits): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from (${sessionsWithMedia(projectId, limits)}) m where is_old order by closed_at, id limit ${SESSIONS_AT_ONCE}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Deletes the media of a closed session; housekeeping deletes the files. Resolves with nothing deleted if it was reopened or deleted meanwhile. */
export const deleteMedia = (db: Db, projectId: number, sessionId: string): Promise<Media> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ revision: number }>`
      update exploratory_session set revision = revision + 1
       where id = ${sessionId} and project_id = ${projectId} and closed_at is not null
      returning revision`.execute(tx)
    const [session] = rows
    if (session === undefined) return { media: 0, mediaBytes: 0 }
    const deleted = onlyRow(
      await sql<Media>`
        with gone as (
          delete from observation_file_use u using observation o
           where o.session_id = ${sessionId} and u.observation_id = o.id returning u.file_id)
        select count(*)::int as media, coalesce(sum(f.size_bytes), 0)::float8 as "mediaBytes"
          from gone g join observation_file f on f.id = g.file_id`.execute(tx),
    )
    await appendEvents(tx, [
      {
        stream: exploratoryStream(sessionId),
        type: 'exploratory/changed',
        payload: { sessionId, revision: session.revision, isDeleted: false },
        projectId,
      },
    ])
    return deleted
  })
