/** Fields that a project of Jira requires of an issue of one type, and their values as Jira takes them. */
import { z } from 'zod/mini'
import type { IssueField } from '../../contract/launches/issues.ts'
import { adfOf } from './adf.ts'
import type { RequiredFields } from './tracker.ts'

const Field = z.object({
  fieldId: z.nullish(z.string()),
  key: z.nullish(z.string()),
  name: z.string(),
  required: z.boolean(),
  hasDefaultValue: z.nullish(z.boolean()),
  schema: z.object({
    type: z.string(),
    items: z.nullish(z.string()),
    system: z.nullish(z.string()),
    custom: z.nullish(z.string()),
  }),
  allowedValues: z.nullish(
    z.array(z.object({ id: z.string(), name: z.nullish(z.string()), value: z.nullish(z.string()) })),
  ),
})
type Field = z.infer<typeof Field>

/** Cloud calls the list `fields`, Server and Data Center call it `values`. */
export const JiraFields = z.object({ fields: z.nullish(z.array(Field)), values: z.nullish(z.array(Field)) })

/** Every issue has them from its form, or from Jira itself. */
const GIVEN = new Set(['project', 'issuetype', 'summary', 'description'])
const OPTIONS_MOST = 200

export const requiredOf = ({ fields, values }: z.infer<typeof JiraFields>): Field[] =>
  (fields ?? values ?? []).filter(
    (field) =>
      field.required && (field.hasDefaultValue !== true || isReporter(field)) && !GIVEN.has(field.schema.system ?? ''),
  )

export const shownFields = (required: readonly Field[]): RequiredFields => ({
  fields: required.flatMap((field) => {
    const kind = kindOf(field)
    return kind === null
      ? []
      : [
          {
            id: idOf(field),
            name: field.name.slice(0, 200),
            kind,
            isOptional: isReporter(field),
            options: kind === 'choice' ? optionsOf(field) : [],
          },
        ]
  }),
  unsupported: required.flatMap((field) => (kindOf(field) === null ? [field.name.slice(0, 200)] : [])),
})

/** Jira enters the account of the integration, which is seldom the person whom a team wants to see there. */
const isReporter = ({ schema: { system } }: Field): boolean => system === 'reporter'

const idOf = ({ fieldId, key }: Field): string => fieldId ?? key ?? ''

const optionsOf = ({ allowedValues }: Field) =>
  (allowedValues ?? []).slice(0, OPTIONS_MOST).map(({ id, name, value }) => ({ id, name: value ?? name ?? id }))

/** Null for a field that takes times of day or what else no plain value stands for. */
const kindOf = ({ schema: { type, items, system, custom }, allowedValues }: Field): IssueField['kind'] | null => {
  if (type === 'user' || (type === 'array' && items === 'user')) return 'person'
  if (allowedValues != null && allowedValues.length > 0) return 'choice'
  if (custom?.endsWith(':textarea') === true || system === 'environment') return 'long-text'
  if (type === 'string' || system === 'labels') return 'text'
  return type === 'number' || type === 'date' ? type : null
}

/** Values as Jira takes them. Jira Cloud has documents for long texts and ids for people, Jira Server their user names; lists get the one value. */
export const jiraValues = (
  required: readonly Field[],
  given: Readonly<Record<string, string>>,
  isServer: boolean,
): Record<string, unknown> =>
  Object.fromEntries(
    required.flatMap((field) => {
      const text = given[idOf(field)]
      const kind = kindOf(field)
      if (text === undefined || text === '' || kind === null) return []
      const value =
        kind === 'choice'
          ? { id: text }
          : kind === 'person'
            ? { [isServer ? 'name' : 'accountId']: text }
            : kind === 'number'
              ? Number(text)
              : kind === 'long-text' && !isServer
                ? adfOf(text)
                : text
      return [[idOf(field), field.schema.type === 'array' ? [value] : value]]
    }),
  )
