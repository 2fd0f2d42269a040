import { z } from 'zod/mini'
import { defineCall, flagInQuery, idInPath, maybeFlagInQuery } from '../call.ts'
import { InProject } from '../projects/projects.ts'
import { LaunchStatus } from './launches.ts'

export const GATE_RULES = [
  'minPassRate',
  'maxFailures',
  'maxNewFailures',
  'maxSkipped',
  'maxRetried',
  'minTests',
] as const
export type GateRule = (typeof GATE_RULES)[number]

const count = z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(1_000_000))))

export const QualityGateQuery = z.object({
  /** Id of the launch; if omitted, the newest launch with the given name, build or uuid. */
  launchId: z.optional(idInPath),
  name: z.optional(z.string().check(z.maxLength(2000))),
  build: z.optional(z.string().check(z.maxLength(255))),
  uuid: z.optional(z.string().check(z.maxLength(255))),
  /** Percent of the ended tests, as on the launch page. */
  minPassRate: z.optional(z.pipe(z.coerce.number(), z.number().check(z.minimum(0), z.maximum(100)))),
  maxFailures: count,
  maxNewFailures: count,
  maxSkipped: count,
  /** Tests that passed on a retry. Without a threshold for failures beside it, no test may have failed. */
  maxRetried: count,
  /** Tests that ran, skipped ones not counted. Without it, that of the project, else 1: a launch without any passes only where 0 is allowed. */
  minTests: count,
  /** Lets a launch pass of which a part could not be imported or a shard is missing: its other tests decide. Without it, as the project’s gate settings say. */
  allowIncomplete: maybeFlagInQuery,
  /** Answers 412 for a failed gate and 503 while the launch is in progress, so that `curl --fail --retry` needs no parser. */
  enforce: flagInQuery,
})
export type QualityGateQuery = z.infer<typeof QualityGateQuery>

/** `pending`: the launch is in progress. */
export const GATE_VERDICTS = ['passed', 'failed', 'pending'] as const

export const QualityGate = z.object({
  verdict: z.enum(GATE_VERDICTS),
  launch: z.object({ id: z.int(), number: z.int(), name: z.string(), status: LaunchStatus }),
  /**
   * Launch with which new failures are determined: the last ended one with the same name; null for the first. If there is one of the base
   * branch of the launch's pull request, or else of its branch, it is the last of these.
   */
  comparedWith: z.nullable(z.object({ id: z.int(), number: z.int() })),
  checks: z.array(
    z.object({ rule: z.enum(GATE_RULES), wanted: z.number(), actual: z.nullable(z.number()), isPassed: z.boolean() }),
  ),
  /** Why the gate is not passed besides its thresholds, for users: no tests ran, or a part of the reports is lost. */
  reasons: z.array(z.string()),
  /** Number of failures of quarantined tests, known issues included, which no rule counts. Their retries do not count, either. */
  quarantined: z.int(),
  /** The first new failures. */
  newFailures: z.array(z.object({ testId: z.int(), name: z.string() })),
})
export type QualityGate = z.infer<typeof QualityGate>

/**
 * Returns whether a launch passes the quality gate. A launch in which no test ran does not, unless `minTests` is 0; nor does one of which a
 * part could not be imported, unless `allowIncomplete` is true. The query's values of both win over the project's. A query without a rule uses the rules of the project's gate settings; a
 * project without rules accepts known issues as the only failures. A failure is new if the same test did not fail in the previous launch.
 * Failures of tests that are now in quarantine do not count. 404 if no launch matches.
 */
export const getQualityGate = defineCall({
  name: 'getQualityGate',
  summary: 'Whether a launch meets the thresholds of a quality gate',
  method: 'GET',
  path: '/api/projects/:projectKey/gate',
  access: { project: 'launches:read' },
  reports: true,
  feature: 'test-automation',
  params: InProject,
  query: QualityGateQuery,
  answer: QualityGate,
})
