import { sql, type RawBuilder } from 'kysely'
import { IMPORTED_MARK, type NamedUser, type ProjectUser } from '../../contract/projects/people.ts'

/**
 * Returns an SQL condition that an account is a user's, and not the system's or a service account: users sign in, receive mail, take seats, join
 * groups and are assigned work. `user` is the table's alias.
 */
export const isUser = (user: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${user}.kind`)} = 'user'`

/** Returns an SQL expression of whether an account is a service account. `user` is the table's alias. */
export const isServiceAccount = (user: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${user}.kind`)} = 'service-account', false)`

/** Returns an SQL expression of the JSON fields that mark a service account; none for other accounts. `user` is the table's alias. */
export const serviceAccountMark = (user: string): RawBuilder<object> =>
  sql<object>`case when ${isServiceAccount(user)} then '{"isServiceAccount": true}'::jsonb else '{}' end`

/**
 * Returns an SQL expression of first and last name, or the username if both are empty, with `IMPORTED_MARK` if it has to be. `user` is the
 * table's alias.
 */
export const displayName = (user: string): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${user}.${column}`)
  return sql<string>`coalesce(nullif(trim(${of('first_name')} || ' ' || ${of('last_name')}), ''), ${of('username')})
    || case ${of('kind')} when 'imported' then ${sql.lit(` ${IMPORTED_MARK}`)} else '' end`
}

/** Returns an SQL expression of a user in the contract's form; null if the joined row is. `user` is the table's alias. */
export const userOf = (user: string): RawBuilder<ProjectUser> => {
  const column = (name: string) => sql.ref(`${user}.${name}`)
  return sql<ProjectUser>`
    case when ${column('id')} is not null then jsonb_build_object('id', ${column('id')}, 'username', ${column('username')},
      'name', ${displayName(user)}, 'email', ${column('email')}, 'photoUrl', ${column('photo_url')}) || ${serviceAccountMark(user)} end`
}

/** Returns an SQL expression of a user in the contract's form; null if the joined row is. `user` is the table's alias. */
export const namedUserOf = (user: string): RawBuilder<NamedUser> => {
  const column = (name: string) => sql.ref(`${user}.${name}`)
  return sql<NamedUser>`
    case when ${column('id')} is not null then jsonb_build_object('id', ${column('id')}, 'username', ${column('username')})
      || ${serviceAccountMark(user)} || case ${column('kind')} when 'imported' then '{"isImported": true}'::jsonb else '{}' end end`
}
