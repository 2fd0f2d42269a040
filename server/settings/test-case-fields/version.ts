import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Whoever changes fields goes through here first, one after the other: names and places are compared with all others. Returns the version. */
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

/** Held edits of others are founded on an older list from now on. Returns the new version. */
export const raiseVersion = async (tx: Tx, projectId: number, personId: number): Promise<number> => {
  const { version } = await tx
    .updateTable('settings_version')
    .set({ version: sql`version + 1`, saved_by: personId, saved_at: sql`now()` })
    .where('project_id', '=', projectId)
    .where('list', '=', 'test-case-fields')
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
