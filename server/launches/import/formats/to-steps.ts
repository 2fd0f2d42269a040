import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { clean } from '../../../../contract/launches/clean.ts'
import type { TestStep } from '../../../../contract/launches/test-details.ts'
import { cut } from '../../../db/storable.ts'
import type { ProblemFact, StepFact } from './facts.ts'
import { fittingSteps } from '../../../../contract/launches/step-limits.ts'
import type { ReportedSteps } from './reported.ts'
import { statusOf, type Statuses } from './statuses.ts'
import { reasonText, textOf } from './texts.ts'

/** Steps of an attempt, with their new indexes by those of the facts. */
interface CleanSteps extends ReportedSteps {
  indexes: ReadonlyMap<number, number>
}

/** Cleans and bounds the steps of one attempt: the same for every format. `omitted`: those that the reader left out already. */
export const toSteps = (
  facts: readonly StepFact[],
  statuses: Statuses,
  omitted: number,
  report: (problem: Omit<ProblemFact, 'kind'>) => void,
): CleanSteps => {
  let depth = -1
  const all = facts.map((fact): TestStep => {
    depth = Math.min(Math.max(fact.depth, 0), depth + 1, LIMITS.stepDepth - 1)
    return toStep(fact, depth, statuses)
  })
  removeRepeatedErrors(all)
  const fitting = fittingSteps(all)
  const count = all.length - fitting.length + omitted
  if (count > 0) report({ message: '', beyond: { ...BEYOND, count } })
  return {
    steps: fitting.flatMap((index) => all[index] ?? []),
    omitted: count,
    indexes: new Map(fitting.map((old, index) => [old, index])),
  }
}

const inFigures = (count: number): string => count.toLocaleString('en-US')
const BEYOND = {
  one: 'step',
  many: 'steps',
  of: ['attempt', 'attempts'],
  rest: `not imported: an attempt has at most ${inFigures(LIMITS.steps)}, with ${inFigures(LIMITS.stepCharacters)} characters in all, and a report is read in bounded memory`,
} as const

const toStep = (fact: StepFact, depth: number, statuses: Statuses): TestStep => {
  const texts = {
    category: textOf(fact.category, LIMITS.stepWord),
    location: textOf(fact.location, LIMITS.stepWord),
    details: shortened(fact.details, LIMITS.stepDetails),
    error: reasonText(fact.error, LIMITS.stepError),
    snippet: fact.error ? textLines(fact.snippet) : null,
    startMs: fact.startMs ?? null,
    durationMs: fact.durationMs ?? null,
  }
  return {
    title: shortened(fact.name, LIMITS.stepTitle) ?? 'Step without a name',
    depth,
    status: fact.status?.trim() ? statusOf(fact.status, statuses, () => {}) : null,
    ...(Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== null)) as Partial<TestStep>),
  }
}

/** Keeps the indentation of the first line. */
const textLines = (text: StepFact['snippet']): string | null =>
  text?.trim() ? cut(clean(text).trimEnd(), LIMITS.stepDetails) : null

const shortened = (text: StepFact['name'], limit: number): string | null => {
  const whole = textOf(text, Infinity)
  return whole === null || whole.length <= limit ? whole : `${textOf(whole, limit - 1)}…`
}

/** Frameworks repeat a failure at all steps around it: only the innermost one keeps its text. */
const removeRepeatedErrors = (steps: TestStep[]): void => {
  /** Failures within the steps that come later, by depth. */
  const within: (Set<string> | undefined)[] = []
  for (const step of steps.toReversed()) {
    const inner = within[step.depth + 1]
    within[step.depth + 1] = undefined
    const own = step.error
    if (own !== undefined && inner?.has(own) === true) {
      delete step.error
      delete step.snippet
    }
    if (own === undefined && inner === undefined) continue
    const outer = (within[step.depth] ??= new Set())
    for (const error of inner ?? []) outer.add(error)
    if (own !== undefined) outer.add(own)
  }
}
