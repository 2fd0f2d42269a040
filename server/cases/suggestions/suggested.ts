import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import type { SuggestedCase } from '../../../contract/cases/suggestions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { clean } from '../../../contract/launches/reporting.ts'

/** As the database can keep it: a provider may write anything, and what is cut may end within a character. */
const beginningOf = (value: string, most: number): string => clean(clean(value).trim().slice(0, most))

const text = (most: number) =>
  z.pipe(
    z._default(z.nullable(z.string()), ''),
    z.transform((value: string | null) => beginningOf(value ?? '', most)),
  )

/** What the assistant writes; more than was asked for is passed over, what is too long is cut. */
const Written = z.object({
  title: z.pipe(
    z.string(),
    z.transform((value: string) => beginningOf(value, LIMITS.caseTitle)),
  ),
  description: text(LIMITS.caseTextMost),
  preConditions: text(LIMITS.caseTextMost),
  postConditions: text(LIMITS.caseTextMost),
  steps: z._default(
    z.array(
      z.object({
        action: text(LIMITS.caseTextMost),
        expectedResult: text(LIMITS.caseTextMost),
      }),
    ),
    [],
  ),
  priority: z.optional(z.nullable(z.string())),
})

/** What a suggested case begins with. */
export interface Defaults {
  /** By name in lower case. */
  priorities: ReadonlyMap<string, number>
  priority: number | null
  automationState: number | null
  customFields: SuggestedCase['customFields']
}

/** The case that an object of the assistant stands for; null when it is none. */
export const suggestedCase = (written: string, defaults: Defaults): SuggestedCase | null => {
  let parsed
  try {
    parsed = Written.safeParse(JSON.parse(written))
  } catch {
    return null
  }
  if (!parsed.success || parsed.data.title === '') return null
  const { title, description, preConditions, postConditions, steps, priority } = parsed.data
  const named = defaults.priorities.get((priority ?? '').trim().toLowerCase()) ?? defaults.priority
  const one = (id: number | null) => (id === null ? null : { id })
  return {
    title,
    draft: false,
    priority: one(named),
    automationState: one(defaults.automationState),
    description,
    preConditions,
    postConditions,
    steps: steps.slice(0, LIMITS.stepsMost).map(({ action, expectedResult }) => ({
      kind: 'step' as const,
      id: randomUUID(),
      action,
      expectedResult,
      attachments: [],
    })),
    customFields: defaults.customFields,
  }
}
