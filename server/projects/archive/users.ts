import { sql, type RawBuilder } from 'kysely'
import type { StoredTable } from '../../backup/catalog.ts'
import { BackupProblem } from '../../backup/problem.ts'
import type { Tx } from '../../db/open.ts'
import { ARCHIVED_TABLES } from './tables.ts'
import type { ArchivedRow } from './rules.ts'

/** Columns of users that an archive has: names, by which an import finds accounts or shows authors without one. */
export const USER_TABLE: StoredTable = {
  name: 'workspace_user',
  columns: [
    { name: 'id', type: 'bigint' },
    { name: 'username', type: 'text' },
    { name: 'email', type: 'text' },
    { name: 'first_name', type: 'text' },
    { name: 'last_name', type: 'text' },
  ],
}
export const USER_RULE = { columns: { id: { kind: 'own' } as const }, rows: () => sql<boolean>`false` }

const MAX_USERS = 20_000

/** Returns an expression of the users to which the rows of a project refer. */
export const usersOf = (projectId: number): RawBuilder<unknown> => {
  const references = Object.entries(ARCHIVED_TABLES).flatMap(([table, rule]) =>
    Object.entries(rule.columns).flatMap(([column, { kind }]) =>
      kind === 'user' ? [sql`select ${sql.ref(column)} from ${sql.table(table)} where ${rule.rows(projectId)}`] : [],
    ),
  )
  // Values and defaults of fields of test cases.
  references.push(sql`
    select (value->'default'->>'userId')::bigint from test_case_field
     where project_id = ${projectId} and data_type = 'USER' and jsonb_typeof(value->'default'->'userId') = 'number'`)
  references.push(sql`
    select (c.field_values->>f.id::text)::bigint from test_case c join test_case_field f on f.project_id = c.project_id
     where c.project_id = ${projectId} and f.data_type = 'USER' and jsonb_typeof(c.field_values->f.id::text) = 'number'`)
  return sql`(select * from workspace_user u where u.id in (${sql.join(references, sql` union `)}) order by u.id) as archived`
}

export interface Importer {
  userId: number
  /** Whether other users' accounts are found, too. Otherwise a forged archive could attribute results to any colleague. */
  matchesUsers: boolean
}

/**
 * Finds the accounts of an archive's users by e-mail address or username; only the importer's own unless `matchesUsers`. Users without one
 * become names: rows of the kind `imported`, as which nobody can sign in.
 */
export const matchUsers = async (
  tx: Tx,
  rows: readonly ArchivedRow[],
  { userId, matchesUsers }: Importer,
): Promise<Map<number, { id: number; isAccount: boolean }>> => {
  if (rows.length > MAX_USERS) throw new BackupProblem(`The archive is damaged: it has more than ${MAX_USERS} users.`)
  const accounts = await sql<{ id: number; username: string; email: string; isImported: boolean; name: string }>`
    select id, lower(username) as username, lower(email) as email, kind = 'imported' as "isImported",
           first_name || ' ' || last_name as name
      from workspace_user
     where (kind = 'imported' or deleted_at is null and (${matchesUsers} or id = ${userId}))
       and (lower(username) = any(${rows.map(({ username }) => small(username))}::text[])
            or email <> '' and lower(email) = any(${rows.map(({ email }) => small(email))}::text[]))
     order by id`.execute(tx)
  const own = accounts.rows.filter(({ isImported }) => !isImported)
  const byEmail = new Map(own.map(({ email, id }) => [email, id]))
  const byUsername = new Map(own.map(({ username, id }) => [username, id]))
  const nameOf = (username: string, name: string): string => JSON.stringify([username, name])
  const names = new Map(
    accounts.rows.filter(({ isImported }) => isImported).map(({ username, name, id }) => [nameOf(username, name), id]),
  )
  const users = new Map<number, { id: number; isAccount: boolean }>()
  for (const row of rows) {
    const { username, email, first_name: first, last_name: last } = row
    const account = (email ? byEmail.get(small(email)) : undefined) ?? byUsername.get(small(username))
    const name = nameOf(small(username), `${first ?? ''} ${last ?? ''}`)
    const id = account ?? names.get(name) ?? (await addName(tx, row))
    if (account === undefined) names.set(name, id)
    users.set(Number(row['id']), { id, isAccount: account !== undefined })
  }
  return users
}

const addName = async (tx: Tx, { username, first_name: first, last_name: last }: ArchivedRow): Promise<number> => {
  const cut = (text: string | null | undefined): string => (text ?? '').slice(0, 255).toWellFormed()
  const { id } = await tx
    .insertInto('workspace_user')
    .values({
      kind: 'imported',
      username: cut(username) || 'unknown',
      email: '',
      first_name: cut(first),
      last_name: cut(last),
      status: 'INACTIVE',
      deleted_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const small = (text: string | null | undefined): string => (text ?? '').toLowerCase()
