import type { z } from 'zod/mini'
import type { Feature } from '../../contract/access.ts'
import type { createTestRun, TestRun } from '../../contract/runs/runs.ts'
import { appendEvents } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { invalid } from '../http/errors.ts'
import { readReferences, referenceFaults, settledConfigurations } from '../settings/settings.ts'
import { runEvents, type Where } from './events.ts'
import { readRun } from './read.ts'
import { choiceFaults, insertCases } from './run-cases.ts'
import { suitePaths, takeCases } from './snapshots.ts'

type Body = z.infer<typeof createTestRun.body>

/** Throws 400 that names every invalid field. */
export const createRun = (
  db: Db,
  where: Where & { userId: number },
  features: readonly Feature[],
  body: Body,
): Promise<TestRun> =>
  db.transaction().execute(async (tx) => {
    const { id: projectId } = where.project
    const { title, description, milestoneId, requirements, testCases } = body
    const environmentId = body.environment?.id ?? null
    const [known, taken] = await Promise.all([
      readReferences(tx, projectId, {
        milestones: new Set(milestoneId === null ? [] : [milestoneId]),
        environments: new Set(environmentId === null ? [] : [environmentId]),
        people: new Set(testCases.flatMap(({ assigneeId }) => assigneeId ?? [])),
        options: new Set(body.configurations.map(({ optionId }) => optionId)),
      }),
      takeCases(
        tx,
        projectId,
        testCases.map(({ id }) => id),
      ),
    ])
    const faults = [
      ...referenceFaults(known, features, { ...body, environmentId }, null),
      ...choiceFaults('testCases', testCases, taken, known.people),
    ]
    if (faults.length > 0) throw invalid(faults)
    const assignees = new Map(testCases.map(({ id, assigneeId }) => [id, assigneeId]))
    const suites = await suitePaths(
      tx,
      projectId,
      taken.map(({ suiteId }) => suiteId),
    )
    const { id } = await tx
      .insertInto('test_run')
      .values({
        project_id: projectId,
        plan_id: null,
        title,
        description,
        milestone_id: milestoneId,
        environment_id: environmentId,
        configurations: JSON.stringify(settledConfigurations(known, body.configurations, [])),
        requirements: JSON.stringify(requirements),
        created_by: where.userId,
        closed_by: null,
        status_counts: JSON.stringify({ 0: taken.length }),
        suites: JSON.stringify(suites),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertCases(tx, [
      { runId: id, cases: taken.map((one) => ({ ...one, assigneeId: assignees.get(one.caseId) ?? null })) },
    ])
    await appendEvents(tx, await runEvents(tx, where, new Map([[id, 'whole']])))
    return readRun(tx, projectId, id)
  })
