import { z } from 'zod/mini'
import { defineCall, idInPath, listInQuery } from '../call.ts'
import { InLaunch, LaunchStatus, ResultKind } from './launches.ts'

/** In display order. */
export const COMPARISON_CLASSES = ['newFailure', 'stillFailing', 'fixed', 'slower', 'missing', 'new'] as const
export const ComparisonClass = z.enum(COMPARISON_CLASSES)
export type ComparisonClass = z.infer<typeof ComparisonClass>

/** Minimum factor and minimum difference of durations for a passed test to count as slower. */
export const SLOWER_FACTOR = 1.5
export const MIN_SLOWER_MS = 1000

/** Default number of rows in one answer. */
export const COMPARISON_WINDOW = 200
const MAX_COMPARISON_WINDOW = 2000

export const ComparedTest = z.object({
  /** Null if the launch (`testId`) or the baseline (`baselineTestId`) does not contain the test. */
  testId: z.nullable(z.int()),
  baselineTestId: z.nullable(z.int()),
  name: z.string(),
  className: z.nullable(z.string()),
  class: ComparisonClass,
  kind: z.nullable(ResultKind),
  baselineKind: z.nullable(ResultKind),
  /** Null unless the test has ended. */
  durationMs: z.nullable(z.int()),
  baselineDurationMs: z.nullable(z.int()),
})
export type ComparedTest = z.infer<typeof ComparedTest>

export const ComparedLaunch = z.object({
  launchId: z.int(),
  launchNumber: z.int(),
  name: z.string(),
  status: LaunchStatus,
  environment: z.nullable(z.string()),
  build: z.nullable(z.string()),
  startTime: z.string(),
  passRate: z.nullable(z.number()),
})
export type ComparedLaunch = z.infer<typeof ComparedLaunch>

const Counts = z.object({
  newFailure: z.int(),
  stillFailing: z.int(),
  fixed: z.int(),
  slower: z.int(),
  missing: z.int(),
  new: z.int(),
})
export type ComparisonCounts = z.infer<typeof Counts>

const place = z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(1_000_000)))

export const ComparisonQuery = z.object({
  /** If omitted: the last ended earlier launch with the same name and environment; otherwise the last with the same name. */
  baselineId: z.optional(idInPath),
  class: listInQuery(ComparisonClass),
  offset: z._default(place, 0),
  limit: z._default(
    z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(MAX_COMPARISON_WINDOW))),
    COMPARISON_WINDOW,
  ),
})
export type ComparisonQuery = z.infer<typeof ComparisonQuery>

/**
 * Compares a launch with another one of its project, test by test. Tests are identified by class, method and arguments. Each test is in the
 * first class whose rule applies, or in none:
 * - `newFailure`: it failed, and did not fail in the baseline. `stillFailing`: it failed in both.
 * - `fixed`: it passed, and failed in the baseline.
 * - `slower`: it passed in both, and took at least `SLOWER_FACTOR` times as long and `MIN_SLOWER_MS` longer.
 * - `missing`: it passed or failed in the baseline, and was skipped or is absent. While the launch is in progress, its result may still
 *   arrive.
 * - `new`: the baseline does not contain it.
 *
 * If a launch contains a test several times, the newest result counts.
 */
export const compareLaunches = defineCall({
  name: 'compareLaunches',
  summary: 'The tests of a launch whose results differ from those of another launch',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/comparison',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InLaunch,
  query: ComparisonQuery,
  answer: z.object({
    launch: ComparedLaunch,
    /** Null if no earlier launch has this name. */
    baseline: z.nullable(ComparedLaunch),
    counts: Counts,
    /** Number of tests of the launch in no class. */
    unchanged: z.int(),
    items: z.array(ComparedTest),
    /** Number of tests in the requested classes. */
    total: z.int(),
  }),
})
export type Comparison = z.infer<typeof compareLaunches.answer>
