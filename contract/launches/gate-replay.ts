/** What a policy of the quality gate would have stopped. */
import { z } from 'zod/mini'
import { defineCall, flagInQuery, idInPath, zonedTime } from '../call.ts'
import { InProject } from '../projects/projects.ts'
import { QualityGate, QualityGateQuery } from './quality-gate.ts'

export const GATE_REPLAY_DAYS = 90
/** Maximum launches that are judged, the newest of these days. */
export const GATE_REPLAY_LAUNCHES = 2000
/** Launches per call. */
export const GATE_REPLAY_PAGE = 50

const { minPassRate, maxFailures, maxNewFailures, maxSkipped, maxRetried, minTests } = QualityGateQuery.shape

export const JudgedLaunch = z.object({
  launch: z.object({ id: z.int(), number: z.int(), name: z.string(), startedAt: z.string() }),
  ...z.pick(QualityGate, { verdict: true, checks: true, reasons: true }).shape,
})
export type JudgedLaunch = z.infer<typeof JudgedLaunch>

/** `byFlaky`: the launch would have passed without the failures and retries of tests that are marked as flaky. */
export const StoppedLaunch = z.extend(JudgedLaunch, { byFlaky: z.boolean() })
export type StoppedLaunch = z.infer<typeof StoppedLaunch>

/**
 * Judges launches of the last `GATE_REPLAY_DAYS` by a policy, newest first, a page per call: `next` continues. Thresholds that are absent are not
 * checked; the project's policy does not count. Tests that are now in quarantine do not count, either.
 */
export const replayGate = defineCall({
  name: 'replayGate',
  summary: 'Launches that a policy of the quality gate would have stopped',
  method: 'GET',
  path: '/api/projects/:projectKey/gate/replay',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  query: z.object({
    minPassRate,
    maxFailures,
    maxNewFailures,
    maxSkipped,
    maxRetried,
    minTests,
    allowIncomplete: flagInQuery,
    /** Start and id of the launch after which the call continues: `next` of the previous answer. */
    before: z.optional(zonedTime),
    beforeId: z.optional(idInPath),
  }),
  answer: z.object({
    /** Launches of all pages. */
    total: z.int(),
    /** Launches of this page. */
    judged: z.int(),
    /** Those of them that the policy stops. */
    stopped: z.array(StoppedLaunch),
    /** The newest launch; null if this is not the first page or there is none. */
    latest: z.nullable(JudgedLaunch),
    next: z.nullable(z.object({ before: z.string(), beforeId: z.int() })),
  }),
})
