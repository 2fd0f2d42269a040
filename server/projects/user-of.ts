import { sql, type RawBuilder } from 'kysely'
import type { ProjectUser } from '../../contract/projects/people.ts'
import { displayName } from '../workspace/display-name.ts'

/** Returns an SQL expression of a user in the contract's form; null if the joined row is. `user` is the table's alias. */
export const userOf = (user: string): RawBuilder<ProjectUser> => {
  const column = (name: string) => sql.ref(`${user}.${name}`)
  return sql<ProjectUser>`
    case when ${column('id')} is not null then jsonb_build_object('id', ${column('id')}, 'username', ${column('username')},
      'name', ${displayName(user)}, 'email', ${column('email')}, 'photoUrl', ${column('photo_url')}) end`
}
