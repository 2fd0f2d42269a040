import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { InPlan, PLANS_PATH } from '../plans/plans.ts'
import { InRun, RUN_GATES, RUNS_PATH } from './runs.ts'

/** Recipients and message of a mailed report. */
export const ReportMail = z.object({
  /** Ids of users of the project. */
  userIds: z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(50)),
  /** Text above the figures. */
  message: z._default(z.string().check(z.trim(), z.maxLength(2000)), ''),
})
export type ReportMail = z.infer<typeof ReportMail>

/** `kept`: no mail server is configured, so the mails are stored as files in the server's data folder. */
const answer = z.object({ sent: z.int(), kept: z.boolean() })

/** 400 names users who are not in the project; 502 if the mail server rejects a mail. */
export const mailTestRunReport = defineCall({
  name: 'mailTestRunReport',
  summary: 'Sends the report of a test run by e-mail',
  method: 'POST',
  path: `${RUNS_PATH}/:runId/report/mail`,
  access: { project: 'runs:write' },
  ...RUN_GATES,
  params: InRun,
  body: ReportMail,
  answer,
})

export const mailTestPlanReport = defineCall({
  name: 'mailTestPlanReport',
  summary: 'Sends the report of a test plan by e-mail',
  method: 'POST',
  path: `${PLANS_PATH}/:testPlanId/report/mail`,
  access: { project: 'runs:write' },
  feature: 'plans',
  params: InPlan,
  body: ReportMail,
  answer,
})
