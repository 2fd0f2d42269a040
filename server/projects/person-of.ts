import { sql, type RawBuilder } from 'kysely'
import type { ProjectPerson } from '../../contract/projects/people.ts'
import { displayName } from '../workspace/display-name.ts'

/** Returns an SQL expression of a user in the contract's form; null if the joined row is. `person` is the table's alias. */
export const personOf = (person: string): RawBuilder<ProjectPerson> => {
  const column = (name: string) => sql.ref(`${person}.${name}`)
  return sql<ProjectPerson>`
    case when ${column('id')} is not null then jsonb_build_object('id', ${column('id')}, 'username', ${column('username')},
      'name', ${displayName(person)}, 'email', ${column('email')}, 'photoUrl', ${column('photo_url')}) end`
}
