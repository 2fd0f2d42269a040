import { roleMay } from '../../contract/access.ts'
import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import type { PlanRule, PlanStrategy } from '../../contract/plans/plans.ts'
import type { ConfigurationGroup } from '../../contract/settings/configurations.ts'
import { planStream } from '../../contract/live.ts'
import type { ProjectScope } from '../access/principals.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { NewEvent } from '../db/events.ts'
import { conflict, forbidden, notFound } from '../http/refusal.ts'

/** Author and project of a change of plans. */
export interface Where {
  project: ProjectScope
  userId: number
}

export interface LockedPlan {
  id: number
  title: string
  description: string
  milestoneId: number | null
  environmentId: number | null
  configurations: ConfigurationGroup[]
  baseTestCaseIds: number[]
  strategy: PlanStrategy
  rules: PlanRule[]
  createdBy: number
  closedAt: Date | null
  revision: number
}

/** Returns plans of the project by id, locked until the transaction ends. Plans are always locked before runs. */
export const lockedPlans = async (tx: Tx, projectId: number, ids: readonly number[]): Promise<LockedPlan[]> => {
  const { rows } = await sql<LockedPlan>`
    select p.id, p.title, p.description, p.milestone_id as "milestoneId", p.environment_id as "environmentId", p.configurations,
           p.base_case_ids as "baseTestCaseIds", p.strategy, p.rules, p.created_by as "createdBy", p.closed_at as "closedAt", p.revision
      from test_plan p where p.project_id = ${projectId} and p.id = any(${[...ids]}::bigint[]) order by p.id for update`.execute(
    tx,
  )
  return rows
}

/** Returns whether the caller may change a plan: engineers only change those that they created (PLANS-30, ROLE-05). */
export const mayChange = ({ project, userId }: Where, { createdBy }: Pick<LockedPlan, 'createdBy'>): boolean =>
  createdBy === userId || (project.role !== null && roleMay(project.role, 'plans:manage'))

/** Throws 404 for a plan that is not in the project, 403 for one that the caller may not change. */
export const lockedOwnPlan = async (tx: Tx, where: Where, planId: number): Promise<LockedPlan> => {
  const [plan] = await lockedPlans(tx, where.project.id, [planId])
  if (!plan) throw notFound(PLAN_TEXTS.notFound)
  if (!mayChange(where, plan)) throw forbidden(PLAN_TEXTS.notYourPlan)
  return plan
}

/** Like `lockedOwnPlan`; also throws 409 for a closed plan. */
export const lockedOpenPlan = async (tx: Tx, where: Where, planId: number): Promise<LockedPlan> => {
  const plan = await lockedOwnPlan(tx, where, planId)
  if (plan.closedAt !== null) throw conflict(PLAN_TEXTS.closed)
  return plan
}

export const planEvent = (
  { project, userId }: Where,
  { id, revision }: { id: number; revision: number },
  isDeleted = false,
): NewEvent => ({
  stream: planStream(id),
  type: 'plan/changed',
  payload: { planId: id, revision, isDeleted },
  projectId: project.id,
  userId,
})
