import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { InLaunch, ResultKind } from '../launches/launches.ts'
import { InProject } from '../projects/projects.ts'
import { inTimeZone } from '../time-zone.ts'
import { reportFilters } from './filters.ts'

/** Maximum results that one report reads; the newest launches are read first. */
export const MAX_REPORT_RESULTS = 50_000
/** Maximum launches that one report on tests reads. */
export const MAX_REPORT_LAUNCHES = 500
/** Maximum tests in one answer. */
export const MAX_DURATIONS = 100

export const DURATION_VIEWS = ['slowest', 'variable', 'slowing'] as const
export const DurationView = z.enum(DURATION_VIEWS)
export type DurationView = z.infer<typeof DurationView>

/** Thresholds of variable tests: minimum passed runs, and minimum difference between slow and typical runs. */
export const VARIABLE = { runs: 5, spreadMs: 500 }
/** Thresholds of tests that grow slower: the median in the newer half of the launches compared with the older half. */
export const SLOWING = { runsInEach: 3, factor: 1.2, moreMs: 500 }
/** Thresholds of tests that slowed a launch down, compared with the median of previous launches. */
export const SLOWDOWN = { launches: 20, runs: 3, factor: 1.2, moreMs: 500 }

export const TestDuration = z.object({
  /** Newest passed run of the test. */
  launchId: z.int(),
  testId: z.int(),
  name: z.string(),
  className: z.nullable(z.string()),
  runs: z.int(),
  medianMs: z.int(),
  p95Ms: z.int(),
  /** Coefficient of variation: standard deviation divided by the mean. */
  variation: z.number(),
  /** Medians of the older and the newer half of the launches; null if the test did not pass there. */
  earlierMs: z.nullable(z.int()),
  laterMs: z.nullable(z.int()),
})
export type TestDuration = z.infer<typeof TestDuration>

/** Duration of the launches of a day. */
export const LaunchDurations = z.object({ day: z.string(), launches: z.int(), medianMs: z.int() })

/**
 * Durations of passed runs in the newest ended launches of the range that contain at most `MAX_REPORT_RESULTS` results. Tests are
 * identified across launches by class, method and arguments. `slowest`: longest medians first. `variable`: see `VARIABLE`, largest
 * variation first. `slowing`: see `SLOWING`, most added time first.
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
    /** Number of launches that were read, and of launches that match. */
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
  /** Whether the test is on the critical path, see `getLaunchSlowdown`. */
  isCritical: z.boolean(),
})
export type SlowedTest = z.infer<typeof SlowedTest>

/**
 * Tests of a launch that took longer than the median of their passed runs in previous launches with the same name (`SLOWDOWN`). Those on
 * the critical path come first, then those that added the most time. The critical path leads from the test that ended last to the one that
 * ended last before its start, and so on: only there does a slow test delay the end of the launch.
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
    /** Number of compared previous launches, and their median duration. */
    comparedWith: z.int(),
    medianMs: z.nullable(z.int()),
    items: z.array(SlowedTest),
    total: z.int(),
    /** Time added by the listed tests, and by those on the critical path. */
    addedMs: z.int(),
    criticalMs: z.int(),
  }),
})
export type LaunchSlowdown = z.infer<typeof getLaunchSlowdown.answer>
