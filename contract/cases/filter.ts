import { z } from 'zod/mini'
import { zonedTime } from '../call.ts'
import { LIMITS } from '../limits.ts'

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
/** Days from `from` to `to`, both inclusive and optional. */
export const DayRange = z.object({ from: z.optional(day), to: z.optional(day) })
export type DayRange = z.infer<typeof DayRange>

const time = zonedTime
/** Times from `from` (inclusive) to `to` (exclusive), both optional. The client computes them from days in the reader's time zone. */
export const TimeRange = z.object({ from: z.optional(time), to: z.optional(time) })
export type TimeRange = z.infer<typeof TimeRange>

/** Matches if each of the words is the beginning of a word of the text. */
const text = z.string().check(z.minLength(1), z.maxLength(LIMITS.caseFilterText))
const ids = z.array(z.int()).check(z.minLength(1), z.maxLength(LIMITS.caseFilterIds))

/** Condition on a custom field; its kind depends on the field's data type. */
export const FieldFilter = z.object({
  fieldId: z.int(),
  wanted: z.discriminatedUnion('kind', [
    /** STRING, TEXT, URI. */
    z.object({ kind: z.literal('text'), text }),
    /** DATE. */
    z.object({ kind: z.literal('days'), days: DayRange }),
    /** DROPDOWN, MULTI_SELECT: any of these options. */
    z.object({ kind: z.literal('options'), ids }),
    /** USER: any of these users. */
    z.object({ kind: z.literal('users'), ids }),
  ]),
})
export type FieldFilter = z.infer<typeof FieldFilter>

/** All given conditions must hold; of a list, any value may match (TREE-35 to TREE-41). */
export const CaseFilter = z.object({
  updated: z.optional(TimeRange),
  created: z.optional(TimeRange),
  description: z.optional(text),
  preConditions: z.optional(text),
  postConditions: z.optional(text),
  steps: z.optional(text),
  authors: z.optional(ids),
  priorities: z.optional(ids),
  automationStates: z.optional(ids),
  draft: z.optional(z.boolean()),
  deprecated: z.optional(z.boolean()),
  fields: z.optional(z.array(FieldFilter).check(z.maxLength(50))),
  /** For the trash bin only (TRASH-05). */
  deleted: z.optional(TimeRange),
  deletedBy: z.optional(ids),
})
export type CaseFilter = z.infer<typeof CaseFilter>

const jsonText = z.pipe(
  z.string().check(z.maxLength(20_000)),
  z.transform((value: string, context): unknown => {
    try {
      return JSON.parse(value)
    } catch {
      context.issues.push({ code: 'custom', input: value, message: 'Must be JSON' })
      return z.NEVER
    }
  }),
)

/** Conditions on custom fields, as JSON text in a query string. */
export const fieldsInAddress = z.pipe(
  jsonText,
  z.object({ fields: z.array(FieldFilter).check(z.minLength(1), z.maxLength(50)) }),
)

/** Search words and filter in a query string, the filter as JSON text. */
export const search = {
  q: z._default(z.string().check(z.trim(), z.maxLength(LIMITS.caseQuery)), ''),
  filter: z._default(z.pipe(jsonText, CaseFilter), {}),
}
export const CaseSearch = z.object(search)
export type CaseSearch = z.infer<typeof CaseSearch>
