import { RESULT_IMPORT_LIMITS as LIMITS } from './result-import-limits.ts'
import type { TestStep } from './test-details.ts'

/** Characters that a step takes besides its texts. */
const STEP_CHARACTERS = 100

export const charactersOfStep = ({ title, details = '', error = '', snippet = '', location = '' }: TestStep): number =>
  STEP_CHARACTERS + title.length + details.length + error.length + snippet.length + location.length

/** Returns the indexes of the steps within the limits: those that failed with the steps around them, and then the first ones. */
export const fittingSteps = (steps: readonly TestStep[]): number[] => {
  const parents: number[] = []
  const open: number[] = []
  steps.forEach(({ depth }, index) => {
    parents.push(depth === 0 ? -1 : (open[depth - 1] ?? -1))
    open[depth] = index
  })
  const taken = new Set<number>()
  let characters = 0
  const take = (index: number): boolean => {
    const path: number[] = []
    for (let one = index; one >= 0 && !taken.has(one); one = parents[one] ?? -1) path.push(one)
    const more = path.reduce((sum, one) => sum + (steps[one] === undefined ? 0 : charactersOfStep(steps[one])), 0)
    if (taken.size + path.length > LIMITS.steps || characters + more > LIMITS.stepCharacters) return false
    for (const one of path) taken.add(one)
    characters += more
    return true
  }
  const failed = steps.flatMap(({ status }, index) => (status === 'FAILED' ? [index] : []))
  for (const order of [failed, steps.keys()]) for (const index of order) if (!take(index)) break
  return [...taken].sort((a, b) => a - b)
}
