import { sql, type RawBuilder } from 'kysely'
import type { CaseChanges, CustomValues } from '../../../contract/cases/cases.ts'
import type { FieldError } from '../../../contract/errors.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { settingsStream } from '../../../contract/live.ts'
import { StoredTypedValue } from '../../../contract/settings/test-case-field-values.ts'
import type { Tx } from '../../db/database.ts'
import { onlyRow } from '../../db/only-row.ts'
import type { Db } from '../../db/open.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { invalid } from '../../http/errors.ts'
import { readReferences } from '../../settings/settings.ts'

/** Definition of a custom field, as far as validation needs it. */
export interface FieldDefinition {
  id: number
  enabled: boolean
  typed: StoredTypedValue
}

/** Definitions that values of cases are validated against. */
export interface Definitions {
  /** Id of the newest event of the project's settings: while it is the newest, the definitions are current. */
  settled: number
  priorities: ReadonlySet<number>
  defaultPriority: number | null
  automationStates: ReadonlySet<number>
  defaultAutomationState: number | null
  fields: readonly FieldDefinition[]
}

interface Row {
  settled: number
  priorities: { id: number; isDefault: boolean }[]
  states: { id: number; isDefault: boolean }[]
  fields: { id: number; enabled: boolean; dataType: string; value: unknown }[]
}

/** Returns the current value of `Definitions.settled`, to compare in a statement that uses cached definitions. */
export const settled = (projectId: number): RawBuilder<number> =>
  sql<number>`coalesce((select sequence from event_stream where stream = ${settingsStream(projectId)}), 0)`

/** Reads all definitions in one statement, since every new case needs them. */
export const readDefinitions = async (db: Db | Tx, projectId: number): Promise<Definitions> => {
  const result = await sql<Row>`
    select ${settled(projectId)} as settled,
           (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'isDefault', is_default)), '[]')
              from priority where project_id = ${projectId}) as priorities,
           (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'isDefault', is_default)), '[]')
              from automation_state where project_id = ${projectId}) as states,
           (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'enabled', enabled, 'dataType', data_type, 'value', value)
                                      order by position), '[]')
              from test_case_field where project_id = ${projectId} and type = 'CUSTOM') as fields`.execute(db)
  const { priorities, states, fields, settled: at } = onlyRow(result)
  const idsOf = (entries: Row['states']) => new Set(entries.map(({ id }) => id))
  const defaultOf = (entries: Row['states']) => entries.find(({ isDefault }) => isDefault)?.id ?? null
  return {
    settled: at,
    priorities: idsOf(priorities),
    defaultPriority: defaultOf(priorities),
    automationStates: idsOf(states),
    defaultAutomationState: defaultOf(states),
    fields: fields.flatMap(({ id, enabled, dataType, value }) => {
      const typed = StoredTypedValue.safeParse({ dataType, value })
      return typed.success ? [{ id, enabled, typed: typed.data }] : []
    }),
  }
}

type Written = Pick<CaseChanges, 'priority' | 'automationState' | 'customFields'>

/**
 * Returns the users among the written values that fields may name: people of the project, and users who are the default of a field. One
 * statement if the values name users, otherwise none.
 */
export const readUsers = async (
  db: Db | Tx,
  projectId: number,
  { fields }: Definitions,
  written: readonly Pick<Written, 'customFields'>[],
): Promise<ReadonlySet<number>> => {
  const ofUsers = fields.filter(({ typed }) => typed.dataType === 'USER')
  const people = new Set(
    written.flatMap(({ customFields = {} }) =>
      ofUsers.flatMap(({ id }) => {
        const value = customFields[id]
        return typeof value === 'number' ? value : []
      }),
    ),
  )
  const none = new Set<number>()
  const known = await readReferences(db, projectId, { people, milestones: none, environments: none, options: none })
  const defaults = ofUsers.flatMap(({ typed }) =>
    typed.dataType === 'USER' && typed.value.default?.kind === 'specificUser' ? (typed.value.default.userId ?? []) : [],
  )
  return new Set([...known.people, ...defaults])
}

/** Returns the ids of fields whose value is a user that they may not name. `stored`: current values, which stay after a user left the project. */
export const foreignUsers = (
  { fields }: Definitions,
  users: ReadonlySet<number>,
  values: CustomValues,
  stored: CustomValues,
): string[] =>
  fields
    .filter(({ typed }) => typed.dataType === 'USER')
    .map(({ id }) => String(id))
    .filter((id) => {
      const value = values[id]
      return typeof value === 'number' && !users.has(value) && value !== stored[id]
    })

