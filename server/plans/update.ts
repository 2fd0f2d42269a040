import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Feature } from '../../contract/access.ts'
import type { FieldError } from '../../contract/errors.ts'
import { LIMITS } from '../../contract/limits.ts'
import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import type { PlannedRunChange, TestPlan, updateTestPlan } from '../../contract/plans/plans.ts'
import type { SelectedConfiguration } from '../../contract/settings/configurations.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { Tx } from '../db/database.ts'
import { appendEvents, type NewEvent } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { invalid } from '../http/errors.ts'
import { collisionsIn, mergeEdit, refuseCollisions } from '../http/merge-edit.ts'
import { addCases, arrangeCases, deletedEvents, removeCases, runEvents } from '../runs/runs.ts'
import { readReferences, referenceFaults } from '../settings/settings.ts'
import { combinationOf, isOfPlan, optionFaults, runFaults, settledGroups } from './faults.ts'
import { readPlan } from './read.ts'
import { lockedOpenPlan, planEvent, type Where } from './rights.ts'
import { runCollisions } from './run-collisions.ts'
import { caseFaults, insertRuns, takeOnce, type TakenCases } from './runs.ts'

interface StoredRun {
  id: number
  title: string
  configurations: SelectedConfiguration[]
  inheritsBase: boolean
  revision: number
  /** Number of cases by status id. */
  statusCounts: Record<string, number>
}

/** Key of cases without a result. */
const UNTESTED = '0'

/** See `updateTestPlan`. */
export const updatePlan = (
  db: Db,
  where: Where,
  features: readonly Feature[],
  planId: number,
  { createRuns, changeRuns, removeRunIds, seenRevision, seenResults, ...edit }: z.infer<typeof updateTestPlan.body>,
): Promise<TestPlan> =>
  db.transaction().execute(async (tx) => {
    const { id: projectId } = where.project
    const plan = await lockedOpenPlan(tx, where, planId)
    const { title, description, milestoneId, environmentId, configurations, baseTestCaseIds, strategy, rules } = plan
    const environment = environmentId === null ? null : { id: environmentId }
    const stored = { title, description, milestoneId, environment, configurations, baseTestCaseIds, strategy, rules }
    const current = async () => ({ data: await readPlan(tx, projectId, planId, { includeCases: true }) })
    const runs = await lockedRunsOf(tx, planId)
    const collisions = [...collisionsIn(stored, edit), ...(await runCollisions(tx, runs, changeRuns))]
    if (seenResults !== undefined && resultsIn(runs, removeRunIds) > seenResults) collisions.push('runs')
    if (collisions.length > 0) throw refuseCollisions(collisions, await current())
    const values = { ...stored, ...(await mergeEdit(stored, edit, current)) }
    const wantedEnvironment = values.environment?.id ?? null

    const removed = new Set(removeRunIds)
    const left = runs.filter(({ id }) => !removed.has(id))
    const changes = new Map(changeRuns.map((change) => [change.id, change]))
    const inherits = ({ id, inheritsBase }: StoredRun) => {
      const ids = changes.get(id)?.testCaseIds
      return ids === undefined ? inheritsBase : ids === null
    }
    const known = await readReferences(tx, projectId, {
      milestones: new Set(values.milestoneId === null ? [] : [values.milestoneId]),
      environments: new Set(wantedEnvironment === null ? [] : [wantedEnvironment]),
      people: new Set([...createRuns, ...changeRuns].flatMap(({ assigneeId }) => assigneeId ?? [])),
      options: new Set(values.configurations.flatMap(({ options }) => options.map(({ id }) => id))),
    })
    const taken = await takeOnce(tx, projectId, [
      ...values.baseTestCaseIds,
      ...[...createRuns, ...changeRuns].flatMap(({ testCaseIds }) => testCaseIds ?? []),
    ])
    const combinations = new Set(left.map((run) => combinationOf(run.configurations)))
    const faults: FieldError[] = [
      ...referenceFaults(
        known,
        features,
        { milestoneId: values.milestoneId, environmentId: wantedEnvironment },
        { milestoneId, environmentId },
      ),
      ...optionFaults(values.configurations, known.configurations, configurations),
      ...runFaults('createRuns', createRuns, values.configurations, combinations, known.people),
      ...caseFaults('createRuns', createRuns, values.baseTestCaseIds, taken),
      ...changeFaults(changeRuns, left, taken, known.people),
      ...(left.every((run) => isOfPlan(run.configurations, values.configurations))
        ? []
        : [{ field: 'removeRunIds', message: PLAN_TEXTS.notOfPlan }]),
      ...(left.length + createRuns.length > 0 ? [] : [{ field: 'removeRunIds', message: PLAN_TEXTS.noRuns }]),
      ...(left.length + createRuns.length <= LIMITS.planRuns
        ? []
        : [{ field: 'createRuns', message: PLAN_TEXTS.tooManyRuns }]),
      ...(left.some(inherits) && taken.of(values.baseTestCaseIds).length === 0
        ? [{ field: 'baseTestCaseIds', message: PLAN_TEXTS.noCases }]
        : []),
    ]
    if (faults.length > 0 && seenRevision !== undefined && seenRevision !== plan.revision)
      throw refuseCollisions(['runs'], await current())
    if (faults.length > 0) throw invalid(faults)

    const groups = settledGroups(values.configurations, known.configurations, configurations)
    await tx
      .updateTable('test_plan')
      .set({
        title: values.title,
        description: values.description,
        milestone_id: values.milestoneId,
        environment_id: wantedEnvironment,
        configurations: JSON.stringify(groups),
        base_case_ids: JSON.stringify(values.baseTestCaseIds),
        strategy: values.strategy,
        rules: JSON.stringify(values.rules),
        revision: plan.revision + 1,
      })
      .where('id', '=', planId)
      .execute()

    const events: NewEvent[] = []
    const gone = runs.filter(({ id }) => removed.has(id))
    if (gone.length > 0) {
      await tx
        .deleteFrom('test_run')
        .where(
          'id',
          'in',
          gone.map(({ id }) => id),
        )
        .execute()
      events.push(
        ...deletedEvents(
          where,
          gone.map(({ id }) => ({ id, planId })),
        ),
      )
    }
    const isShared = values.milestoneId !== milestoneId || wantedEnvironment !== environmentId
    const isBaseNew = JSON.stringify(values.baseTestCaseIds) !== JSON.stringify(baseTestCaseIds)
    const touched: number[] = []
    for (const run of left) {
      const change = changes.get(run.id)
      const isInheriting = inherits(run)
      const isReselected = change?.testCaseIds !== undefined || (isInheriting && isBaseNew)
      if (!change && !isShared && !isReselected) continue
      touched.push(run.id)
      await tx
        .updateTable('test_run')
        .set({
          title: change?.title ?? run.title,
          inherits_base: isInheriting,
          milestone_id: values.milestoneId,
          environment_id: wantedEnvironment,
          revision: run.revision + 1,
        })
        .where('id', '=', run.id)
        .execute()
      const requested = isInheriting ? values.baseTestCaseIds : change?.testCaseIds
      if (isReselected && requested) await reselect(tx, projectId, run, requested, taken)
      if (change?.assigneeId !== undefined)
        await tx
          .updateTable('test_run_case')
          .set({ assignee_id: change.assigneeId, revision: run.revision + 1 })
          .where('run_id', '=', run.id)
          .execute()
    }
    const { userId } = where
    const made = await insertRuns(
      tx,
      {
        projectId,
        planId,
        userId,
        milestoneId: values.milestoneId,
        environmentId: wantedEnvironment,
        groups,
        base: values.baseTestCaseIds,
      },
      createRuns,
      taken,
    )
    const changed = await runEvents(tx, where, new Map([...touched, ...made].map((id) => [id, 'whole'])))
    await appendEvents(tx, [planEvent(where, { id: planId, revision: plan.revision + 1 }), ...events, ...changed])
    return readPlan(tx, projectId, planId, { includeCases: false })
  })

