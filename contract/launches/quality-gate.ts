import { z } from 'zod/mini'
import { defineCall, flagInQuery, idInPath } from '../call.ts'
import { InProject } from '../projects/projects.ts'
import { LaunchStatus } from './launches.ts'

export const GATE_RULES = ['minPassRate', 'maxFailures', 'maxNewFailures', 'maxSkipped'] as const
export type GateRule = (typeof GATE_RULES)[number]

const count = z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(1_000_000))))

export const QualityGateQuery = z.object({
  /** The launch by its id; else the newest of this name, build or agent's uuid. */
  launchId: z.optional(idInPath),
  name: z.optional(z.string().check(z.maxLength(2000))),
  build: z.optional(z.string().check(z.maxLength(255))),
  uuid: z.optional(z.string().check(z.maxLength(255))),
  /** Percent of the tests that have run, as the launch page shows it. */
  minPassRate: z.optional(z.pipe(z.coerce.number(), z.number().check(z.minimum(0), z.maximum(100)))),
  maxFailures: count,
  maxNewFailures: count,
  maxSkipped: count,
  /** Answers 412 for a gate that is not passed and 503 while the launch is under way, so that `curl --fail --retry` needs no parser. */
  enforce: flagInQuery,
})
export type QualityGateQuery = z.infer<typeof QualityGateQuery>

/** `pending`: the launch is under way. */
export const GATE_VERDICTS = ['passed', 'failed', 'pending'] as const

export const QualityGate = z.object({
  verdict: z.enum(GATE_VERDICTS),
  launch: z.object({ id: z.int(), number: z.int(), name: z.string(), status: LaunchStatus }),
  /** The launch that new failures are told by: the last of the same name that has ended; null for the first. */
  comparedWith: z.nullable(z.object({ id: z.int(), number: z.int() })),
  checks: z.array(
    z.object({ rule: z.enum(GATE_RULES), wanted: z.number(), actual: z.nullable(z.number()), isPassed: z.boolean() }),
  ),
  /** Failures of tests in quarantine, known issues included: no rule counts them. */
  quarantined: z.int(),
  /** The first of them. */
  newFailures: z.array(z.object({ testId: z.int(), name: z.string() })),
})
export type QualityGate = z.infer<typeof QualityGate>

/**
 * Returns whether a launch passes the gate of a build. A query without a rule uses the rules of the project's gate settings; a project
 * without rules accepts known issues as the only failures. A failure is new when the same test did not fail in the launch
 * before. Failures of tests that are in quarantine now do not count. 404 where no launch is like that.
 */
export const getQualityGate = defineCall({
  name: 'getQualityGate',
  summary: 'Whether a launch meets the thresholds of a quality gate',
  method: 'GET',
  path: '/api/projects/:projectKey/gate',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  query: QualityGateQuery,
  answer: QualityGate,
})
