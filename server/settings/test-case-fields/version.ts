import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Serialises changes of fields, since names and positions are compared with those of all other fields. Returns the version. */
export const lockFields = async (tx: Tx, projectId: number): Promise<number> => {
  const { version } = await tx
    .selectFrom('settings_version')
    .select('version')
    .where('project_id', '=', projectId)
    .where('list', '=', 'test-case-fields')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return version
}

/** Makes other users' unsaved edits stale. Returns the new version. */
export const raiseVersion = async (tx: Tx, projectId: number, userId: number): Promise<number> => {
  const { version } = await tx
    .updateTable('settings_version')
    .set({ version: sql`version + 1`, saved_by: userId, saved_at: sql`now()` })
    .where('project_id', '=', projectId)
    .where('list', '=', 'test-case-fields')
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
