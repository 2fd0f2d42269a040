import { sql } from 'kysely'
import type { CustomValues } from '../../../contract/cases/cases.ts'
import { systemFieldOf, type SystemField } from '../../../contract/settings/test-case-fields.ts'
import { StoredTypedValue } from '../../../contract/settings/test-case-field-values.ts'
import type { Db } from '../../db/open.ts'
import { onlyRow } from '../../db/only-row.ts'
import { titlesAbove, type SuiteAbove } from './suite-paths.ts'

interface Row {
  priorities: { id: number; name: string }[]
  states: { id: number; name: string }[]
  fields: { id: number; name: string; dataType: string; value: unknown }[]
  enabled: string[]
  suites: SuiteAbove[]
}

/** Names of what cases refer to by id. */
export interface ExportVocabulary {
  priorities: ReadonlyMap<number, string>
  automationStates: ReadonlyMap<number, string>
  fields: readonly { id: number; name: string; typed: StoredTypedValue }[]
  /** Enabled system fields. */
  enabledFields: ReadonlySet<SystemField>
  /** Paths from the root by suite id: `Checkout > Cards`. */
  suitePaths: ReadonlyMap<number, string>
}

/** Returns the names, with paths for `suiteIds`. Disabled fields are omitted. */
export const readVocabulary = async (
  db: Db,
  projectId: number,
  suiteIds: readonly number[],
): Promise<ExportVocabulary> => {
  const result = await sql<Row>`
    with recursive above as (
      select id, parent_id, title from suite where id = any(${[...suiteIds]}::bigint[])
      union
      select s.id, s.parent_id, s.title from suite s join above a on s.id = a.parent_id)
    select (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name)), '[]')
              from priority where project_id = ${projectId}) as priorities,
           (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name)), '[]')
              from automation_state where project_id = ${projectId}) as states,
           (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'dataType', data_type, 'value', value)
                                      order by position, id), '[]')
              from test_case_field where project_id = ${projectId} and type = 'CUSTOM' and enabled) as fields,
           (select coalesce(jsonb_agg(system_name), '[]')
              from test_case_field where project_id = ${projectId} and type = 'SYSTEM' and enabled) as enabled,
           (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'parentId', parent_id, 'title', title)), '[]')
              from above) as suites`.execute(db)
  const { priorities, states, fields, enabled, suites } = onlyRow(result)
  const namesOf = (entries: Row['states']) => new Map(entries.map(({ id, name }) => [id, name]))
  return {
    priorities: namesOf(priorities),
    automationStates: namesOf(states),
    fields: fields.flatMap(({ id, name, dataType, value }) => {
      const typed = StoredTypedValue.safeParse({ dataType, value })
      return typed.success ? [{ id, name, typed: typed.data }] : []
    }),
    enabledFields: new Set(enabled.flatMap((systemName) => systemFieldOf(systemName) ?? [])),
    suitePaths: pathsOf(suites),
  }
}

const pathsOf = (suites: SuiteAbove[]): ReadonlyMap<number, string> => {
  const guarded = suites.map((suite) => ({ ...suite, title: suite.title.replace(/[\\>]/g, String.raw`\$&`) }))
  return new Map([...titlesAbove(guarded)].map(([id, titles]) => [id, titles.join(' > ')]))
}

/** Returns usernames of users that fields refer to, by id, in one statement. */
export const readUsernames = async (
  db: Db,
  fields: ExportVocabulary['fields'],
  values: readonly CustomValues[],
): Promise<ReadonlyMap<number, string>> => {
  const named = fields.filter(({ typed }) => typed.dataType === 'USER').map(({ id }) => id)
  const ids = new Set(values.flatMap((held) => named.flatMap((id) => (typeof held[id] === 'number' ? [held[id]] : []))))
  if (ids.size === 0) return new Map()
  const rows = await db
    .selectFrom('workspace_user')
    .select(['id', 'username'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}
