import { sql } from 'kysely'
import { startValue, StoredTypedValue, type CustomDataType } from '../../../contract/settings/test-case-field-values.ts'
import { systemFieldOf, type TestCaseField, type TestCaseFields } from '../../../contract/settings/test-case-fields.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import { displayName } from '../../access/users.ts'

/** Returns all fields in order, numbered within their tab, with the list's version. */
export const readFields = async (db: Db, projectId: number): Promise<TestCaseFields> => {
  const saved = await db
    .selectFrom('settings_version as v')
    .leftJoin('workspace_user as p', 'p.id', 'v.saved_by')
    .select(['v.version', 'v.saved_at', 'p.id as user_id'])
    .select(displayName('p').as('name'))
    .where('v.project_id', '=', projectId)
    .where('v.list', '=', 'test-case-fields')
    .executeTakeFirstOrThrow()
  const tabs = await db
    .selectFrom('test_case_field_tab')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const rows = await fieldRows(db, projectId)
    .leftJoin('test_case_field_tab as t', 't.id', 'f.tab_id')
    .orderBy(sql`t.position nulls last`)
    .orderBy('f.position')
    .orderBy('f.id')
    .execute()
  const counts = new Map<number | null, number>()
  const fields = rows.map((row) => {
    const place = (counts.get(row.tab_id) ?? 0) + 1
    counts.set(row.tab_id, place)
    return fieldOf(row, place)
  })
  const savedBy =
    saved.saved_at === null || saved.user_id === null
      ? null
      : { userId: saved.user_id, name: saved.name, at: saved.saved_at.toISOString() }
  const enabledFields = fields.flatMap(({ type, systemName, enabled }) =>
    type === 'SYSTEM' && enabled ? (systemFieldOf(systemName) ?? []) : [],
  )
  return { version: saved.version, savedBy, data: { fields, tabs, enabledFields } }
}

/** Throws 404 for a field that the project does not have. */
export const readField = async (db: Db, projectId: number, fieldId: number): Promise<TestCaseField> => {
  const row = await fieldRows(db, projectId).where('f.id', '=', fieldId).executeTakeFirst()
  if (!row) throw notFound('The field does not exist')
  const { before } = await db
    .selectFrom('test_case_field')
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .where('project_id', '=', projectId)
    .where(sql<boolean>`tab_id is not distinct from ${row.tab_id}`)
    .where(sql<boolean>`(position, id) < (${row.position}, ${row.id})`)
    .executeTakeFirstOrThrow()
  return fieldOf(row, before + 1)
}

const fieldRows = (db: Db, projectId: number) =>
  db
    .selectFrom('test_case_field as f')
    .select(['f.id', 'f.type', 'f.name', 'f.description', 'f.system_name', 'f.data_type'])
    .select(['f.tab_id', 'f.enabled', 'f.position', 'f.value'])
    .where('f.project_id', '=', projectId)

type FieldRow = Awaited<ReturnType<ReturnType<typeof fieldRows>['execute']>>[number]

const fieldOf = (row: FieldRow, relativePosition: number): TestCaseField => ({
  id: row.id,
  type: row.type,
  name: row.name,
  description: row.description,
  systemName: row.system_name,
  tabId: row.tab_id,
  relativePosition,
  enabled: row.enabled,
  ...typedValueOf(row),
})

const typedValueOf = ({ data_type, value }: Pick<FieldRow, 'data_type' | 'value'>): StoredTypedValue => {
  const stored = StoredTypedValue.safeParse({ dataType: data_type, value })
  // System fields are created without settings.
  return stored.success ? stored.data : startValue(data_type as CustomDataType)
}
