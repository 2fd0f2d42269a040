import { ANYONE, signedInWith, WRITERS } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

const plans = signedInWith('test-case-management', 'plans')
const writers = { ...plans, roles: WRITERS }

export const planPages: PageDefinition[] = [
  {
    pattern: paths.testPlans,
    gate: plans,
    title: 'Test plans',
    navigation: { id: 'test-plans', label: 'Test plans' },
    load: () => import('./list/plans-page.tsx').then((m) => m.PlansPage),
  },
  {
    pattern: paths.publicTestPlan,
    gate: ANYONE,
    load: () => import('./public/public-plan-page.tsx').then((m) => m.PublicPlanPage),
  },
  {
    pattern: paths.createTestPlan,
    gate: writers,
    // PLANED-27
    fallback: paths.testPlans,
    title: 'New',
    parent: paths.testPlans,
    load: () => import('./editor/create-page.tsx').then((m) => m.CreatePlanPage),
  },
  {
    pattern: paths.testPlan,
    gate: plans,
    title: 'Test plan',
    parent: paths.testPlans,
    load: () => import('./detail/plan-page.tsx').then((m) => m.PlanPage),
  },
  {
    pattern: paths.testPlanReport,
    gate: plans,
    title: 'Report',
    parent: paths.testPlan,
    load: () => import('./report/plan-report-page.tsx').then((m) => m.PlanReportPage),
  },
  {
    pattern: paths.editTestPlan,
    gate: writers,
    // PLANED-26
    fallback: paths.testPlans,
    title: 'Edit',
    parent: paths.testPlan,
    load: () => import('./editor/edit-page.tsx').then((m) => m.EditPlanPage),
  },
]
