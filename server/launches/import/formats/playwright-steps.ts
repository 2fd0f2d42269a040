import type { AttachmentFact, StepFact } from './facts.ts'
import { fieldsOf, listOf, stringOf } from './json-records.ts'
import { between, epochMs } from './numbers.ts'
import { endOfStep, stepName } from './playwright.ts'

type Fields = Readonly<Record<string, unknown>>

/** Steps of all attempts that have not ended, and characters of the steps of those that have: bounds the memory of a report. */
const OPEN_LIMIT = 200_000
const PACKED_LIMIT = 32 * 1024 * 1024

interface Step {
  fact: StepFact
  children: Step[]
  /** Indexes of its attachments among those of the attempt. */
  attachments: readonly unknown[]
}

/** Steps of one attempt while its events arrive. */
export interface BegunSteps {
  begin: (step: Fields) => void
  end: (step: Fields) => void
  /** Returns the steps of the attempt, packed, and its attachments with the steps that have them. */
  finish: (attachments: readonly AttachmentFact[]) => {
    steps: () => readonly StepFact[]
    omittedSteps: number
    attachments: readonly AttachmentFact[]
  }
}

/** Collects the steps of a blob report, whose events are in the order of time. */
export const createBlobSteps = () => {
  let open = 0
  let packed = 0
  return (startTime: unknown): BegunSteps => {
    const start = epochMs(startTime)
    const roots: Step[] = []
    const byId = new Map<string, Step>()
    let count = 0
    let omitted = 0
    return {
      begin: (fields) => {
        if (open >= OPEN_LIMIT) {
          omitted += 1
          return
        }
        open += 1
        count += 1
        const parent = byId.get(stringOf(fields.parentStepId) ?? '') ?? null
        const fact: StepFact = {
          name: stepName(fields),
          depth: parent === null ? 0 : parent.fact.depth + 1,
          category: stringOf(fields.category),
          startMs: between(start, epochMs(fields.startTime)).ms,
          location: locationOf(fields.location),
          ...endOfStep({}),
        }
        const step: Step = { fact, children: [], attachments: [] }
        ;(parent?.children ?? roots).push(step)
        byId.set(stringOf(fields.id) ?? '', step)
      },
      end: (fields) => {
        const step = byId.get(stringOf(fields.id) ?? '')
        if (step === undefined) return
        step.fact = { ...step.fact, ...endOfStep(fields) }
        step.attachments = listOf(fields.attachments)
      },
      finish: (attachments) => {
        open -= count
        const steps = depthFirst(roots)
        const text = JSON.stringify(steps.map(({ fact }) => fact))
        const isFitting = packed + text.length <= PACKED_LIMIT
        if (!isFitting) return { steps: () => [], omittedSteps: steps.length + omitted, attachments }
        packed += text.length
        const owners = new Map(
          steps.flatMap((step, index) => step.attachments.map((attachment) => [attachment, index] as const)),
        )
        return {
          steps: () => JSON.parse(text) as StepFact[],
          omittedSteps: omitted,
          attachments: attachments.map((attachment, index) => {
            const step = owners.get(index)
            return step === undefined ? attachment : { ...attachment, step }
          }),
        }
      },
    }
  }
}

/** Without recursion: hostile reports nest steps to any depth. */
const depthFirst = (roots: readonly Step[]): Step[] => {
  const steps: Step[] = []
  const waiting = roots.toReversed()
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    steps.push(step)
    for (const child of step.children.toReversed()) waiting.push(child)
  }
  return steps
}

const locationOf = (value: unknown): string | null => {
  const { file, line } = fieldsOf(value)
  const [path, number] = [stringOf(file), stringOf(line)]
  return path === null || number === null ? null : `${path}:${number}`
}
