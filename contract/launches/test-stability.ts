/** Stability of tests across launches, and flaky tests. */
import { z } from 'zod/mini'
import { defineCall, listInQuery } from '../call.ts'
import { InProject } from '../projects/projects.ts'
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

/**
 * Returns whether a test is flaky: its result changed between passed and failed at least twice in its last ended runs, of which a retried one
 * is a failure and a pass. A single change is a defect or its fix. Ignores skipped, blocked and aborted runs.
 */
export const isFlaky = (recent: readonly EndedRun[]): boolean => {
  const results = recent.flatMap(({ kind, isRetried }) => {
    if (isRetried) return ['failed', 'passed']
    if (kind === 'passed' || kind === 'passedManually') return ['passed']
    return kind === 'failed' || kind === 'failedAsKnown' ? ['failed'] : []
  })
  return results.filter((kind, i) => i > 0 && kind !== results[i - 1]).length >= 2
}

/** Number of newest launches that are searched for flaky tests, and maximum flaky tests in the answer. */
export const FLAKY_LAUNCHES = 30
export const FLAKY_SHOWN = 5

/** Newest ended run of a flaky test, and its last results, oldest first. */
export const FlakyTest = z.extend(TestStability, { launchId: z.int(), name: z.string() })
export type FlakyTest = z.infer<typeof FlakyTest>

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

/** Flaky tests as in `isFlaky`, least stable first. `total`: number of all flaky tests. */
export const listFlakyTests = defineCall({
  name: 'listFlakyTests',
  summary: 'Tests of a project that passed and failed by turns lately',
  method: 'GET',
  path: '/api/projects/:projectKey/flaky-tests',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InProject,
  answer: z.object({ items: z.array(FlakyTest), total: z.int() }),
})
