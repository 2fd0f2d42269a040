import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { displayName } from '../access/users.ts'

export interface CaseAuthor {
  id: number
  username: string
  displayName: string
}

const MAX = 1000

/** Returns everyone who created a case of the project, by name. */
export const listAuthors = async (db: Db, projectId: number): Promise<CaseAuthor[]> => {
  const { rows } = await sql<CaseAuthor>`
    select p.id, p.username, ${displayName('p')} as "displayName"
      from workspace_user p
     where exists (select from test_case c where c.project_id = ${projectId} and c.created_by = p.id)
     order by lower(${displayName('p')}), p.id
     limit ${MAX}`.execute(db)
  return rows
}
