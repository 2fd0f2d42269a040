import { sql, type RawBuilder } from 'kysely'

/** Returns an SQL expression of first and last name, or the username if both are empty. `person` is the table's alias. */
export const displayName = (person: string): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${person}.${column}`)
  return sql<string>`coalesce(nullif(trim(${of('first_name')} || ' ' || ${of('last_name')}), ''), ${of('username')})`
}
