/** Stability of tests across launches. */
import { z } from 'zod/mini'
import { defineCall, listInQuery } from '../call.ts'
import { InLaunch, ResultKind } from './launches.ts'

/** Number of a test's last ended runs from which its stability is computed. */
export const STABILITY_RUNS = 8

/**
 * Share of passes without a failed attempt in a test's last `STABILITY_RUNS` ended runs up to this one, and their results, oldest first. Null
 * before any run has ended.
 */
export const TestStability = z.object({
  testId: z.int(),
  stability: z.nullable(z.number()),
  recent: z.array(ResultKind),
})
export type TestStability = z.infer<typeof TestStability>

/** Ended run of a test. `isRetried`: it passed after a failed attempt in the same launch. */
export interface EndedRun {
  kind: ResultKind
  isRetried: boolean
}

/** Returns whether a test passed without a failed attempt, or was marked as passed. */
export const isCleanPass = ({ kind, isRetried }: EndedRun): boolean =>
  !isRetried && (kind === 'passed' || kind === 'passedManually')

/** Requested after the rows are displayed, for the displayed tests. */
export const getStability = defineCall({
  name: 'getStability',
  summary: 'How stable tests have been over earlier launches',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/stability',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InLaunch,
  query: z.object({ testId: listInQuery(z.string().check(z.regex(/^\d{1,15}$/))) }),
  answer: z.object({ items: z.array(TestStability) }),
})
