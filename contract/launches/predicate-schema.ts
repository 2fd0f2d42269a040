/** Schema of the predicates in a saved filter, with their limits. */
import { z } from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { OPERATORS, PREDICATE_FIELDS } from './launch-predicates.ts'
import { LAUNCH_STATUSES } from './launches.ts'

const Predicate = z
  .object({
    field: z.enum([...PREDICATE_FIELDS, 'reviewed', 'q']),
    operator: z.enum(OPERATORS),
    values: z
      .array(z.string().check(z.minLength(1), z.maxLength(LIMITS.predicateValue)))
      .check(z.minLength(1), z.maxLength(LIMITS.predicateValues)),
  })
  .check(
    z.check(({ value: predicate, issues }) => {
      const { field, operator, values } = predicate
      const refuse = (message: string) => issues.push({ code: 'custom', message, path: ['values'], input: values })
      const isOneOf = (known: readonly string[]) => values.every((value) => known.includes(value))
      if (field === 'status' && !isOneOf(LAUNCH_STATUSES)) refuse('This is not a status of a launch')
      if (field !== 'reviewed' && field !== 'q') return
      if (operator !== 'IS' || values.length !== 1) refuse('Takes one value')
      else if (field === 'reviewed' && !isOneOf(['true', 'false'])) refuse('Must be true or false')
      else if (field === 'q' && (values[0]?.length ?? 0) > 200) refuse('Must be between 1 and 200 characters')
    }),
  )

/** Predicates of a filter; each field at most once per operator. */
export const Predicates = z.array(Predicate).check(
  z.minLength(1, 'A filter needs at least one predicate'),
  z.maxLength(2 * PREDICATE_FIELDS.length + 2),
  z.refine((all) => JSON.stringify(all).length <= 20_000, 'A filter can have at most 20,000 characters'),
  z.refine(
    (all) => new Set(all.map(({ field, operator }) => `${field} ${operator}`)).size === all.length,
    'A predicate is named twice',
  ),
)
