import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import type { TestPlanSummary } from '../../contract/plans/plans.ts'
import { useMay, useSession } from '../boot/context.tsx'

export interface PlanRights {
  /** May create plans, and edit own ones. */
  canWrite: boolean
  /** Engineers edit only plans that they created (PLANS-30, ROLE-05). */
  mayChange: (plan: Pick<TestPlanSummary, 'createdBy'>) => boolean
  /** Reason why a plan cannot be selected for bulk actions (PLANS-34); null if it can. */
  whyNotSelected: (plan: Pick<TestPlanSummary, 'createdBy'>) => string | null
}

export function usePlanRights(): PlanRights {
  const { person } = useSession()
  const may = useMay()
  const canWrite = may.inProject('runs:write')
  const managesAll = may.inProject('plans:manage')
  const mayChange: PlanRights['mayChange'] = ({ createdBy }) => canWrite && (managesAll || createdBy.id === person.id)
  return { canWrite, mayChange, whyNotSelected: (plan) => (mayChange(plan) ? null : PLAN_TEXTS.notYours) }
}
