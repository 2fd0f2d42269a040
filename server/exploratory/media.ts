import { sql } from 'kysely'
import { exploratoryStream } from '../../contract/live.ts'
import { appendEvents } from '../db/events.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Db } from '../db/open.ts'

interface Media {
  media: number
  mediaBytes: number
}

/** Files of observations in sessions that were closed that many days ago; null: in all sessions. */
const mediaOf = (projectId: number, closedDays: number | null) => sql`
  select s.id as session_id, u.observation_id, u.file_id, f.size_bytes
    from exploratory_session s
    join observation o on o.session_id = s.id
    join observation_file_use u on u.observation_id = o.id
    join observation_file f on f.id = u.file_id
   where s.project_id = ${projectId}
     and (${closedDays === null}::boolean or s.closed_at < now() - make_interval(days => ${closedDays}::int))`

/** Resolves with number and bytes of the screenshots and recordings of exploratory sessions. */
export const countMedia = async (db: Db, projectId: number, closedDays: number | null): Promise<Media> =>
  onlyRow(
    await sql<Media>`
      select count(*)::int as media, coalesce(sum(size_bytes), 0)::float8 as "mediaBytes" from (${mediaOf(projectId, closedDays)}) m`.execute(
      db,
    ),
  )

/** Deletes the media of one session that was closed that many days ago; housekeeping deletes the files. Resolves with null if there is none. */
export const deleteMedia = (db: Db, projectId: number, closedDays: number): Promise<Media | null> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; revision: number }>`
      update exploratory_session set revision = revision + 1
       where id = (select session_id from (${mediaOf(projectId, closedDays)}) m limit 1)
      returning id, revision`.execute(tx)
    const [session] = rows
    if (session === undefined) return null
    const deleted = onlyRow(
      await sql<Media>`
        with gone as (
          delete from observation_file_use u using observation o
           where o.session_id = ${session.id} and u.observation_id = o.id returning u.file_id)
        select count(*)::int as media, coalesce(sum(f.size_bytes), 0)::float8 as "mediaBytes"
          from gone g join observation_file f on f.id = g.file_id`.execute(tx),
    )
    await appendEvents(tx, [
      {
        stream: exploratoryStream(session.id),
        type: 'exploratory/changed',
        payload: { sessionId: session.id, revision: session.revision, isDeleted: false },
        projectId,
      },
    ])
    return deleted
  })
