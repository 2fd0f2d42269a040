import { sql } from 'kysely'
import type { SavedBy } from '../../../contract/settings/held-list.ts'
import type { Db } from '../../db/database.ts'
import { appendingEvents, type NewEvent } from '../../db/events.ts'
import type { GivenEntry, HeldList } from './held-list.ts'
import { displayName } from '../../access/users.ts'

/** Changes to write to a list. */
export interface ListWrite<Given> {
  projectId: number
  userId: number
  /** Expected version. */
  version: number
  /** New entries (`id` null) and changed ones. */
  entries: readonly Given[]
  /** Fields in which these differ from the stored ones; new entries are written completely. Not empty if any entry differs. */
  fields: ReadonlySet<string>
  /** Ids of deleted entries. */
  gone: readonly number[]
  event: NewEvent
}

interface Written {
  savedBy: SavedBy
  /** Ids of new entries by position, starting at 1. */
  added: Map<number, number>
}

/**
 * Increments the version, writes the changes and appends the event, in one statement. Returns null without writing if a user has saved
 * since that version.
 */
export const writeList = async <Given extends GivenEntry, Stored extends Given & { id: number }>(
  db: Db,
  { list, table, written }: Pick<HeldList<Given, Stored>, 'list' | 'table' | 'written'>,
  { projectId, userId, version, entries, fields, gone, event }: ListWrite<Given>,
): Promise<Written | null> => {
  const isAdding = entries.some(({ id }) => id === null)
  const isChanging = entries.some(({ id }) => id !== null)
  const columns = [{ field: 'relativePosition', column: 'position', type: 'int' }, ...columnsOf(written)].filter(
    ({ field }) => isAdding || fields.has(field),
  )
  const names = sql.join(columns.map(({ column }) => sql.ref(column)))
  const given = sql.join(columns.map(({ column }) => sql.ref(`g.${column}`)))
  // One array per column: the database needs less than half the time of one object per entry.
  const values = columns.map(
    ({ field, type }) => sql`${entries.map((entry) => entry[field as keyof Given])}::${sql.raw(type)}[]`,
  )
  const parts = [
    sql`counted as (
      update settings_version set version = version + 1, saved_by = ${userId}, saved_at = now()
       where project_id = ${projectId} and list = ${list} and version = ${version}
      returning saved_by, saved_at
    )`,
  ]
  if (gone.length > 0)
    parts.push(sql`deleted as (
      delete from ${sql.table(table)}
       where project_id = ${projectId} and id = any(${gone}::bigint[]) and exists (select from counted)
    )`)
  if (entries.length > 0)
    parts.push(sql`given as materialized (
      select g.* from counted cross join unnest(${entries.map(({ id }) => id)}::bigint[], ${sql.join(values)}) as g(id, ${names})
    )`)
  if (isChanging)
    parts.push(sql`changed as (
      update ${sql.table(table)} e
         set ${sql.join(columns.map(({ column }) => sql`${sql.ref(column)} = ${sql.ref(`g.${column}`)}`))}
        from given g
       where e.project_id = ${projectId} and e.id = g.id
    )`)
  if (isAdding)
    parts.push(sql`added as (
      insert into ${sql.table(table)} (project_id, ${names})
      select ${projectId}, ${given} from given g where g.id is null order by g.position
      returning id, position
    )`)
  parts.push(appendingEvents([event], { when: sql` where exists (select from counted)` }))
  const added = isAdding ? sql`(select jsonb_object_agg(a.position, a.id) from added a)` : sql`'{}'::jsonb`
  const { rows } = await sql<{ name: string; savedAt: Date; added: Record<string, number> }>`
    with ${sql.join(parts)}
    select c.saved_at as "savedAt", ${displayName('p')} as name,
           ${added} as added
      from counted c join workspace_user p on p.id = c.saved_by`.execute(db)
  const row = rows[0]
  if (row === undefined) return null
  return {
    savedBy: { userId, name: row.name, at: row.savedAt.toISOString() },
    added: new Map(Object.entries(row.added).map(([place, id]) => [Number(place), id])),
  }
}

const columnsOf = (written: Record<string, { column: string; type: string }>) =>
  Object.entries(written).map(([field, column]) => ({ field, ...column }))
