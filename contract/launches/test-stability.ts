/** How stable tests are over launches, and which are flaky. */
import { z } from 'zod/mini'
import { defineCall, listInQuery } from '../call.ts'
import { InProject } from '../projects/projects.ts'
import { InLaunch, ResultKind } from './launches.ts'

/** So many of the last ended runs of a test say how stable it is. */
export const STABILITY_RUNS = 8

/**
 * The share of a test's last `STABILITY_RUNS` ended runs up to this one that passed, and their results, oldest first. Null before any
 * run has ended.
 */
export const TestStability = z.object({
  testId: z.int(),
  stability: z.nullable(z.number()),
  recent: z.array(ResultKind),
})
export type TestStability = z.infer<typeof TestStability>

/**
 * Whether a test is flaky: its result changed between passed and failed at least twice in its last ended runs. Once is a fault or its
 * fix. Skipped, blocked and aborted runs say nothing about it.
 */
export const isFlaky = (recent: readonly ResultKind[]): boolean => {
  const told = recent.flatMap((kind) => {
    if (kind === 'passed' || kind === 'passedManually') return ['passed']
    return kind === 'failed' || kind === 'failedAsKnown' ? ['failed'] : []
  })
  return told.filter((kind, i) => i > 0 && kind !== told[i - 1]).length >= 2
}

/** How many of the newest launches are searched for flaky tests, and how many of those are returned. */
export const FLAKY_LAUNCHES = 30
export const FLAKY_SHOWN = 5

/** Its newest ended run, and its last results, oldest first. */
export const FlakyTest = z.extend(TestStability, { launchId: z.int(), name: z.string() })
export type FlakyTest = z.infer<typeof FlakyTest>

/** Asked after the rows are shown, for those that are. */
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

/** As `isFlaky` says; the least stable first. `total`: how many there are. */
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
