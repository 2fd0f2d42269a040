import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import type { TestPlanSummary } from '../../contract/plans/plans.ts'
import { useMay, useSession } from '../application/context.tsx'

type OwnedPlan = Pick<TestPlanSummary, 'createdBy'>

export interface PlanRights {
  /** May create plans, and edit own ones. */
  canWrite: boolean
  /** Engineers change only plans that they created (PLANS-30, ROLE-05). */
  mayChange: (plan: OwnedPlan) => boolean
  /** Closed plans are not edited any more (PLANED-24). */
  mayEdit: (plan: OwnedPlan & Pick<TestPlanSummary, 'closed'>) => boolean
  /** Reason why a plan cannot be selected for bulk actions (PLANS-34); null if it can. */
  whyNotSelected: (plan: OwnedPlan) => string | null
}

export interface PlanReader {
  userId: number
  canWrite: boolean
  /** May change plans of other users. */
  managesAll: boolean
}

export function planRightsOf({ userId, canWrite, managesAll }: PlanReader): PlanRights {
  const mayChange: PlanRights['mayChange'] = ({ createdBy }) => canWrite && (managesAll || createdBy.id === userId)
  return {
    canWrite,
    mayChange,
    mayEdit: (plan) => !plan.closed && mayChange(plan),
    whyNotSelected: (plan) => (mayChange(plan) ? null : PLAN_TEXTS.notYours),
  }
}

export function usePlanRights(): PlanRights {
  const { user } = useSession()
  const may = useMay()
  return planRightsOf({
    userId: user.id,
    canWrite: may.inProject('runs:write'),
    managesAll: may.inProject('plans:manage'),
  })
}
