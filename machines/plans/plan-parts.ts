/** Splits a plan's values into parts that two users can edit at the same time: its fields, and title and cases of each run. */
import { eachValue, isAlike, type FormParts } from '../patterns/form-parts.ts'
import type { PlanValues, StoredRun } from './plan-values.ts'
import { keyOf } from './run-keys.ts'

const RUN_PART = /^runs\.(\d+)\.(title|testCaseIds)$/

/** Returns the stored run of a part; undefined when the part belongs to no run or the run is gone. */
const runOf = ({ stored }: PlanValues, part: string): StoredRun | undefined => {
  const id = Number(RUN_PART.exec(part)?.[1])
  return stored?.runs.find((run) => run.id === id)
}

const isTitle = (part: string): boolean => part.endsWith('.title')
const keyOfRun = ({ configurations }: StoredRun): string => keyOf(configurations.map(({ optionId }) => optionId))

/** Title of a run; empty for the default. */
const titleIn = (values: PlanValues, run: StoredRun): string => values.titles[keyOfRun(run)] ?? run.title

/** Sorted cases of a run; null when it inherits the base selection. */
const casesIn = (values: PlanValues, run: StoredRun): readonly number[] | null => {
  const chosen = values.selections[keyOfRun(run)]
  const ids = chosen === undefined ? (run.inheritsBase ? null : run.testCaseIds) : chosen
  return ids === null ? null : ids.toSorted((a, b) => a - b)
}

const whole = eachValue<PlanValues>()

const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))

/** Applies the ids that `mine` adds to and removes from `base` to `theirs`. */
function mergedIds(base: readonly number[], mine: readonly number[], theirs: readonly number[]): number[] {
  const merged = new Set(theirs)
  const [before, after] = [new Set(base), new Set(mine)]
  for (const id of mine) if (!before.has(id)) merged.add(id)
  for (const id of base) if (!after.has(id)) merged.delete(id)
  return [...merged]
}

const readPart = (values: PlanValues, part: string): unknown => {
  if (!RUN_PART.test(part)) return whole.read(values, part)
  const run = runOf(values, part)
  if (run === undefined) return undefined
  return isTitle(part) ? titleIn(values, run) : casesIn(values, run)
}

/** Stores only what differs from the stored run. */
function takePart(part: string, from: PlanValues, into: PlanValues): Partial<PlanValues> {
  if (!RUN_PART.test(part)) return whole.take(part, from, into)
  const [source, target] = [runOf(from, part), runOf(into, part)]
  const run = target ?? source
  if (run === undefined) return {}
  const key = keyOfRun(run)
  const cleared = { ...into, titles: without(into.titles, key), selections: without(into.selections, key) }
  const isStored = source === undefined || isAlike(readPart(from, part), readPart(cleared, part))
  if (isTitle(part)) return { titles: isStored ? cleared.titles : { ...cleared.titles, [key]: titleIn(from, source) } }
  return { selections: isStored ? cleared.selections : { ...cleared.selections, [key]: casesIn(from, source) } }
}

export const planParts: FormParts<PlanValues> = {
  names: (values) => [
    ...whole.names(values),
    ...(values.stored?.runs.flatMap(({ id }) => [`runs.${id}.title`, `runs.${id}.testCaseIds`]) ?? []),
  ],
  read: readPart,
  take: takePart,
  merge: (part, base, mine, theirs) => {
    if (part === 'baseTestCaseIds')
      return { baseTestCaseIds: mergedIds(base.baseTestCaseIds, mine.baseTestCaseIds, theirs.baseTestCaseIds) }
    // An unedited title follows the plan's, so another user's title wins.
    if (RUN_PART.test(part) && isAlike(readPart(base, part), readPart(mine, part))) return takePart(part, theirs, mine)
    return null
  },
}
