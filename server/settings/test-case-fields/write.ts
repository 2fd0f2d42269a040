import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { SettingsChange } from '../../../contract/settings/changes.ts'
import { TypedValue } from '../../../contract/settings/test-case-field-values.ts'
import type {
  createTestCaseField,
  TestCaseField,
  updateTestCaseField,
} from '../../../contract/settings/test-case-fields.ts'
import type { Tx } from '../../db/database.ts'
import type { Db } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { forbidden } from '../../http/refusal.ts'
import { appendChanges, differences } from '../changes.ts'
import { checkField, optionsOf, type CheckedField } from './check.ts'
import { livingValues } from './living-values.ts'
import { readField } from './read.ts'
import { lockFields, raiseVersion } from './version.ts'

interface Where {
  projectId: number
  userId: number
}

export const createField = (
  db: Db,
  where: Where,
  body: z.infer<typeof createTestCaseField.body>,
): Promise<TestCaseField> =>
  db.transaction().execute(async (tx) => {
    const { projectId } = where
    await lockFields(tx, projectId)
    const { name, systemName, description, tabId, ...typed } = body
    const requested = { name, systemName, description, tabId, typed }
    await checkField(tx, projectId, requested, null)
    const { id } = await tx
      .insertInto('test_case_field')
      .values({
        project_id: projectId,
        type: 'CUSTOM',
        system_name: systemName.trim(),
        data_type: typed.dataType,
        position: await endOf(tx, projectId, tabId),
        ...(await columns(tx, requested)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = await readField(tx, projectId, id)
    await recordChange(tx, where, {
      kind: 'added',
      subject: after.name,
      values: differences(NOTHING, logged(after), LOGGED),
    })
    return after
  })

export const updateField = (
  db: Db,
  where: Where,
  fieldId: number,
  body: z.infer<typeof updateTestCaseField.body>,
): Promise<TestCaseField> =>
  db.transaction().execute(async (tx) => {
    const { projectId } = where
    await lockFields(tx, projectId)
    const before = await readField(tx, projectId, fieldId)
    const stored = ownTyped(before)
    const { name, description, tabId, value } = {
      ...before,
      ...(await mergeEdit<Written>(before as Written, body, () => before)),
    }
    const typed = TypedValue.parse({ dataType: stored.dataType, value })
    const requested = { name, description, tabId, systemName: before.systemName, typed }
    await checkField(tx, projectId, requested, { id: fieldId, typed: stored })
    await tx
      .updateTable('test_case_field')
      .set({
        ...(await columns(tx, requested)),
        ...(tabId === before.tabId ? {} : { position: await endOf(tx, projectId, tabId) }),
      })
      .where('id', '=', fieldId)
      .execute()
    await clearOptions(tx, projectId, fieldId, removedOptions(stored, typed))
    const after = await readField(tx, projectId, fieldId)
    const values = differences(logged(before), logged(after), LOGGED)
    if (Object.keys(values).length > 0) await recordChange(tx, where, { kind: 'changed', subject: after.name, values })
    return after
  })

const removedOptions = (before: TypedValue, after: TypedValue): number[] => {
  const remaining = new Set(optionsOf(after).map(({ id }) => id))
  return optionsOf(before).flatMap(({ id }) => (id === null || remaining.has(id) ? [] : [id]))
}

/** Removes deleted options from cases, also from those in the trash bin: like those of a deleted priority, they then have none. */
const clearOptions = async (tx: Tx, projectId: number, fieldId: number, options: readonly number[]): Promise<void> => {
  if (options.length === 0) return
  const key = String(fieldId)
  await sql`
    update test_case set field_values = ${livingValues(projectId, sql`field_values`)}
     where project_id = ${projectId} and field_values -> ${key}::text @> any(${options.map(String)}::text[]::jsonb[])`.execute(
    tx,
  )
}

/** Columns that an edit of a field may change. */
type Written = Pick<TestCaseField, 'name' | 'description' | 'tabId'> & { value: Record<string, unknown> }

/** Returns the number of cases with a value of the field, without those in the trash bin. */
export const usageOf = async (db: Db, projectId: number, fieldId: number): Promise<number> => {
  const { cases } = await db
    .selectFrom('test_case')
    .select(({ fn }) => fn.countAll<number>().as('cases'))
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`field_values ? ${String(fieldId)}`)
    .executeTakeFirstOrThrow()
  return cases
}

/** Deletes the field and its values, also in the trash bin. Returns the number of cases outside the trash bin that had a value. */
export const deleteField = (db: Db, where: Where, fieldId: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { projectId } = where
    await lockFields(tx, projectId)
    const before = await readField(tx, projectId, fieldId)
    ownTyped(before)
    await tx.deleteFrom('test_case_field').where('id', '=', fieldId).execute()
    const key = String(fieldId)
    const { rows } = await sql<{ cases: number }>`
      with cleared as (
        update test_case set field_values = field_values - ${key}::text
         where project_id = ${projectId} and field_values ? ${key} returning deleted_at)
      select count(*) filter (where deleted_at is null) as cases from cleared`.execute(tx)
    const cases = rows[0]?.cases ?? 0
    await recordChange(tx, where, {
      kind: 'deleted',
      subject: before.name,
      values: { ...differences(logged(before), NOTHING, LOGGED), cases: { before: cases, after: 0 } },
    })
    return cases
  })

/** Returns the settings of a custom field; throws 403 for a system field. */
const ownTyped = (field: TestCaseField): TypedValue => {
  if (field.type === 'SYSTEM') throw forbidden(`The field ${field.name} belongs to every test case`)
  return TypedValue.parse({ dataType: field.dataType, value: field.value })
}

const endOf = async (tx: Tx, projectId: number, tabId: number | null): Promise<number> => {
  const { last } = await tx
    .selectFrom('test_case_field')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('project_id', '=', projectId)
    .where(sql<boolean>`tab_id is not distinct from ${tabId}`)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

const columns = async (tx: Tx, { name, description, tabId, typed }: CheckedField) => ({
  name: name.trim(),
  description: description.trim(),
  tab_id: tabId,
  value: JSON.stringify(await withIds(tx, typed)),
})

/** Returns the options in order; new ones get ids that were never used before. */
const withIds = async (tx: Tx, typed: TypedValue): Promise<TypedValue['value']> => {
  if (typed.dataType === 'URI') return { default: typed.value.default.trim() }
  if (typed.dataType !== 'DROPDOWN' && typed.dataType !== 'MULTI_SELECT') return typed.value
  const missing = optionsOf(typed).filter(({ id }) => id === null).length
  const { rows } = await sql<{ id: number }>`
    select nextval('test_case_field_option_id') as id from generate_series(1, ${missing}::int)`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const ordered = <Option extends { relativePosition: number; id: number | null; name: string }>(
    options: readonly Option[],
  ) =>
    options
      .toSorted((a, b) => a.relativePosition - b.relativePosition)
      .map((option, place) => ({
        ...option,
        id: option.id ?? ids.shift() ?? null,
        name: option.name.trim(),
        relativePosition: place + 1,
      }))
  if (typed.dataType === 'MULTI_SELECT') return { ...typed.value, options: ordered(typed.value.options) }
  return { ...typed.value, options: ordered(typed.value.options) }
}

const LOGGED = ['name', 'systemName', 'description', 'dataType', 'tabId', 'value'] as const
type Logged = Record<(typeof LOGGED)[number], unknown>
const NOTHING: Logged = { name: null, systemName: null, description: null, dataType: null, tabId: null, value: null }
const logged = (field: TestCaseField): Logged => field

const recordChange = async (tx: Tx, { projectId, userId }: Where, change: SettingsChange): Promise<void> => {
  const version = await raiseVersion(tx, projectId, userId)
  const changes = [await withTabNames(tx, projectId, change)]
  await appendChanges(tx, { area: 'test-case-fields', projectId, userId, changes, version })
}

/** Replaces tab ids by names, as for moved fields: the ids mean nothing to users, and the tab may be deleted when the log is read. */
const withTabNames = async (tx: Tx, projectId: number, change: SettingsChange): Promise<SettingsChange> => {
  const { tabId, ...others } = change.values ?? {}
  if (tabId === undefined) return change
  const tabs = await tx
    .selectFrom('test_case_field_tab')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  const nameOf = (tab: unknown) => tabs.find(({ id }) => id === tab)?.name ?? null
  return { ...change, values: { ...others, tab: { before: nameOf(tabId.before), after: nameOf(tabId.after) } } }
}
