import { sql } from 'kysely'
import type { FieldUser } from '../../../contract/settings/test-case-fields.ts'
import type { Db } from '../../db/open.ts'
import { displayName } from '../../access/users.ts'

/**
 * Returns members whose name or username contains the words, and with `inUse` also users who are values of cases; with `id`, that user, if
 * they are a member, a value of a case or the default of a field.
 */
export const findUsers = async (
  db: Db,
  projectId: number,
  { q, id, inUse, pageSize }: { q: string; id?: number | undefined; inUse: boolean; pageSize: number },
): Promise<FieldUser[]> => {
  const words = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const people = db
    .selectFrom('workspace_user as p')
    .select(['p.id', 'p.username', 'p.photo_url as photoUrl', displayName('p').as('name')])
    .orderBy(sql`lower(${displayName('p')})`)
    .orderBy('p.id')
    .limit(pageSize)
  const isMember = sql<boolean>`exists (select from project_member m where m.project_id = ${projectId} and m.user_id = p.id)`
  const isValue = sql<boolean>`p.id::text in (
    select c.field_values ->> f.id::text from test_case_field f join test_case c on c.project_id = f.project_id
     where f.project_id = ${projectId} and f.data_type = 'USER' and c.field_values ? f.id::text)`
  if (id === undefined)
    return people
      .where(({ or }) => or(inUse ? [isMember, isValue] : [isMember]))
      .where(({ eb, or }) => or([eb(displayName('p'), 'ilike', words), eb('p.username', 'ilike', words)]))
      .execute()
  // Nobody else can be looked up by id.
  const isNamed = sql<boolean>`exists (select from test_case_field f
    where f.project_id = ${projectId} and f.data_type = 'USER' and f.value #>> '{default,userId}' = p.id::text)`
  return people
    .where('p.id', '=', id)
    .where(({ or }) => or([isMember, isNamed, isValue]))
    .execute()
}
