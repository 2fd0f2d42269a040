import type { z } from 'zod/mini'
import type { Feature } from '../../contract/access.ts'
import { RUN_TEXTS } from '../../contract/runs/run-texts.ts'
import type { StaleTestRun, TestRun, updateTestRun } from '../../contract/runs/runs.ts'
import type { Tx } from '../db/database.ts'
import { appendEvents } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { invalid } from '../http/errors.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { conflict, stale } from '../http/refusal.ts'
import { readReferences, referenceFaults, settledConfigurations } from '../settings/settings.ts'
import { runEvents, type Where } from './events.ts'
import { lockedOpenRun } from './locked.ts'
import { readRun } from './read.ts'
import { addCases, arrangeCases, choiceFaults, removeCases } from './run-cases.ts'
import { takeCases } from './snapshots.ts'

type Body = z.infer<typeof updateTestRun.body>

/** See `updateTestRun`. */
export const updateRun = (
  db: Db,
  where: Where,
  features: readonly Feature[],
  runId: number,
  { addCases: chosen, removeCaseIds, seenRevision, ...edit }: Body,
): Promise<TestRun> =>
  db.transaction().execute(async (tx) => {
    const { id: projectId } = where.project
    const run = await lockedOpenRun(tx, projectId, runId)
    if (run.planId !== null) throw conflict(RUN_TEXTS.ofPlan)
    const { title, description, milestoneId, environmentId, configurations, requirements } = run
    const stored = {
      title,
      description,
      milestoneId,
      environment: environmentId === null ? null : { id: environmentId },
      configurations,
      requirements,
    }
    const current = async (): Promise<z.infer<typeof StaleTestRun>> => ({
      data: await readRun(tx, projectId, runId),
      testCases: await casesOf(tx, runId),
    })
    const requested = await mergeEdit(stored, edit, current)
    const environment = requested.environment === undefined ? environmentId : (requested.environment?.id ?? null)
    const [known, taken] = await Promise.all([
      readReferences(tx, projectId, {
        milestones: new Set(requested.milestoneId == null ? [] : [requested.milestoneId]),
        environments: new Set(environment === null ? [] : [environment]),
        people: new Set(chosen.flatMap(({ assigneeId }) => assigneeId ?? [])),
        options: new Set((requested.configurations ?? []).map(({ optionId }) => optionId)),
      }),
      chosen.length === 0
        ? []
        : takeCases(
            tx,
            projectId,
            chosen.map(({ id }) => id),
          ),
    ])
    const faults = [
      ...referenceFaults(known, features, { ...requested, environmentId: environment }, { ...stored, environmentId }),
      ...choiceFaults('addCases', chosen, taken, known.people),
    ]
    if (faults.length > 0) throw invalid(faults)
    if (chosen.length === 0 && removeCaseIds.length > 0 && (await isEmptied(tx, runId, removeCaseIds))) {
      const fault = { field: 'removeCaseIds', message: RUN_TEXTS.noCases }
      if (seenRevision !== undefined && seenRevision !== run.revision)
        throw stale(RUN_TEXTS.noCases, await current(), [fault])
      throw invalid([fault])
    }

    const revision = run.revision + 1
    await tx
      .updateTable('test_run')
      .set({
        revision,
        title: requested.title ?? title,
        description: requested.description ?? description,
        milestone_id: requested.milestoneId === undefined ? milestoneId : requested.milestoneId,
        environment_id: environment,
        configurations: JSON.stringify(
          settledConfigurations(known, requested.configurations ?? configurations, configurations),
        ),
        requirements: JSON.stringify(requested.requirements ?? requirements),
      })
      .where('id', '=', runId)
      .execute()
    const assignees = new Map(chosen.map(({ id, assigneeId }) => [id, assigneeId]))
    const isRemoved = await removeCases(tx, runId, revision, removeCaseIds)
    const isAdded = await addCases(
      tx,
      runId,
      revision,
      taken.map((one) => ({ ...one, assigneeId: assignees.get(one.caseId) ?? null })),
    )
    if (isRemoved || isAdded) await arrangeCases(tx, projectId, runId, revision)
    await appendEvents(tx, await runEvents(tx, where, new Map([[runId, 'whole']])))
    return readRun(tx, projectId, runId)
  })

const casesOf = async (tx: Tx, runId: number) => {
  const rows = await tx
    .selectFrom('test_run_case')
    .select(['case_id', 'assignee_id'])
    .where('run_id', '=', runId)
    .where('removed_at', 'is', null)
    .orderBy('place')
    .execute()
  return rows.map(({ case_id, assignee_id }) => ({ id: case_id, assigneeId: assignee_id }))
}

const isEmptied = async (tx: Tx, runId: number, removedIds: readonly number[]): Promise<boolean> => {
  const removed = new Set(removedIds)
  return (await casesOf(tx, runId)).every(({ id }) => removed.has(id))
}
