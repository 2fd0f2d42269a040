import { sql } from 'kysely'
import type { FieldError } from '../../contract/errors.ts'
import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import type { PlannedRun } from '../../contract/plans/plans.ts'
import type { ConfigurationGroup } from '../../contract/settings/configurations.ts'
import type { Tx } from '../db/database.ts'
import { insertCases, suitePaths, takeCases, type TakenCase } from '../runs/runs.ts'
import { settledOptions } from './faults.ts'

/** Snapshots of cases that runs of a plan share, taken once. */
export interface TakenCases {
  of(ids: readonly number[]): TakenCase[]
  /** Returns those of `ids` that are no longer in the repository. */
  missing(ids: readonly number[]): number[]
}

export const takeOnce = async (tx: Tx, projectId: number, requested: Iterable<number>): Promise<TakenCases> => {
  const taken = await takeCases(tx, projectId, [...new Set(requested)])
  const known = new Set(taken.map(({ caseId }) => caseId))
  return {
    of: (ids) => {
      const chosen = new Set(ids)
      return taken.filter(({ caseId }) => chosen.has(caseId))
    },
    missing: (ids) => ids.filter((id) => !known.has(id)),
  }
}

/** Returns an error for each run without any case of the repository. */
export const caseFaults = (
  field: string,
  runs: readonly Pick<PlannedRun, 'testCaseIds'>[],
  base: readonly number[],
  taken: TakenCases,
): FieldError[] => {
  const inheriting = runs.some(({ testCaseIds }) => testCaseIds === null)
  return [
    ...(inheriting && taken.of(base).length === 0 ? [{ field: 'baseTestCaseIds', message: PLAN_TEXTS.noCases }] : []),
    ...runs.flatMap(({ testCaseIds }, place) =>
      testCaseIds !== null && taken.of(testCaseIds).length === 0
        ? [{ field: `${field}.${place}.testCaseIds`, message: PLAN_TEXTS.noCases }]
        : [],
    ),
  ]
}

interface PlanOfRuns {
  projectId: number
  planId: number
  userId: number
  milestoneId: number | null
  environmentId: number | null
  groups: readonly ConfigurationGroup[]
  base: readonly number[]
}

/** Creates runs of a plan with their cases; returns their ids in the given order. */
export const insertRuns = async (
  tx: Tx,
  { projectId, planId, userId, milestoneId, environmentId, groups, base }: PlanOfRuns,
  runs: readonly PlannedRun[],
  taken: TakenCases,
): Promise<number[]> => {
  if (runs.length === 0) return []
  const inherited = taken.of(base)
  const chosen = runs.map(({ testCaseIds }) => (testCaseIds === null ? inherited : taken.of(testCaseIds)))
  const suites = new Map(
    (
      await suitePaths(
        tx,
        projectId,
        chosen.flat().map(({ suiteId }) => suiteId),
      )
    ).map((suite) => [suite.id, suite]),
  )
  const suitesOf = (cases: readonly TakenCase[]) =>
    [...new Set(cases.map(({ suiteId }) => suiteId))].flatMap((id) => suites.get(id) ?? [])
  const rows = runs.map((run, i) => ({
    title: run.title,
    configurations: settledOptions(run.configurations, groups),
    inherits: run.testCaseIds === null,
    counts: { 0: chosen[i]?.length ?? 0 },
    suites: suitesOf(chosen[i] ?? []),
  }))
  const { rows: made } = await sql<{ id: number }>`
    insert into test_run (project_id, plan_id, inherits_base, title, milestone_id, environment_id, configurations, created_by,
                          status_counts, suites)
    select ${projectId}, ${planId}, inherits, title, ${milestoneId}, ${environmentId}, configurations, ${userId}, counts, suites
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as (title text, configurations jsonb, inherits boolean, counts jsonb, suites jsonb))
           with ordinality as r(title, configurations, inherits, counts, suites, turn)
     order by turn
    returning id`.execute(tx)
  const ids = made.map(({ id }) => id)
  await insertCases(
    tx,
    ids.map((runId, i) => ({
      runId,
      cases: (chosen[i] ?? []).map((one) => ({ ...one, assigneeId: runs[i]?.assigneeId ?? null })),
    })),
  )
  return ids
}
