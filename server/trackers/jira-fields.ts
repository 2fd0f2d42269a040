/** Required fields of a Jira project and issue type, and conversion of their values. */
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

/** Jira Cloud calls the list `fields`, Server and Data Center call it `values`. */
export const JiraFields = z.object({ fields: z.nullish(z.array(Field)), values: z.nullish(z.array(Field)) })

/** Fields that the issue form or Jira itself always sets. */
const GIVEN = new Set(['project', 'issuetype', 'summary', 'description'])
const MAX_OPTIONS = 200

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

/** The reporter is optional: Jira defaults to the integration's account, which teams seldom want. */
const isReporter = ({ schema: { system } }: Field): boolean => system === 'reporter'

const idOf = ({ fieldId, key }: Field): string => fieldId ?? key ?? ''

const optionsOf = ({ allowedValues }: Field) =>
  (allowedValues ?? []).slice(0, MAX_OPTIONS).map(({ id, name, value }) => ({ id, name: value ?? name ?? id }))

/** Null for a field that no plain value fits, such as date-times. */
const kindOf = ({ schema: { type, items, system, custom }, allowedValues }: Field): IssueField['kind'] | null => {
  if (type === 'user' || (type === 'array' && items === 'user')) return 'user'
  if (allowedValues != null && allowedValues.length > 0) return 'choice'
  if (custom?.endsWith(':textarea') === true || system === 'environment') return 'long-text'
  if (type === 'string' || system === 'labels') return 'text'
  return type === 'number' || type === 'date' ? type : null
}

/**
 * Converts values for Jira. Jira Cloud expects documents for long texts and account ids for users, Jira Server plain text and user names;
 * list fields get a single value.
 */
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
          : kind === 'user'
            ? { [isServer ? 'name' : 'accountId']: text }
            : kind === 'number'
              ? Number(text)
              : kind === 'long-text' && !isServer
                ? adfOf(text)
                : text
      return [[idOf(field), field.schema.type === 'array' ? [value] : value]]
    }),
  )
