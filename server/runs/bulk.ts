import { RUN_TEXTS } from '../../contract/runs/run-texts.ts'
import type { z } from 'zod/mini'
import type { assignRunsToMilestone, SkippedRun, TestRun } from '../../contract/runs/runs.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { Tx } from '../db/database.ts'
import { appendEvents, type NewEvent } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { conflict, notFound, wrongField } from '../http/refusal.ts'
import { readReferences } from '../settings/settings.ts'
import { deletedEvents, runEvents, type Where } from './events.ts'
import { lockedRuns, type LockedRun } from './locked.ts'
import { readRun } from './read.ts'

export interface BulkOutcome {
  done: number[]
  skipped: SkippedRun[]
}

/** Applies an action to those of `ids` that do not belong to a plan, and returns the others with the reason. */
const toEach = async (
  tx: Tx,
  { project }: Where,
  ids: readonly number[],
  { leavesClosed, isChanged = () => false }: { leavesClosed: boolean; isChanged?: (run: LockedRun) => boolean },
  act: (runs: readonly LockedRun[]) => Promise<void>,
): Promise<BulkOutcome> => {
  const runs = new Map((await lockedRuns(tx, project.id, ids)).map((run) => [run.id, run]))
  const chosen: LockedRun[] = []
  const skipped: SkippedRun[] = []
  for (const id of new Set(ids)) {
    const run = runs.get(id)
    if (!run) skipped.push({ id, title: '', reason: 'gone' })
    else if (run.planId !== null) skipped.push({ id, title: run.title, reason: 'of-plan' })
    else if (leavesClosed && run.closedAt !== null) skipped.push({ id, title: run.title, reason: 'closed' })
    else if (isChanged(run)) skipped.push({ id, title: run.title, reason: 'changed' })
    else chosen.push(run)
  }
  if (chosen.length > 0) await act(chosen)
  return { done: chosen.map(({ id }) => id), skipped }
}

/** Closes locked runs; closed ones are left unchanged. Returns the events to append. */
export const close = async (tx: Tx, where: Where, runs: readonly LockedRun[]): Promise<NewEvent[]> => {
  const open = runs.filter(({ closedAt }) => closedAt === null).map(({ id }) => id)
  if (open.length === 0) return []
  await tx
    .updateTable('test_run')
    .set((eb) => ({ closed_at: new Date(), closed_by: where.userId, revision: eb('revision', '+', 1) }))
    .where('id', 'in', open)
    .execute()
  return runEvents(tx, where, new Map(open.map((id) => [id, 'whole'])))
}

/** Deletes locked runs. */
const remove = async (tx: Tx, where: Where, runs: readonly LockedRun[]): Promise<void> => {
  const ids = runs.map(({ id }) => id)
  await tx.deleteFrom('test_run').where('id', 'in', ids).execute()
  await appendEvents(tx, deletedEvents(where, runs))
}

export const closeRuns = (db: Db, where: Where, ids: readonly number[]): Promise<BulkOutcome> =>
  db.transaction().execute((tx) =>
    toEach(tx, where, ids, { leavesClosed: true }, async (runs) => {
      await appendEvents(tx, await close(tx, where, runs))
    }),
  )

export const deleteRuns = (db: Db, where: Where, ids: readonly number[]): Promise<BulkOutcome> =>
  db.transaction().execute((tx) => toEach(tx, where, ids, { leavesClosed: false }, (runs) => remove(tx, where, runs)))

/** Throws 400 for a milestone that the project does not have. */
export const assignToMilestone = (
  db: Db,
  where: Where,
  { ids, milestoneId, seen = [] }: z.infer<typeof assignRunsToMilestone.body>,
): Promise<BulkOutcome> =>
  db.transaction().execute(async (tx) => {
    if (milestoneId !== null) {
      const none = new Set<number>()
      const named = { milestones: new Set([milestoneId]), environments: none, people: none, options: none }
      const { milestones } = await readReferences(tx, where.project.id, named)
      if (!milestones.has(milestoneId)) throw wrongField('milestoneId', TEXTS.entryUnknown)
    }
    const seenById = new Map(seen.map((one) => [one.id, one.milestoneId]))
    const isChanged = (run: LockedRun): boolean => {
      const was = seenById.get(run.id)
      return was !== undefined && run.milestoneId !== was && run.milestoneId !== milestoneId
    }
    return toEach(tx, where, ids, { leavesClosed: true, isChanged }, async (runs) => {
      const chosen = runs.map(({ id }) => id)
      await tx
        .updateTable('test_run')
        .set((eb) => ({ milestone_id: milestoneId, revision: eb('revision', '+', 1) }))
        .where('id', 'in', chosen)
        .execute()
      await appendEvents(tx, await runEvents(tx, where, new Map(chosen.map((id) => [id, 'whole']))))
    })
  })

/** Returns the run of a single action. Throws 404 if it is not in the project, 409 if it belongs to a plan. */
const single = async (tx: Tx, { project }: Where, runId: number): Promise<LockedRun> => {
  const [run] = await lockedRuns(tx, project.id, [runId])
  if (!run) throw notFound(RUN_TEXTS.notFound)
  if (run.planId !== null) throw conflict(RUN_TEXTS.ofPlan)
  return run
}

export const closeRun = (db: Db, where: Where, runId: number): Promise<TestRun> =>
  db.transaction().execute(async (tx) => {
    await appendEvents(tx, await close(tx, where, [await single(tx, where, runId)]))
    return readRun(tx, where.project.id, runId)
  })

export const deleteRun = (db: Db, where: Where, runId: number): Promise<void> =>
  db.transaction().execute(async (tx) => remove(tx, where, [await single(tx, where, runId)]))
