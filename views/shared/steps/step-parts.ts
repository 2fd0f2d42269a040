/** Splits a form's steps so that each step is compared, merged and resolved by itself, as `step:{id}`. */
import { mergeSteps } from '../../../contract/cases/merge-steps.ts'
import type { CaseStep } from '../../../contract/cases/steps.ts'
import { eachValue, type FormParts } from '../../../machines/patterns/form-parts.ts'
import { insertAfter, without } from './steps.ts'

const STEP = 'step:'

export const isStepPart = (part: string): boolean => part.startsWith(STEP)

const stepIn = <One extends CaseStep>(steps: readonly One[], part: string): One | undefined =>
  steps.find(({ id }) => id === part.slice(STEP.length))

export const stepParts = <Values extends { steps: CaseStep[] }>(
  whole: FormParts<Values> = eachValue<Values>(),
): FormParts<Values> => ({
  names: whole.names,
  read: (values, part) => (isStepPart(part) ? stepIn(values.steps, part) : whole.read(values, part)),
  take: (part, from, into) =>
    isStepPart(part)
      ? ({ steps: takeStep(from.steps, into.steps, part) } as Partial<Values>)
      : whole.take(part, from, into),
  merge: (part, base, mine, theirs) => {
    if (part !== 'steps') return whole.merge?.(part, base, mine, theirs) ?? null
    const merged = mergeSteps(base.steps, mine.steps, theirs.steps)
    return merged === null ? null : ({ steps: merged.steps } as Partial<Values>)
  },
})

/** Replaces, inserts (after its predecessor) or deletes the step, as in `from`. */
const takeStep = <One extends CaseStep>(from: readonly One[], into: readonly One[], part: string): One[] => {
  const step = stepIn(from, part)
  const id = part.slice(STEP.length)
  if (step === undefined) return without(into, id)
  if (stepIn(into, part) !== undefined) return into.map((one) => (one.id === id ? step : one))
  const before = from.slice(0, from.indexOf(step)).findLast(({ id: other }) => into.some((one) => one.id === other))
  return before === undefined ? [step, ...into] : insertAfter(into, before.id, [step])
}

export const textOfStep = (steps: readonly CaseStep[], part: string): string => {
  const step = stepIn(steps, part)
  if (step === undefined) return 'Deleted'
  if (step.kind === 'shared') return 'Shared steps'
  return [step.action, step.expectedResult, ...step.attachments.map(({ name }) => name)].filter(Boolean).join('\n')
}
