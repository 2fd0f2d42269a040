import type { z } from 'zod/mini'
import type { getRerun, TestRun, TestRunValues } from '../../contract/runs/runs.ts'
import { LIMITS } from '../../contract/limits.ts'
import { RUN_TEXTS } from '../../contract/runs/run-texts.ts'
import { eachValue, type FormParts } from '../patterns/form-parts.ts'
import {
  referringEntries,
  referringId,
  storedInstead,
  withoutMissing,
  type ReferringPart,
} from '../patterns/missing-values.ts'
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
export const rerunCases = ({ cases }: Rerun, requested: RerunOutcome): CasePair[] =>
  cases
    .filter(({ outcome }) => requested === 'all' || outcome === requested)
    .map(({ id, assigneeId }) => [id, assigneeId] as const)

/** The earlier run's configuration without what no longer exists (RUNED-13, RUNED-14). */
export function rerunValues(rerun: Rerun, requested: RerunOutcome): RunFormValues {
  const gone = new Set(rerun.missingConfigurations.map(({ optionId }) => optionId))
  const values = storedValues(rerun.run)
  return {
    ...values,
    milestoneId: rerun.missingMilestone ? null : values.milestoneId,
    environment: rerun.missingEnvironment ? null : values.environment,
    configurations: values.configurations.filter(({ optionId }) => !gone.has(optionId)),
    cases: rerunCases(rerun, requested),
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

const cases: ReferringPart<RunFormValues> = {
  name: 'cases',
  positionsIn: (field) => /^(testCases|addCases|assignments)\.(\d+)\.(id|assigneeId)$/.exec(field)?.slice(1) ?? null,
  without: (rest, { base, values, positions }) => {
    const { addCases, assignments } = caseChanges(base.cases, values.cases)
    const gone = new Set<number>()
    /** New assignees by case: those before the edit, in place of missing ones. */
    const assignees = new Map<number, number | null>()
    for (const [list, position, field] of positions) {
      const at = Number(position)
      if (list === 'assignments') {
        // Assignments are sent in parts, and the error names the position in its part.
        const assignment = assignments.length > LIMITS.casesPerPart ? undefined : assignments[at]
        if (assignment === undefined) return null
        assignees.set(assignment.caseId, assignment.seenAssigneeId)
        continue
      }
      const id = list === 'testCases' ? values.cases[at]?.[0] : addCases[at]?.id
      if (id === undefined) return null
      if (field === 'id') gone.add(id)
      else assignees.set(id, null)
    }
    return {
      ...rest,
      cases: rest.cases
        .filter(([id]) => !gone.has(id))
        .map(([id, assigneeId]) => [id, assignees.has(id) ? (assignees.get(id) ?? null) : assigneeId] as const),
    }
  },
}

/** See `withoutMissing`. */
export const existingRun = withoutMissing<RunFormValues>([
  referringId('milestoneId'),
  {
    name: 'environment',
    positionsIn: (field) => (field === 'environmentId' ? [] : null),
    without: (rest, { base }) => {
      const id = storedInstead(base.environment?.id ?? null, rest.environment?.id ?? null)
      return { ...rest, environment: id === null ? null : { id } }
    },
  },
  referringEntries('configurations'),
  cases,
])

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
