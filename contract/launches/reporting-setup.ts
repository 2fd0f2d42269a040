/** Data for a guide to reporting: a short-lived token, and the first launch that was reported with it. */
import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { InProject } from '../projects/projects.ts'
import { Launch } from './launches.ts'

/** Lifetime of a guide's token, and of the session for which an agent exchanges it (GUIDE-27). */
export const GUIDE_TOKEN_MINUTES = 60

const GuideName = z.string().check(z.regex(/^[a-z0-9-]{1,30}$/))

export const ReportingSetup = z.object({
  /** Expiry of the caller's newest token of the guide; null without a valid one. */
  tokenExpiresAt: z.nullable(z.string()),
  /** The caller's first launch since the token was created, without launches of launchers; null if there is none. */
  firstLaunch: z.nullable(z.pick(Launch, { id: true, number: true, name: true })),
  /** IP address of the caller, which NUnit's guide proposes as the build. */
  callerAddress: z.string(),
})
export type ReportingSetup = z.infer<typeof ReportingSetup>

export const getReportingSetup = defineCall({
  name: 'getReportingSetup',
  summary: 'How far the caller is with connecting a test framework',
  method: 'GET',
  path: '/api/projects/:projectKey/reporting-setup',
  access: { project: 'launches:report' },
  feature: 'test-automation',
  params: InProject,
  query: z.object({ guide: GuideName }),
  answer: ReportingSetup,
})

/** The token allows only reporting to this project in the caller's name. */
export const createGuideToken = defineCall({
  name: 'createGuideToken',
  summary: 'Creates a token for a guide; its value is in this answer and never again',
  method: 'POST',
  path: '/api/projects/:projectKey/reporting-setup/tokens',
  access: { project: 'launches:report' },
  feature: 'test-automation',
  secretAnswer: true,
  params: InProject,
  body: z.object({ guide: GuideName }),
  answer: z.object({ value: z.string(), expiresAt: z.string() }),
})
