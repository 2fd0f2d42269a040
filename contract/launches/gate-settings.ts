import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { InProject } from '../projects/projects.ts'

const share = z.nullable(z.number('Enter a number').check(z.minimum(0), z.maximum(100, 'Must be at most 100')))
const count = z.nullable(z.int('Enter a whole number').check(z.minimum(0), z.maximum(1_000_000)))

/** Default thresholds of the quality gate, for queries without rules. Null: the rule is not checked. */
export const GateSettings = z.object({
  minPassRate: share,
  maxFailures: count,
  maxNewFailures: count,
  maxSkipped: count,
  /** Null: 1. */
  minTests: count,
})
export type GateSettings = z.infer<typeof GateSettings>

export const NO_GATE: GateSettings = {
  minPassRate: null,
  maxFailures: null,
  maxNewFailures: null,
  maxSkipped: null,
  minTests: null,
}

const path = '/api/projects/:projectKey/gate-settings'

export const getGateSettings = defineCall({
  name: 'getGateSettings',
  summary: 'Thresholds of a project’s quality gate',
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
  summary: 'Changes thresholds of a project’s quality gate',
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
      minTests: z.optional(count),
    }),
  ),
  answer: GateSettings,
})
