/** Reads and changes one predicate of the list's query. */
import type { ChoiceField } from '../../contract/launches/launch-choices.ts'
import {
  FLAG_FIELDS,
  isFlag,
  OPERATORS,
  partOf,
  PREDICATE_FIELDS,
  type FlagField,
  type Operator,
} from '../../contract/launches/launch-predicates.ts'
import type { LaunchesQuery } from '../../contract/launches/launches.ts'

/** A predicate. Each label key is a predicate of its own. */
export type Choice = { field: ChoiceField | 'status' | FlagField } | { field: 'label'; key: string }

/** Stands for all values of a label key. */
export const ANY_VALUE = ''

/** Chosen values with an operator. */
export const chosenIn = (query: LaunchesQuery, choice: Choice, operator: Operator): string[] => {
  if (isFlag(choice.field)) {
    const value = query[choice.field]
    return operator === 'IS' && value !== undefined ? [value] : []
  }
  if (choice.field !== 'label') return [...(query[partOf(choice.field, operator)] as readonly string[])]
  const prefix = `${choice.key}:`
  return [
    ...(query[partOf('labelKey', operator)].includes(choice.key) ? [ANY_VALUE] : []),
    ...query[partOf('label', operator)]
      .filter((label) => label.startsWith(prefix))
      .map((label) => label.slice(prefix.length)),
  ]
}

/** Returns the change that sets exactly these values with the operator. */
export const choosing = (
  query: LaunchesQuery,
  choice: Choice,
  operator: Operator,
  values: readonly string[],
): Partial<LaunchesQuery> => {
  if (isFlag(choice.field)) return { [choice.field]: values[0] as 'true' | 'false' | undefined }
  if (choice.field !== 'label') return { [partOf(choice.field, operator)]: [...values] }
  const [keyPart, part] = [partOf('labelKey', operator), partOf('label', operator)]
  const prefix = `${choice.key}:`
  return {
    [keyPart]: [
      ...query[keyPart].filter((key) => key !== choice.key),
      ...(values.includes(ANY_VALUE) ? [choice.key] : []),
    ],
    [part]: [
      ...query[part].filter((label) => !label.startsWith(prefix)),
      ...values.filter((value) => value !== ANY_VALUE).map((value) => prefix + value),
    ],
  }
}

/** Returns the change that moves the chosen values to the other operator. */
export const turning = (query: LaunchesQuery, choice: Choice, operator: Operator): Partial<LaunchesQuery> => {
  const other = operator === 'IS' ? 'IS_NOT' : 'IS'
  const values = chosenIn(query, choice, other)
  if (values.length === 0) return {}
  const all = [...new Set([...chosenIn(query, choice, operator), ...values])]
  return { ...choosing(query, choice, other, []), ...choosing(query, choice, operator, all) }
}

/** Initial operator of an opened predicate: "is not" if only that has values. */
export const operatorOf = (query: LaunchesQuery, choice: Choice): Operator =>
  chosenIn(query, choice, 'IS').length === 0 && chosenIn(query, choice, 'IS_NOT').length > 0 ? 'IS_NOT' : 'IS'

export const isSameChoice = (one: Choice, other: Choice): boolean =>
  one.field === other.field && (one.field !== 'label' || one.key === (other as { key: string }).key)

/** Predicates whose values are chosen from one list. */
const FIELDS = PREDICATE_FIELDS.filter((field) => field !== 'label' && field !== 'labelKey')

/** Label keys in a query, in order. */
export const labelKeysIn = (query: LaunchesQuery): string[] => [
  ...new Set(
    OPERATORS.flatMap((operator) => [
      ...query[partOf('labelKey', operator)],
      ...query[partOf('label', operator)].map((label) => label.split(':', 1)[0] ?? label),
    ]),
  ),
]

/** Every choice in force, each once for each operator that has values. */
export const choicesIn = (query: LaunchesQuery): { choice: Choice; operator: Operator; values: string[] }[] =>
  [
    ...FIELDS.map((field): Choice => ({ field })),
    ...labelKeysIn(query).map((key): Choice => ({ field: 'label', key })),
    ...FLAG_FIELDS.map((field): Choice => ({ field })),
  ].flatMap((choice) =>
    OPERATORS.map((operator) => ({ choice, operator, values: chosenIn(query, choice, operator) })).filter(
      ({ values }) => values.length > 0,
    ),
  )
