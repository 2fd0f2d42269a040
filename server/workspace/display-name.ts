import { sql, type RawBuilder } from 'kysely'

/** Returns an SQL expression of first and last name, or the username if both are empty. `user` is the table's alias. */
export const displayName = (user: string): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${user}.${column}`)
  return sql<string>`coalesce(nullif(trim(${of('first_name')} || ' ' || ${of('last_name')}), ''), ${of('username')})`
}
