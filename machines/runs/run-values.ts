import type { z } from 'zod/mini'
import type { getRerun, TestRun, TestRunValues } from '../../contract/runs/runs.ts'
import { LIMITS } from '../../contract/limits.ts'
import { RUN_TEXTS } from '../../contract/runs/run-texts.ts'
import { eachValue, type FormParts } from '../patterns/form-parts.ts'
import { storedInstead, type ExistingValues } from '../patterns/missing-values.ts'
import type { PickedCases } from './picked-cases.ts'

/** A picked case and its assignee, as stored in drafts. */
type CasePair = readonly [id: number, assigneeId: number | null]

/** Values of the run editor. A type, because an interface has no index signature. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
export type RunFormValues = TestRunValues & {
  cases: readonly CasePair[]
  /** The stored run that the author saw; null for a new one. Not editable: replaced when a save collides. */
  revision: number | null
}

export const NEW_RUN: RunFormValues = {
  title: '',
  description: '',
  milestoneId: null,
  environment: null,
  configurations: [],
  requirements: [],
  cases: [],
  revision: null,
}

/** Returns form values of a stored run, without its cases. */
const storedValues = (run: TestRun): TestRunValues => ({
  title: run.title,
  description: run.description,
  milestoneId: run.milestoneId,
  environment: run.environment === null ? null : { id: run.environment.id },
  configurations: run.configurations,
  requirements: run.requirements,
})

/** Returns form values of a run being edited. */
export const editedValues = (
  run: TestRun,
  cases: readonly { id: number; assigneeId: number | null }[],
): RunFormValues => ({
  ...storedValues(run),
  cases: cases.map(({ id, assigneeId }) => [id, assigneeId] as const),
  revision: run.revision,
})

/** Initial values of a rerun. */
export type Rerun = z.infer<typeof getRerun.answer>['data']
export type RerunOutcome = 'all' | 'failed' | 'untested'

/** Cases of the earlier run with the wanted outcome, and their assignees. */
export const rerunCases = ({ cases }: Rerun, wanted: RerunOutcome): CasePair[] =>
  cases
    .filter(({ outcome }) => wanted === 'all' || outcome === wanted)
    .map(({ id, assigneeId }) => [id, assigneeId] as const)

/** The earlier run's configuration without what no longer exists (RUNED-13, RUNED-14). */
export function rerunValues(rerun: Rerun, wanted: RerunOutcome): RunFormValues {
  const gone = new Set(rerun.missingConfigurations.map(({ optionId }) => optionId))
  const values = storedValues(rerun.run)
  return {
    ...values,
    milestoneId: rerun.missingMilestone ? null : values.milestoneId,
    environment: rerun.missingEnvironment ? null : values.environment,
    configurations: values.configurations.filter(({ optionId }) => !gone.has(optionId)),
    cases: rerunCases(rerun, wanted),
    revision: null,
  }
}

/** RUNED-06, RUNED-07; a run also needs at least one case (RUNED-08). */
export const runProblems = ({
  title,
  description,
  cases,
}: RunFormValues): Partial<Record<keyof RunFormValues, string>> => {
  const { length } = title.trim()
  return {
    ...(length >= 1 && length <= 255 ? {} : { title: RUN_TEXTS.title }),
    ...(description.length <= 2047 ? {} : { description: RUN_TEXTS.description }),
    ...(cases.length > 0 ? {} : { cases: RUN_TEXTS.noCases }),
  }
}

/** Describes the changed selection: added, removed and reassigned cases. */
export function caseChanges(base: readonly CasePair[], now: readonly CasePair[]) {
  const before: PickedCases = new Map(base)
  const after: PickedCases = new Map(now)
  return {
    addCases: now.filter(([id]) => !before.has(id)).map(([id, assigneeId]) => ({ id, assigneeId })),
    removeCaseIds: base.filter(([id]) => !after.has(id)).map(([id]) => id),
    assignments: now.flatMap(([caseId, assigneeId]) => {
      const seenAssigneeId = before.get(caseId)
      return seenAssigneeId === undefined || seenAssigneeId === assigneeId
        ? []
        : [{ caseId, assigneeId, seenAssigneeId }]
    }),
  }
}

/**
 * Returns the values of a rejected save without what no longer exists, with the fields that lose something; null if the save was rejected
 * for another reason. `base`: values that the author saw.
 */
export const withoutMissing = (
  base: RunFormValues,
  values: RunFormValues,
  errors: readonly { field: string }[],
): ExistingValues<RunFormValues> | null => {
  const { addCases: added, assignments } = caseChanges(base.cases, values.cases)
  // Assignments are sent in parts, and the error names the place in its part.
  const assigned = assignments.length > LIMITS.casesPerPart ? [] : assignments
  const gone = { cases: new Set<number>(), assignees: new Set<number>(), options: new Set<number>() }
  /** Assignees before the edit, of cases whose new one is gone. */
  const kept = new Map<number, number | null>()
  let { milestoneId, environment } = values
  const missing = new Set<keyof RunFormValues>()
  for (const { field } of errors) {
    const [, list, place, part] =
      /^(testCases|addCases|assignments|configurations)\.(\d+)(?:\.(id|assigneeId))?$/.exec(field) ?? []
    if (field === 'milestoneId') milestoneId = storedInstead(base.milestoneId, milestoneId)
    else if (field === 'environmentId') {
      const id = storedInstead(base.environment?.id ?? null, environment?.id ?? null)
      environment = id === null ? null : { id }
    } else if (list === 'configurations') gone.options.add(values.configurations[Number(place)]?.optionId ?? 0)
    else if (list === 'assignments') {
      const one = assigned[Number(place)]
      if (one === undefined) return null
      kept.set(one.caseId, one.seenAssigneeId)
    } else if (list !== undefined) {
      const id = list === 'testCases' ? values.cases[Number(place)]?.[0] : added[Number(place)]?.id
      gone[part === 'id' ? 'cases' : 'assignees'].add(id ?? 0)
    } else return null
    missing.add(PART_OF[list ?? field] ?? 'cases')
  }
  if (missing.size === 0) return null
  return {
    values: {
      ...values,
      milestoneId,
      environment,
      configurations: values.configurations.filter(({ optionId }) => !gone.options.has(optionId)),
      cases: values.cases
        .filter(([id]) => !gone.cases.has(id))
        .map(([id, assigneeId]) => {
          const before = kept.get(id)
          return [id, gone.assignees.has(id) ? null : before === undefined ? assigneeId : before] as const
        }),
    },
    missing: [...missing],
  }
}

const PART_OF: Record<string, keyof RunFormValues> = {
  milestoneId: 'milestoneId',
  environmentId: 'environment',
  configurations: 'configurations',
}

/** Each case is selected and assigned independently: users who change different cases do not collide. */
export const runParts: FormParts<RunFormValues> = {
  ...eachValue<RunFormValues>(),
  merge: (part, base, mine, theirs) => {
    if (part !== 'cases') return null
    const { addCases, removeCaseIds, assignments } = caseChanges(base.cases, mine.cases)
    const merged = new Map(theirs.cases)
    for (const { id, assigneeId } of addCases) if (!merged.has(id)) merged.set(id, assigneeId)
    for (const id of removeCaseIds) merged.delete(id)
    for (const { caseId, assigneeId } of assignments) if (merged.has(caseId)) merged.set(caseId, assigneeId)
    return { cases: [...merged] }
  },
}
