import type { z } from 'zod/mini'
import {
  closeTestPlan,
  closeTestPlans,
  createTestPlan,
  deleteTestPlan,
  deleteTestPlans,
  getTestPlan,
  listTestPlans,
  updateTestPlan,
} from '../../contract/plans/plans.ts'
import { mailTestPlanReport, type ReportMail } from '../../contract/runs/report-mail.ts'
import { getTestPlanReport } from '../../contract/plans/report.ts'
import type { Send } from '../http/http.ts'
import { createProjectChoicesService } from '../projects/choices.ts'

type ListQuery = Partial<z.infer<typeof listTestPlans.query>>
type NewPlan = ReturnType<typeof createTestPlan.body.parse>
type PlanEdit = ReturnType<typeof updateTestPlan.body.parse>

/** Calls about test plans and what they refer to. */
export const createPlansService = (send: Send) => ({
  ...createProjectChoicesService(send),
  list: (projectKey: string, query: ListQuery, signal?: AbortSignal) =>
    send(listTestPlans, { params: { projectKey }, query, signal }),
  get: async (projectKey: string, testPlanId: number, includeCases: boolean) =>
    (
      await send(getTestPlan, {
        params: { projectKey, testPlanId },
        query: { includeCases: includeCases ? 'true' : 'false' },
      })
    ).data,
  report: async (projectKey: string, testPlanId: number) =>
    (await send(getTestPlanReport, { params: { projectKey, testPlanId } })).data,
  mailReport: (projectKey: string, testPlanId: number, body: ReportMail) =>
    send(mailTestPlanReport, { params: { projectKey, testPlanId }, body }),
  create: async (projectKey: string, body: NewPlan) =>
    (await send(createTestPlan, { params: { projectKey }, body })).data,
  update: async (projectKey: string, testPlanId: number, body: PlanEdit) =>
    (await send(updateTestPlan, { params: { projectKey, testPlanId }, body })).data,
  close: (projectKey: string, testPlanId: number) => send(closeTestPlan, { params: { projectKey, testPlanId } }),
  delete: (projectKey: string, testPlanId: number) => send(deleteTestPlan, { params: { projectKey, testPlanId } }),
  closeAll: (projectKey: string, testPlansIds: number[]) =>
    send(closeTestPlans, { params: { projectKey }, body: { testPlansIds } }),
  deleteAll: (projectKey: string, testPlansIds: number[]) =>
    send(deleteTestPlans, { params: { projectKey }, body: { testPlansIds } }),
})
