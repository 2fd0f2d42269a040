import type { CaseStep } from '../../contract/cases/steps.ts'
import type { ReferringPart } from '../patterns/missing-values.ts'

interface WithSteps {
  steps: readonly CaseStep[]
}

/** Converts a field of an update to the same field of a new case: `changes.steps.1.sharedStepsId`. */
export const fieldOfCase = (field: string): string => field.replace(/^changes\./, '')

/**
 * References to shared steps. One to deleted shared steps is removed: a form contains the reference only, and the cases that were saved
 * with it got the text, or lost it, as the user decided who deleted the shared steps.
 */
export const referringSharedSteps = <Values extends WithSteps>(): ReferringPart<Values> => ({
  name: 'sharedSteps',
  positionsIn: (field) => /^steps\.(\d+)\.sharedStepsId$/.exec(field)?.slice(1) ?? null,
  without: (rest, { values, positions }) => {
    const missing = new Set(positions.map(([position]) => values.steps[Number(position)]?.id))
    return { ...rest, steps: rest.steps.filter(({ id }) => !missing.has(id)) }
  },
})

/** Attachments of steps: files that no case uses are deleted after a day. */
export const referringStepAttachments = <Values extends WithSteps>(): ReferringPart<Values> => ({
  name: 'stepAttachments',
  positionsIn: (field) => /^steps\.(\d+)\.attachments\.(\d+)$/.exec(field)?.slice(1) ?? null,
  without: (rest, { values, positions }) => {
    const missing = new Set(
      positions.map(([position, file]) => {
        const step = values.steps[Number(position)]
        return step?.kind === 'step' ? step.attachments[Number(file)]?.id : undefined
      }),
    )
    return {
      ...rest,
      steps: rest.steps.map((step) =>
        step.kind === 'step' ? { ...step, attachments: step.attachments.filter(({ id }) => !missing.has(id)) } : step,
      ),
    }
  },
})
