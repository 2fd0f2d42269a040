/** Predicates of the launches list, in its query string and in saved filters, and the conversion between both. */
import type { LaunchesQuery } from './launches.ts'

/** Predicates with the operators "is" and "is not", in display order. */
export const PREDICATE_FIELDS = [
  'status',
  'user',
  'environment',
  'browser',
  'platform',
  'locale',
  'build',
  'milestone',
  'branch',
  'commit',
  'labelKey',
  'label',
] as const
export type PredicateField = (typeof PREDICATE_FIELDS)[number]

/** Predicates with one value, `true` or `false`. */
export const FLAG_FIELDS = ['reviewed', 'pinned'] as const
export type FlagField = (typeof FLAG_FIELDS)[number]

export const isFlag = (field: string): field is FlagField => (FLAG_FIELDS as readonly string[]).includes(field)

export const OPERATORS = ['IS', 'IS_NOT'] as const
export type Operator = (typeof OPERATORS)[number]

/** Returns the query parameter for a predicate's values. */
export const partOf = <Field extends PredicateField>(field: Field, operator: Operator): Field | `${Field}Not` =>
  operator === 'IS' ? field : `${field}Not`

/** One predicate. `q` has the search text as its value. */
export type Predicate = { field: PredicateField | FlagField | 'q'; operator: Operator; values: string[] }

/** Returns the predicates of a query, in a fixed order. */
export const predicatesOf = (query: Partial<LaunchesQuery>): Predicate[] => [
  ...PREDICATE_FIELDS.flatMap((field) =>
    OPERATORS.flatMap((operator): Predicate[] => {
      const values = query[partOf(field, operator)] ?? []
      return values.length === 0 ? [] : [{ field, operator, values: [...values] }]
    }),
  ),
  ...FLAG_FIELDS.flatMap((field) => one(field, query[field])),
  ...one('q', query.q?.trim()),
]

const one = (field: FlagField | 'q', value: string | undefined): Predicate[] =>
  value === undefined || value === '' ? [] : [{ field, operator: 'IS', values: [value] }]

/** Returns the query parameters for exactly these predicates, without page and order. */
export const queryOfPredicates = (predicates: readonly Predicate[]): Partial<LaunchesQuery> => {
  const valuesOf = (field: Predicate['field'], operator: Operator = 'IS') =>
    predicates.find((one) => one.field === field && one.operator === operator)?.values ?? []
  return {
    ...Object.fromEntries(
      PREDICATE_FIELDS.flatMap((field) =>
        OPERATORS.map((operator) => [partOf(field, operator), [...valuesOf(field, operator)]]),
      ),
    ),
    ...Object.fromEntries(FLAG_FIELDS.map((field) => [field, valuesOf(field)[0]])),
    q: valuesOf('q')[0] ?? '',
  }
}

/** Returns whether two lists select the same launches, regardless of the order of predicates and values. */
export const areSamePredicates = (one: readonly Predicate[], other: readonly Predicate[]): boolean =>
  textOf(one) === textOf(other)

const textOf = (predicates: readonly Predicate[]): string =>
  JSON.stringify(
    predicates.map(({ field, operator, values }) => [field, operator, ...[...values].sort()].join('\n')).sort(),
  )
