import { sql, type RawBuilder } from 'kysely'

/** What people call somebody: first and last name, or the username where neither is known. `person` is the table's name in the statement. */
export const displayName = (person: string): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${person}.${column}`)
  return sql<string>`coalesce(nullif(trim(${of('first_name')} || ' ' || ${of('last_name')}), ''), ${of('username')})`
}
