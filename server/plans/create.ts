import type { z } from 'zod/mini'
import type { Feature } from '../../contract/access.ts'
import type { createTestPlan, TestPlan } from '../../contract/plans/plans.ts'
import { appendEvents } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { invalid } from '../http/errors.ts'
import { runEvents } from '../runs/runs.ts'
import { readReferences, referenceFaults } from '../settings/settings.ts'
import { optionFaults, runFaults, settledGroups } from './faults.ts'
import { readPlan } from './read.ts'
import { planEvent, type Where } from './rights.ts'
import { caseFaults, insertRuns, takeOnce } from './runs.ts'

/** See `createTestPlan`. */
export const createPlan = (
  db: Db,
  where: Where,
  features: readonly Feature[],
  { testRuns, ...values }: z.infer<typeof createTestPlan.body>,
): Promise<TestPlan> =>
  db.transaction().execute(async (tx) => {
    const { id: projectId } = where.project
    const { title, description, milestoneId, configurations, baseTestCaseIds, strategy, rules } = values
    const environmentId = values.environment?.id ?? null
    const known = await readReferences(tx, projectId, {
      milestones: new Set(milestoneId === null ? [] : [milestoneId]),
      environments: new Set(environmentId === null ? [] : [environmentId]),
      people: new Set(testRuns.flatMap(({ assigneeId }) => assigneeId ?? [])),
      options: new Set(configurations.flatMap(({ options }) => options.map(({ id }) => id))),
    })
    const taken = await takeOnce(tx, projectId, [
      ...baseTestCaseIds,
      ...testRuns.flatMap(({ testCaseIds }) => testCaseIds ?? []),
    ])
    const faults = [
      ...referenceFaults(known, features, { milestoneId, environmentId }, null),
      ...optionFaults(configurations, known.configurations, []),
      ...runFaults('testRuns', testRuns, configurations, new Set(), known.people),
      ...caseFaults('testRuns', testRuns, baseTestCaseIds, taken),
    ]
    if (faults.length > 0) throw invalid(faults)
    const groups = settledGroups(configurations, known.configurations, [])
    const { id: planId } = await tx
      .insertInto('test_plan')
      .values({
        project_id: projectId,
        title,
        description,
        milestone_id: milestoneId,
        environment_id: environmentId,
        configurations: JSON.stringify(groups),
        base_case_ids: JSON.stringify(baseTestCaseIds),
        strategy,
        rules: JSON.stringify(rules),
        created_by: where.userId,
        closed_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { userId } = where
    const runIds = await insertRuns(
      tx,
      { projectId, planId, userId, milestoneId, environmentId, groups, base: baseTestCaseIds },
      testRuns,
      taken,
    )
    const events = await runEvents(tx, where, new Map(runIds.map((id) => [id, 'whole'])))
    await appendEvents(tx, [planEvent(where, { id: planId, revision: 1 }), ...events])
    return readPlan(tx, projectId, planId, { includeCases: false })
  })
