/** Edits an open plan. Closed plans, and plans without permission, are shown instead (PLANED-23 to PLANED-25). */
import { useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import type { TestPlan } from '../../../contract/plans/plans.ts'
import { valuesOfPlan } from '../../../machines/plans/plan-reading.ts'
import { useProject } from '../../application/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { usePlanRights } from '../rights.ts'
import { WithPlan } from '../with-plan.tsx'
import { PlanEditor } from './plan-editor.tsx'
import { testPlanHref } from '../../shared/routes.ts'

export function EditPlanPage() {
  return (
    <WithPlan isEdited skeleton={<EditSkeleton />}>
      {(plan) => <EditPlan plan={plan} />}
    </WithPlan>
  )
}

function EditPlan({ plan }: { plan: TestPlan }) {
  const { key } = useProject()
  const [, navigate] = useLocation()
  const { mayEdit } = usePlanRights()
  const [initial] = useState(() => valuesOfPlan(plan))
  // A user who loses the right while editing keeps what was typed; the next save is rejected with the reason.
  const [isEditable] = useState(() => mayEdit(plan))
  const href = testPlanHref(key, plan.id)
  if (!isEditable) return <Redirect to={href} replace />
  return <PlanEditor plan={plan} initial={initial} onSaved={() => navigate(href)} onCancel={() => navigate(href)} />
}

function EditSkeleton() {
  return (
    <Page title="Edit test plan" hasRule isPadded>
      <div aria-busy>
        <Skeleton width={300} height={32} />
      </div>
    </Page>
  )
}
