import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { ExecutionReport, ReportShare } from '../runs/report.ts'
import { InPlan, PLANS_PATH } from './plans.ts'

/** Report of a run, plus the progress per configuration: a run of the plan has one option of each group. */
export const PlanReport = z.extend(ExecutionReport, {
  configurations: z.array(z.extend(ReportShare, { runId: z.int(), title: z.string(), options: z.array(z.string()) })),
})
export type PlanReport = z.infer<typeof PlanReport>

export const getTestPlanReport = defineCall({
  name: 'getTestPlanReport',
  summary: 'Progress of a test plan, its forecast and its riskiest untested cases',
  method: 'GET',
  path: `${PLANS_PATH}/:testPlanId/report`,
  access: { project: 'runs:read' },
  feature: 'plans',
  params: InPlan,
  answer: z.object({ data: PlanReport }),
})
