import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { InProject } from '../projects/projects.ts'

const share = z.nullable(z.number('Enter a number').check(z.minimum(0), z.maximum(100, 'Must be at most 100')))
const count = z.nullable(z.int('Enter a whole number').check(z.minimum(0), z.maximum(1_000_000)))

/** Policy of the quality gate: thresholds for queries without rules, of which null is not checked, and what holds unless a query says otherwise. */
export const GateSettings = z.object({
  minPassRate: share,
  maxFailures: count,
  maxNewFailures: count,
  maxSkipped: count,
  /** Tests that passed on a retry. */
  maxRetried: count,
  /** Null: 1. For queries with other rules, too. */
  minTests: count,
  /** Lets a launch pass of which a part could not be imported. For queries with rules, too. */
  allowIncomplete: z.boolean(),
})
export type GateSettings = z.infer<typeof GateSettings>

export const NO_GATE: GateSettings = {
  minPassRate: null,
  maxFailures: null,
  maxNewFailures: null,
  maxSkipped: null,
  maxRetried: null,
  minTests: null,
  allowIncomplete: false,
}

const path = '/api/projects/:projectKey/gate-settings'

export const getGateSettings = defineCall({
  name: 'getGateSettings',
  summary: 'Policy of a project’s quality gate',
  method: 'GET',
  path,
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  answer: GateSettings,
})

/** An edit as in `concurrent-edits.ts`. */
export const updateGateSettings = defineCall({
  name: 'updateGateSettings',
  summary: 'Changes the policy of a project’s quality gate',
  method: 'PATCH',
  path,
  access: { project: 'settings:write' },
  feature: 'test-automation',
  params: InProject,
  body: withExpected(
    z.object({
      minPassRate: z.optional(share),
      maxFailures: z.optional(count),
      maxNewFailures: z.optional(count),
      maxSkipped: z.optional(count),
      maxRetried: z.optional(count),
      minTests: z.optional(count),
      allowIncomplete: z.optional(z.boolean()),
    }),
  ),
  answer: GateSettings,
})
