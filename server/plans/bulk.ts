import type { SkippedPlan } from '../../contract/plans/plans.ts'
import type { Tx } from '../db/database.ts'
import { appendEvents, type NewEvent } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { closeRuns, deletedEvents, lockedRuns } from '../runs/runs.ts'
import { lockedOwnPlan, lockedPlans, mayChange, planEvent, type LockedPlan, type Where } from './rights.ts'

export interface BulkOutcome {
  done: number[]
  skipped: SkippedPlan[]
}

/** Applies an action to those of `ids` that the caller may change, and returns the others with the reason. */
const toEach = async (
  tx: Tx,
  where: Where,
  ids: readonly number[],
  leavesClosed: boolean,
  act: (plans: readonly LockedPlan[]) => Promise<void>,
): Promise<BulkOutcome> => {
  const plans = new Map((await lockedPlans(tx, where.project.id, ids)).map((plan) => [plan.id, plan]))
  const chosen: LockedPlan[] = []
  const skipped: SkippedPlan[] = []
  for (const id of new Set(ids)) {
    const plan = plans.get(id)
    if (!plan) skipped.push({ id, title: '', reason: 'gone' })
    else if (!mayChange(where, plan)) skipped.push({ id, title: plan.title, reason: 'not-yours' })
    else if (leavesClosed && plan.closedAt !== null) skipped.push({ id, title: plan.title, reason: 'closed' })
    else chosen.push(plan)
  }
  if (chosen.length > 0) await act(chosen)
  return { done: chosen.map(({ id }) => id), skipped }
}

const runIdsOf = async (tx: Tx, plans: readonly LockedPlan[]): Promise<number[]> => {
  const ids = plans.map(({ id }) => id)
  const rows = await tx.selectFrom('test_run').select('id').where('plan_id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

const close = async (tx: Tx, where: Where, plans: readonly LockedPlan[]): Promise<void> => {
  const open = plans.filter(({ closedAt }) => closedAt === null)
  if (open.length === 0) return
  await tx
    .updateTable('test_plan')
    .set((eb) => ({ closed_at: new Date(), closed_by: where.userId, revision: eb('revision', '+', 1) }))
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    )
    .execute()
  const ended = await closeRuns(tx, where, await lockedRuns(tx, where.project.id, await runIdsOf(tx, open)))
  await appendEvents(tx, [...open.map((plan) => planEvent(where, { ...plan, revision: plan.revision + 1 })), ...ended])
}

const remove = async (tx: Tx, where: Where, plans: readonly LockedPlan[]): Promise<void> => {
  const runs = await lockedRuns(tx, where.project.id, await runIdsOf(tx, plans))
  await tx
    .deleteFrom('test_plan')
    .where(
      'id',
      'in',
      plans.map(({ id }) => id),
    )
    .execute()
  const gone: NewEvent[] = plans.map((plan) => planEvent(where, { ...plan, revision: plan.revision + 1 }, true))
  await appendEvents(tx, [...gone, ...deletedEvents(where, runs)])
}

export const closePlan = (db: Db, where: Where, planId: number): Promise<void> =>
  db.transaction().execute(async (tx) => close(tx, where, [await lockedOwnPlan(tx, where, planId)]))

export const deletePlan = (db: Db, where: Where, planId: number): Promise<void> =>
  db.transaction().execute(async (tx) => remove(tx, where, [await lockedOwnPlan(tx, where, planId)]))

export const closePlans = (db: Db, where: Where, ids: readonly number[]): Promise<BulkOutcome> =>
  db.transaction().execute((tx) => toEach(tx, where, ids, true, (plans) => close(tx, where, plans)))

export const deletePlans = (db: Db, where: Where, ids: readonly number[]): Promise<BulkOutcome> =>
  db.transaction().execute((tx) => toEach(tx, where, ids, false, (plans) => remove(tx, where, plans)))
