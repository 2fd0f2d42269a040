import { sql, type Kysely } from 'kysely'

/**
 * Imported tests without arguments get the identity that agents give to the same test: imports also put the name into it, so that a test had
 * one history by import and another one by an agent.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const ofImport = `md5('[' || to_json(coalesce(t.class_name, ''))::text || ',' || to_json(t.name)::text || ',' || to_json(t.name)::text || ']')`
const ofAgent = `md5('[' || to_json(coalesce(t.class_name, ''))::text || ',' || to_json(t.name)::text || ',null]')`
const isImported = `coalesce(t.method_name, t.name) = t.name and t.arguments_index is null and t.identity = ${ofImport}`

const STATEMENTS = [
  // A test in quarantine under both identities keeps the entry of its agent.
  `create temporary table identity_of_both on commit drop as
    select distinct t.project_id, t.identity as before, ${ofAgent} as after from test t where ${isImported}`,
  `delete from quarantined_test q using identity_of_both b
    where q.project_id = b.project_id and q.identity = b.before
      and exists (select from quarantined_test o where o.project_id = b.project_id and o.identity = b.after)`,
  `update quarantined_test q set identity = b.after from identity_of_both b
    where q.project_id = b.project_id and q.identity = b.before`,
  `update test t set identity = ${ofAgent} where ${isImported}`,
]
