import { sql, type Kysely } from 'kysely'

/** The new name of an index or constraint. */
const renamed = (name: string): string =>
  name
    .replace('person_identity', 'user_identity')
    .replace(/^person/, 'workspace_user')
    .replace('person', 'user')

/**
 * Renames the table `person` to `workspace_user`, the columns `person_id` to `user_id`, and their indexes and constraints. The table is not
 * called `user`, which is a reserved word of SQL.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table person rename to workspace_user;
    alter table person_identity rename to user_identity;
    alter table launch drop constraint launch_ended_by_check;
    update launch set ended_by = 'user' where ended_by = 'person';
    alter table launch add check (ended_by in ('agent', 'user', 'silence', 'engine'));
    update launch_execution set started_via = 'user' where started_via = 'person'`.execute(db)

  const columns = await sql<{ table: string }>`
    select c.relname as table from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'person_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(db)
  for (const { table } of columns.rows)
    await sql`alter table ${sql.id(table)} rename column person_id to user_id`.execute(db)

  const constraints = await sql<{ table: string; name: string }>`
    select c.relname as table, n.conname as name from pg_constraint n join pg_class c on c.oid = n.conrelid
     where n.conname like '%person%' and n.connamespace = 'public'::regnamespace`.execute(db)
  for (const { table, name } of constraints.rows)
    await sql`alter table ${sql.id(table)} rename constraint ${sql.id(name)} to ${sql.id(renamed(name))}`.execute(db)

  const others = await sql<{ name: string; kind: 'index' | 'sequence' }>`
    select relname as name, case relkind when 'S' then 'sequence' else 'index' end as kind from pg_class
     where relname like '%person%' and relkind in ('i', 'S') and relnamespace = 'public'::regnamespace`.execute(db)
  for (const { name, kind } of others.rows)
    await sql`alter ${sql.raw(kind)} ${sql.id(name)} rename to ${sql.id(renamed(name))}`.execute(db)
}
