import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { InLaunch, ResultKind } from '../launches/launches.ts'
import { InProject } from '../projects/projects.ts'
import { inTimeZone } from '../time-zone.ts'
import { reportFilters } from './filters.ts'

/** Results that one report reads at most: those of the newest launches. */
export const REPORT_RESULTS_MOST = 50_000
/** Launches that one report on tests reads at most. */
export const REPORT_LAUNCHES_MOST = 500
/** Tests that an answer holds. */
export const DURATIONS_MOST = 100

export const DURATION_VIEWS = ['slowest', 'variable', 'slowing'] as const
export const DurationView = z.enum(DURATION_VIEWS)
export type DurationView = z.infer<typeof DurationView>

/** A test is listed as variable when it passed so often, and took so much longer in its slow runs than usually. */
export const VARIABLE = { runs: 5, spreadMs: 500 }
/** A test grows slower when its median in the newer half of the launches is so much above that in the older half. */
export const SLOWING = { runsInEach: 3, factor: 1.2, moreMs: 500 }
/** A test slowed a launch down when it took so much longer than its median of the launches before. */
export const SLOWDOWN = { launches: 20, runs: 3, factor: 1.2, moreMs: 500 }

export const TestDuration = z.object({
  /** Its newest passed run. */
  launchId: z.int(),
  testId: z.int(),
  name: z.string(),
  className: z.nullable(z.string()),
  runs: z.int(),
  medianMs: z.int(),
  p95Ms: z.int(),
  /** Standard deviation as a share of the mean. */
  variation: z.number(),
  /** Medians of the older and the newer half of the launches; null where it did not pass. */
  earlierMs: z.nullable(z.int()),
  laterMs: z.nullable(z.int()),
})
export type TestDuration = z.infer<typeof TestDuration>

/** How long the launches of a day took. */
export const LaunchDurations = z.object({ day: z.string(), launches: z.int(), medianMs: z.int() })

/**
 * How long tests take: runs that passed, in the newest ended launches of the range that hold at most `REPORT_RESULTS_MOST` results. Tests are
 * the same over launches by class, method and arguments. `slowest`: longest medians first. `variable`: see `VARIABLE`, largest variation
 * first. `slowing`: see `SLOWING`, most time added first.
 */
export const getDurationAnalysis = defineCall({
  name: 'getDurationAnalysis',
  summary: 'The slowest and most variable tests, and those that grow slower',
  method: 'GET',
  path: '/api/projects/:projectKey/reports/durations',
  access: { project: 'launches:read' },
  feature: 'execution-duration-report',
  params: InProject,
  query: z.object({ ...reportFilters, ...inTimeZone, view: z._default(DurationView, 'slowest') }),
  answer: z.object({
    from: z.string(),
    to: z.string(),
    /** Launches that were read, and those that match. */
    launches: z.int(),
    launchesTotal: z.int(),
    results: z.int(),
    points: z.array(LaunchDurations),
    items: z.array(TestDuration),
    total: z.int(),
    hasLaunches: z.boolean(),
  }),
})
export type DurationAnalysis = z.infer<typeof getDurationAnalysis.answer>
export type DurationAnalysisQuery = z.infer<typeof getDurationAnalysis.query>

export const SlowedTest = z.object({
  testId: z.int(),
  name: z.string(),
  className: z.nullable(z.string()),
  kind: ResultKind,
  durationMs: z.int(),
  medianMs: z.int(),
  runs: z.int(),
  /** The launch could not end before it: see `getLaunchSlowdown`. */
  isCritical: z.boolean(),
})
export type SlowedTest = z.infer<typeof SlowedTest>

/**
 * Tests that took longer in a launch than the median of their passed runs in the launches of the same name before it (`SLOWDOWN`). Those on the
 * critical path come first, then those that added most time. The critical path leads from the test that ended last to the one that ended
 * last before it began, and so on: only there does a slow test delay the end of the launch.
 */
export const getLaunchSlowdown = defineCall({
  name: 'getLaunchSlowdown',
  summary: 'Tests that slowed a launch down',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/slowdown',
  access: { project: 'launches:read' },
  feature: 'execution-duration-report',
  params: InLaunch,
  answer: z.object({
    launch: z.object({ id: z.int(), number: z.int(), name: z.string(), elapsedMs: z.nullable(z.int()) }),
    /** Launches before that it is compared with, and their median duration. */
    comparedWith: z.int(),
    medianMs: z.nullable(z.int()),
    items: z.array(SlowedTest),
    total: z.int(),
    /** Time that the listed tests added, and that of those on the critical path. */
    addedMs: z.int(),
    criticalMs: z.int(),
  }),
})
export type LaunchSlowdown = z.infer<typeof getLaunchSlowdown.answer>
