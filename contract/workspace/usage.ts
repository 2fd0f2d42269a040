import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { AuditEntry } from './audit-log.ts'

const access = { workspace: 'BILLING' } as const

/** Usage of one project. */
export const ProjectUsage = z.object({
  key: z.string(),
  name: z.string(),
  cases: z.int(),
  testRuns: z.int(),
  launches: z.int(),
  tests: z.int(),
  /** Size of its uploaded files. A file of several projects counts for each, but is stored once. */
  fileBytes: z.number(),
  /** Time that engines ran its launches, without deleted launches. */
  engineSeconds: z.number(),
})
export type ProjectUsage = z.infer<typeof ProjectUsage>

/** Maximum age of the counts before they are recomputed. */
export const USAGE_MINUTES = 60

export const getUsage = defineCall({
  name: 'getUsage',
  summary: 'What the workspace and each of its projects use',
  method: 'GET',
  path: '/api/workspace/usage',
  access,
  answer: z.object({
    countedAt: z.string(),
    /** Sorted by file size, largest first. */
    projects: z.array(ProjectUsage),
    stored: z.object({ fileBytes: z.number(), files: z.int() }),
    version: z.string(),
    billingContact: z.nullable(z.string()),
  }),
})

export const BillingContact = z.nullable(
  z
    .string()
    .check(z.trim(), z.maxLength(254, 'Must be at most 254 characters'), z.email('Must be a valid email address')),
)

/** An edit as in `concurrent-edits.ts`; null removes the contact. */
export const updateBillingContact = defineCall({
  name: 'updateBillingContact',
  summary: 'Says whom to ask about the plan of the workspace',
  method: 'PATCH',
  path: '/api/workspace/billing-contact',
  access,
  body: withExpected(z.partial(z.object({ billingContact: BillingContact }))),
  answer: z.object({ billingContact: z.nullable(z.string()) }),
})

/** The newest 100 entries of the audit log about the plan. */
export const listPlanChanges = defineCall({
  name: 'listPlanChanges',
  summary: 'Changes of features, seats and the billing contact, newest first',
  method: 'GET',
  path: '/api/workspace/plan-changes',
  access,
  answer: z.object({ items: z.array(AuditEntry) }),
})
