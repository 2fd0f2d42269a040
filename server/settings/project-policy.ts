import { sql } from 'kysely'
import type { SettingsArea } from '../../contract/settings/changes.ts'
import type { Db, Tx } from '../db/open.ts'
import type { Database } from '../db/schema.generated.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { appendChanges, differences, type SettingsAuthor } from './changes.ts'

interface PolicyDefinition<Policy, Table extends keyof Database> {
  /** Has one row for each project whose policy was changed. */
  table: Table
  columns: Record<keyof Policy, keyof Database[Table] & string>
  defaults: Policy
  area: SettingsArea
  /** Name in the change log. */
  subject: string
  /** Other columns that a change sets. */
  onChange?: Partial<Record<keyof Database[Table] & string, unknown>>
}

/** Returns how a policy of a project is read, and changed by an edit as in `contract/concurrent-edits.ts`. */
export const projectPolicy = <Policy extends object, Table extends keyof Database>(
  definition: PolicyDefinition<Policy, Table>,
) => {
  const { table, columns, defaults, area, subject, onChange = {} } = definition
  const fields = Object.keys(columns) as (keyof Policy & string)[]

  const read = async (db: Db | Tx, projectId: number): Promise<Policy> => {
    const selected = fields.map((field) => sql`${sql.ref(columns[field])} as ${sql.ref(field)}`)
    const { rows } =
      await sql<Policy>`select ${sql.join(selected)} from ${sql.table(table)} where project_id = ${projectId}`.execute(
        db,
      )
    return rows[0] ?? defaults
  }

  const write = async (tx: Tx, projectId: number, policy: Policy): Promise<void> => {
    const values = new Map<string, unknown>([
      ...fields.map((field) => [columns[field], policy[field]] as const),
      ...Object.entries(onChange),
    ])
    const names = [...values.keys()].map((name) => sql.ref(name))
    await sql`
      insert into ${sql.table(table)} (project_id, ${sql.join(names)})
      values (${projectId}, ${sql.join([...values.values()])})
      on conflict (project_id) do update set ${sql.join(names.map((name) => sql`${name} = excluded.${name}`))}`.execute(
      tx,
    )
  }

  const save = (db: Db, author: SettingsAuthor, edit: Parameters<typeof mergeEdit<Policy>>[1]): Promise<Policy> =>
    db.transaction().execute(async (tx) => {
      const { projectId } = author
      // Locks the project's row, because the row of the policy may not exist yet.
      await tx.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute()
      const before = await read(tx, projectId)
      const after: Policy = { ...before, ...(await mergeEdit<Policy>(before, edit, () => before)) }
      const values = differences(before, after, fields)
      if (Object.keys(values).length === 0) return after
      await write(tx, projectId, after)
      await appendChanges(tx, { area, ...author, changes: [{ kind: 'changed', subject, values }] })
      return after
    })

  return { read, save }
}
