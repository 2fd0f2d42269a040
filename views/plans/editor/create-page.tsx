/** New test plan (PLANED-01). The page's gate redirects guests to the list. */
import { useState } from 'react'
import { useLocation } from 'wouter'
import { newPlan } from '../../../machines/plans/plan-values.ts'
import { useProject } from '../../application/context.tsx'
import { plansHref } from '../address.ts'
import { PlanEditor } from './plan-editor.tsx'
import { testPlanHref } from '../../shared/routes.ts'

export function CreatePlanPage() {
  const { key } = useProject()
  const [, navigate] = useLocation()
  const [initial] = useState(newPlan)
  return (
    <PlanEditor
      plan={null}
      initial={initial}
      onSaved={(id) => navigate(testPlanHref(key, id), { replace: true })}
      onCancel={() => navigate(plansHref(key))}
    />
  )
}
