import { sql } from 'kysely'
import { exploratoryStream } from '../../contract/live.ts'
import type { HoldersOf } from '../files/uploads.ts'

/** Returns sessions whose observations refer to a file: their viewers are notified when the upload is complete. */
export const sessionsWithFile: HoldersOf = async (tx, fileId, { project, userId }) => {
  const { rows: sessions } = await sql<{ id: string }>`
    select id from exploratory_session where id in (
      select o.session_id from observation_file_use u join observation o on o.id = u.observation_id where u.file_id = ${fileId})
     order by id for update`.execute(tx)
  return async () => {
    const { rows } = await sql<{ id: string; revision: number }>`
      update exploratory_session set revision = revision + 1 where id = any(${sessions.map(({ id }) => id)}::uuid[])
      returning id, revision`.execute(tx)
    return rows.map(({ id, revision }) => ({
      stream: exploratoryStream(id),
      type: 'exploratory/changed',
      payload: { sessionId: id, revision, isDeleted: false },
      projectId: project.id,
      userId,
    }))
  }
}
