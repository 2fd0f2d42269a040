import type { TestStep } from '../../contract/launches/test-details.ts'

/** Steps of an attempt, which are listed depth first, with their structure. */
export interface StepTree {
  steps: readonly TestStep[]
  /** Index of the step around each step; -1 for one without a parent. */
  parents: readonly number[]
  /** Index after the last step within each step. */
  ends: readonly number[]
  /** Longest duration and latest end, which scale the bars; 0 when unknown. */
  spanMs: number
}

/** Which steps are open: those with a failure within them, all or none, except for those that the user opened or closed. */
export interface OpenSteps {
  base: 'failures' | 'all' | 'none'
  toggled: ReadonlyMap<number, boolean>
}

export const FAILURES_OPEN: OpenSteps = { base: 'failures', toggled: new Map() }

/** A visible row of the tree. */
export interface StepRow {
  /** Index of the step. */
  index: number
  step: TestStep
  hasChildren: boolean
  isOpen: boolean
  /** Position among its siblings, from 1. */
  position: number
  siblings: number
}

export const stepTree = (steps: readonly TestStep[]): StepTree => {
  const parents: number[] = []
  const ends = steps.map(() => steps.length)
  const open: number[] = []
  steps.forEach(({ depth }, index) => {
    // The step, and those after its parent that are as deep, end here.
    while (open.length > depth) ends[open.pop() ?? 0] = index
    parents.push(open.at(-1) ?? -1)
    open.push(index)
  })
  const spanMs = steps.reduce((span, { startMs = 0, durationMs = 0 }) => Math.max(span, startMs + durationMs), 0)
  return { steps, parents, ends, spanMs }
}

/** Returns the innermost failed step, the first of several; -1 without one. */
export const failedStep = ({ steps, ends }: StepTree): number =>
  steps.findIndex(
    ({ status }, index) =>
      status === 'FAILED' && !steps.slice(index + 1, ends[index]).some((inner) => inner.status === 'FAILED'),
  )

/** Returns the visible rows. With a search: steps whose titles match, with those around them. */
export const stepRows = (tree: StepTree, { base, toggled }: OpenSteps, typed: string): StepRow[] => {
  const { steps, parents, ends } = tree
  const query = typed.trim().toLowerCase()
  const isMatch = steps.map(({ title }) => query !== '' && title.toLowerCase().includes(query))
  const hasMatchWithin = marked(tree, isMatch)
  const hasFailureWithin =
    base === 'failures'
      ? marked(
          tree,
          steps.map(({ status }) => status === 'FAILED'),
        )
      : []
  const isOpenAtFirst = (index: number): boolean => {
    if (query !== '') return hasMatchWithin[index] === true
    return (
      base === 'all' || (base === 'failures' && (hasFailureWithin[index] === true || steps[index]?.status === 'FAILED'))
    )
  }
  const rows: StepRow[] = []
  const counts = new Map<number, number>()
  for (let index = 0; index < steps.length; index += 1) {
    const [step, end = 0, parent = -1] = [steps[index], ends[index], parents[index]]
    if (step === undefined) break
    const hasChildren = end > index + 1
    const isOpen = hasChildren && (toggled.get(index) ?? isOpenAtFirst(index))
    const isFound = query === '' || isMatch[index] === true || hasMatchWithin[index] === true || isWithinMatch(index)
    if (isFound) {
      const position = (counts.get(parent) ?? 0) + 1
      counts.set(parent, position)
      rows.push({ index, step, hasChildren, isOpen, position, siblings: 0 })
    }
    if (!isFound || !isOpen) index = end - 1
  }
  return rows.map((row) => ({ ...row, siblings: counts.get(parents[row.index] ?? -1) ?? 1 }))

  /** All steps within a match show when the user opens it, unless the search found some of them. */
  function isWithinMatch(index: number): boolean {
    const parent = parents[index] ?? -1
    return parent >= 0 && hasMatchWithin[parent] !== true && (isMatch[parent] === true || isWithinMatch(parent))
  }
}

/** Returns for each step whether one within it is marked. */
const marked = ({ parents }: StepTree, marks: readonly boolean[]): boolean[] => {
  const isWithin = marks.map(() => false)
  for (let index = marks.length - 1; index >= 0; index -= 1) {
    const parent = parents[index] ?? -1
    if (parent >= 0 && (marks[index] === true || isWithin[index] === true)) isWithin[parent] = true
  }
  return isWithin
}

/** Returns the end of a step in ms since the attempt's start; null if its time is unknown. */
export const endOf = (step: TestStep | undefined): number | null =>
  step?.startMs === undefined ? null : step.startMs + (step.durationMs ?? 0)

/** Returns the position of the last row that has begun at a time in ms since the attempt's start; -1 before the first. */
export const rowAt = (rows: readonly StepRow[], ms: number): number =>
  rows.findLastIndex(({ step: { startMs } }) => startMs !== undefined && startMs <= ms)

/** Number of steps whose titles match. */
export const countMatches = ({ steps }: StepTree, typed: string): number => {
  const query = typed.trim().toLowerCase()
  return steps.filter(({ title }) => title.toLowerCase().includes(query)).length
}

/** Opens the steps around a step, so that it is visible. */
export const openAround = ({ parents }: StepTree, open: OpenSteps, index: number): OpenSteps => {
  const toggled = new Map(open.toggled)
  for (let outer = parents[index] ?? -1; outer >= 0; outer = parents[outer] ?? -1) toggled.set(outer, true)
  return { ...open, toggled }
}

export const toggleStep = (open: OpenSteps, index: number, isOpen: boolean): OpenSteps => ({
  ...open,
  toggled: new Map(open.toggled).set(index, isOpen),
})
