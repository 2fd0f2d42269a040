import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import type { SuggestedCase } from '../../../contract/cases/suggestions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { clean } from '../../../contract/launches/clean.ts'

/** Truncates text and makes it storable: providers may send anything, and truncation may split a character. */
const beginningOf = (value: string, max: number): string => clean(clean(value).trim().slice(0, max))

const text = (max: number) =>
  z.pipe(
    z._default(z.nullable(z.string()), ''),
    z.transform((value: string | null) => beginningOf(value ?? '', max)),
  )

/** Format of the model's objects; additional entries are ignored, and long texts are truncated. */
const Written = z.object({
  title: z.pipe(
    z.string(),
    z.transform((value: string) => beginningOf(value, LIMITS.caseTitle)),
  ),
  description: text(LIMITS.maxCaseText),
  preConditions: text(LIMITS.maxCaseText),
  postConditions: text(LIMITS.maxCaseText),
  steps: z._default(
    z.array(
      z.object({
        action: text(LIMITS.maxCaseText),
        expectedResult: text(LIMITS.maxCaseText),
      }),
    ),
    [],
  ),
})

/** Defaults of a suggested case. */
export interface Defaults {
  priority: number | null
  automationState: number | null
  customFields: SuggestedCase['customFields']
}

/** Returns the case described by an object of the model; null if it is invalid. */
export const suggestedCase = (written: string, defaults: Defaults): SuggestedCase | null => {
  let parsed
  try {
    parsed = Written.safeParse(JSON.parse(written))
  } catch {
    return null
  }
  if (!parsed.success || parsed.data.title === '') return null
  const { title, description, preConditions, postConditions, steps } = parsed.data
  const one = (id: number | null) => (id === null ? null : { id })
  return {
    title,
    draft: false,
    priority: one(defaults.priority),
    automationState: one(defaults.automationState),
    description,
    preConditions,
    postConditions,
    steps: steps.slice(0, LIMITS.maxSteps).map(({ action, expectedResult }) => ({
      kind: 'step' as const,
      id: randomUUID(),
      action,
      expectedResult,
      attachments: [],
    })),
    customFields: defaults.customFields,
  }
}