/**
 * Throws 400 that lists every value that the project does not have or that does not fit the field's type. `users`: see `readUsers`;
 * `stored`: see `foreignUsers`.
 */
export const checkValues = (
  definitions: Definitions,
  users: ReadonlySet<number>,
  written: Written,
  { under = '', stored = {} }: { under?: string; stored?: CustomValues } = {},
): void => {
  const { priorities, automationStates, fields } = definitions
  const foreign = foreignUsers(definitions, users, written.customFields ?? {}, stored)
  const errors: FieldError[] = []
  if (written.priority && !priorities.has(written.priority.id))
    errors.push({ field: `${under}priority`, message: 'The priority does not exist in the project' })
  if (written.automationState && !automationStates.has(written.automationState.id))
    errors.push({ field: `${under}automationState`, message: 'The automation state does not exist in the project' })
  for (const [id, value] of Object.entries(written.customFields ?? {})) {
    const field = fields.find((one) => String(one.id) === id)
    const message =
      field === undefined
        ? 'The field does not exist in the project'
        : (faultOf(field.typed, value) ?? (foreign.includes(id) ? TEXTS.notMember : null))
    if (message !== null) errors.push({ field: `${under}customFields.${id}`, message })
  }
  if (errors.length > 0) throw invalid(errors)
}

/** Returns why a value is invalid for a field; null if it is valid. */
export const faultOf = (
  { dataType, value: settings }: StoredTypedValue,
  value: CustomValues[string],
): string | null => {
  if (value === null || value === undefined) return null
  switch (dataType) {
    case 'STRING':
      return typeof value === 'string' && value.length <= LIMITS.maxFieldString
        ? null
        : `Must be text of at most ${LIMITS.maxFieldString} characters`
    case 'TEXT':
      return typeof value === 'string' ? null : 'Must be text'
    case 'URI':
      return typeof value === 'string' && value.length <= LIMITS.maxFieldUrl && /^https?:\/\/\S+$/i.test(value)
        ? null
        : 'Must be a URL that begins with http:// or https://'
    case 'DATE':
      return typeof value === 'string' && isDay(value) ? null : 'Must be a day as YYYY-MM-DD'
    case 'USER':
      return typeof value === 'number' ? null : 'Must be the id of a user'
    case 'DROPDOWN':
      return settings.options.some(({ id }) => id === value) ? null : 'Must be one of the options of the field'
    case 'MULTI_SELECT':
      return Array.isArray(value) && value.every((one) => settings.options.some(({ id }) => id === one))
        ? null
        : 'Must be options of the field'
    default:
      return 'The field has no value of its own'
  }
}

const isDay = (value: string): boolean => {
  const day = new Date(`${value}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** Returns the values of fields with a default, by field id (AISG-10). */
export const defaultValues = (
  fields: readonly FieldDefinition[],
  authorId: number,
  now: Date,
): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const { id, enabled, typed } of fields) {
    const value = enabled ? defaultOf(typed, authorId, now) : null
    if (value !== null) values[id] = value
  }
  return values
}

const defaultOf = ({ dataType, value }: StoredTypedValue, authorId: number, now: Date): unknown => {
  switch (dataType) {
    case 'STRING':
    case 'TEXT':
      return value.hasDefault && value.default !== '' ? value.default : null
    case 'URI':
      return value.default || null
    case 'DATE':
      if (value.default === null) return null
      if (value.default.kind === 'specificDate') return value.default.date || null
      return dayIn(value.default.timeZone, now, value.default.kind === 'today' ? 0 : (value.default.days ?? 0))
    case 'USER':
      if (value.default === null) return null
      return value.default.kind === 'author' ? authorId : value.default.userId
    case 'DROPDOWN':
      return value.hasDefault ? (value.options.find(({ isDefault }) => isDefault)?.id ?? null) : null
    case 'MULTI_SELECT': {
      const ids = value.hasDefault
        ? value.options.flatMap(({ id, isDefault }) => (isDefault && id !== null ? [id] : []))
        : []
      return ids.length > 0 ? ids : null
    }
    default:
      return null
  }
}

/** Returns the date as `YYYY-MM-DD`. `timeZone` is an offset such as `GMT+05:30`. */
const dayIn = (timeZone: string, now: Date, days: number): string => {
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT([+-])(\d{2}):(\d{2})$/.exec(timeZone) ?? []
  const offsetMinutes = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return new Date(now.getTime() + offsetMinutes * 60_000 + days * 86_400_000).toISOString().slice(0, 10)
}
