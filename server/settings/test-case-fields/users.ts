import { sql } from 'kysely'
import type { FieldUser } from '../../../contract/settings/test-case-fields.ts'
import type { Db } from '../../db/open.ts'
import { personName } from '../held-lists/person-name.ts'

/** Returns members whose name or username contains the words; with `id`, that person, if they are a member or the default of a field. */
export const findUsers = async (
  db: Db,
  projectId: number,
  { q, id, pageSize }: { q: string; id?: number | undefined; pageSize: number },
): Promise<FieldUser[]> => {
  const words = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const people = db
    .selectFrom('person as p')
    .select(['p.id', 'p.username', 'p.photo_url as photoUrl', personName.as('name')])
    .orderBy(sql`lower(${personName})`)
    .orderBy('p.id')
    .limit(pageSize)
  const isMember = sql<boolean>`exists (select from project_member m where m.project_id = ${projectId} and m.person_id = p.id)`
  if (id === undefined)
    return people
      .where(isMember)
      .where(({ eb, or }) => or([eb(personName, 'ilike', words), eb('p.username', 'ilike', words)]))
      .execute()
  // Only members and people that are the default of a field can be looked up by id.
  const isNamed = sql<boolean>`exists (select from test_case_field f
    where f.project_id = ${projectId} and f.data_type = 'USER' and f.value #>> '{default,userId}' = p.id::text)`
  return people
    .where('p.id', '=', id)
    .where(({ or }) => or([isMember, isNamed]))
    .execute()
}