const lockedRunsOf = async (tx: Tx, planId: number): Promise<StoredRun[]> => {
  const { rows } = await sql<StoredRun>`
    select id, title, configurations, inherits_base as "inheritsBase", revision, status_counts as "statusCounts"
      from test_run where plan_id = ${planId} order by id for update`.execute(tx)
  return rows
}

/** Returns the number of cases of these runs that have a result. */
const resultsIn = (runs: readonly StoredRun[], ids: readonly number[]): number =>
  runs
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ statusCounts }) => Object.entries(statusCounts))
    .reduce((sum, [statusId, cases]) => sum + (statusId === UNTESTED ? 0 : cases), 0)

const changeFaults = (
  changes: readonly PlannedRunChange[],
  left: readonly StoredRun[],
  taken: TakenCases,
  people: ReadonlySet<number>,
): FieldError[] => {
  const known = new Set(left.map(({ id }) => id))
  return changes.flatMap(({ id, testCaseIds, assigneeId }, place): FieldError[] => {
    const at = `changeRuns.${place}`
    if (!known.has(id)) return [{ field: `${at}.id`, message: 'This run is not in the plan' }]
    return [
      ...(testCaseIds != null && taken.of(testCaseIds).length === 0
        ? [{ field: `${at}.testCaseIds`, message: PLAN_TEXTS.noCases }]
        : []),
      ...(assigneeId != null && !people.has(assigneeId)
        ? [{ field: `${at}.assigneeId`, message: TEXTS.entryUnknown }]
        : []),
    ]
  })
}

/** Changes the cases of a run; remaining cases keep their results and snapshots. */
const reselect = async (
  tx: Tx,
  projectId: number,
  { id: runId, revision }: StoredRun,
  requested: readonly number[],
  taken: TakenCases,
): Promise<void> => {
  const rows = await tx
    .selectFrom('test_run_case')
    .select('case_id')
    .where('run_id', '=', runId)
    .where('removed_at', 'is', null)
    .execute()
  const chosen = new Set(requested)
  const gone = rows.map(({ case_id }) => case_id).filter((id) => !chosen.has(id))
  const isRemoved = await removeCases(tx, runId, revision + 1, gone)
  const cases = taken.of(requested).map((one) => ({ ...one, assigneeId: null }))
  const isAdded = await addCases(tx, runId, revision + 1, cases)
  if (isRemoved || isAdded) await arrangeCases(tx, projectId, runId, revision + 1)
}
