import { z } from 'zod/mini'
import { Feature } from './access.ts'
import { defineCall } from './call.ts'
import { LIMITS } from './limits.ts'
import { Launch, Statistics } from './launches/launches.ts'
import { FailureTagAssignment, LaunchTest } from './launches/launch-tests.ts'
import { InProject } from './projects/projects.ts'
import { RepositoryChange } from './cases/changes.ts'
import { ExploratoryChange } from './exploratory/changes.ts'
import { PlanChange } from './plans/changes.ts'
import { SettingsArea } from './settings/changes.ts'

/** Where the live channel listens: STOMP over SockJS (LIVE-01). */
export const LIVE_ENDPOINT = '/api/reporting/api/websockets'

/**
 * Destinations, prefixed by the tenant (LIVE-02). What a topic carries belongs to a stream whose events are numbered without a
 * hole: `testRuns` and `statistics` share the project's, `tests` and `passRate` the launch's. Whoever follows a stream
 * subscribes to both of its topics, and sees a gap by the number.
 */
export const topics = {
  testRuns: (tenant: string) => `/topic/${tenant}.testRuns`,
  statistics: (tenant: string) => `/topic/${tenant}.statistics`,
  tests: (tenant: string, launchId: number) => `/topic/${tenant}.testRuns.${launchId}.tests`,
  passRate: (tenant: string, launchId: number) => `/topic/${tenant}.testRuns.${launchId}.passRate`,
  /** For everybody who is signed in, whatever is switched on. */
  workspace: (tenant: string) => `/topic/${tenant}.workspace`,
  /** For whoever may read the project's settings. */
  settings: (tenant: string, projectId: number) => `/topic/${tenant}.settings.${projectId}`,
  /** For whoever may read the project's cases. */
  testCases: (tenant: string, projectId: number) => `/topic/${tenant}.testCases.${projectId}`,
  /** Changes of test runs and plans. Needs `runs:read`. */
  runs: (tenant: string, projectId: number) => `/topic/${tenant}.runs.${projectId}`,
  /** Changes of saved filters of the launches list. Needs `launches:read`. */
  savedFilters: (tenant: string, projectId: number) => `/topic/${tenant}.savedFilters.${projectId}`,
  /**
   * Changes of the queue of launches and of the workers that run them. People with `launches:read` hear of the queues of their own
   * projects, people with the permission INTEGRATIONS_WRITE of all projects.
   */
  launchQueue: (tenant: string) => `/topic/${tenant}.launchQueue`,
  /** Repositories, launchers, presets, schedules and webhooks. Needs `launchers:write`. */
  launchers: (tenant: string, projectId: number) => `/topic/${tenant}.launchers.${projectId}`,
  /** For whoever may read the project's exploratory sessions. */
  exploratory: (tenant: string, projectId: number) => `/topic/${tenant}.exploratory.${projectId}`,
}

export const projectStream = (projectId: number) => `project:${projectId}`
export const settingsStream = (projectId: number) => `settings:${projectId}`
export const repositoryStream = (projectId: number) => `repository:${projectId}`
export const exploratoryStream = (sessionId: string) => `exploratory:${sessionId}`
export const planStream = (planId: number) => `plan:${planId}`
export const runStream = (runId: number) => `run:${runId}`
export const savedFiltersStream = (projectId: number) => `saved-filters:${projectId}`
export const launchQueueStream = (projectId: number) => `launch-queue:${projectId}`
export const launchersStream = (projectId: number) => `launchers:${projectId}`
export const launchStream = (launchId: number) => `launch:${launchId}`

/** On every message. `uid` is the event's own id: a message seen twice has the same. */
const envelope = { uid: z.string(), stream: z.string(), sequence: z.int(), at: z.string() }

/**
 * A row of a list with the fields that the change replaced, as they were; null for a new row. So whoever shows a page of the list knows
 * whether and where the row was listed, though they do not hold it.
 */
const changedLaunch = z.extend(Launch, { before: z.optional(z.nullable(z.partial(Launch))) })
/** Without the default of a whole test: a field that is absent here did not change. */
const replacedOfTest = z.partial(z.extend(LaunchTest, { failureTagAssignments: z.array(FailureTagAssignment) }))
const changedTest = z.extend(LaunchTest, { before: z.optional(z.nullable(replacedOfTest)) })
export type ChangedLaunch = z.infer<typeof changedLaunch>
export type ChangedTest = z.infer<typeof changedTest>

export const LiveMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('TEST_RUN'),
    event: z.enum(['launch/started', 'launch/changed', 'launch/finished']),
    testRun: changedLaunch,
    ...envelope,
  }),
  z.object({
    type: z.literal('TEST_RUN_DELETED'),
    event: z.literal('launch/deleted'),
    testRunId: z.int(),
    before: z.optional(Launch),
    ...envelope,
  }),
  z.object({
    type: z.literal('TEST_RUN_STATISTICS'),
    event: z.literal('launch/statistics'),
    testRunStatistics: z.object({ testRunId: z.int(), reviewed: z.boolean(), ...Statistics.shape }),
    ...envelope,
  }),
  z.object({
    type: z.literal('TEST'),
    event: z.enum(['test/started', 'test/changed', 'test/finished']),
    test: changedTest,
    ...envelope,
  }),
  z.object({
    type: z.literal('TEST_DELETED'),
    event: z.literal('test/deleted'),
    testId: z.int(),
    before: z.optional(LaunchTest),
    ...envelope,
  }),
  z.object({
    type: z.literal('PASS_RATE'),
    event: z.literal('launch/pass-rate'),
    passRate: z.object({ testRunId: z.int(), passRate: z.nullable(z.number()) }),
    ...envelope,
  }),
])
export type LiveMessage = z.infer<typeof LiveMessage>

/**
 * News that something changed, not the change itself: whoever cares asks for what is there now, and does so again after each
 * (re)connection. So nothing of it is replayed, and its numbers have holes.
 */
export const LiveNews = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('FEATURES'),
    event: z.literal('workspace/features'),
    /** All that are switched on now. */
    features: z.array(Feature),
    ...envelope,
  }),
  z.object({
    type: z.literal('SETTINGS'),
    event: z.literal('settings/saved'),
    projectId: z.int(),
    area: SettingsArea,
    /** Of a held list: the one that was saved. */
    version: z.nullable(z.int()),
    /** Id of who saved. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('TEST_CASES'),
    event: z.literal('repository/changed'),
    projectId: z.int(),
    ...RepositoryChange.shape,
    /** Id of who did it. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('EXPLORATORY'),
    event: z.literal('exploratory/changed'),
    projectId: z.int(),
    ...ExploratoryChange.shape,
    /** Id of who did it. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('SAVED_FILTERS'),
    event: z.literal('saved-filters/changed'),
    projectId: z.int(),
    /** Id of who did it. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('LAUNCH_QUEUE'),
    event: z.literal('launch-queue/changed'),
    /** Null where workers changed. */
    projectId: z.nullable(z.int()),
    /** Whose attempt changed; null for other changes of the queue. */
    launchId: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('LAUNCHERS'),
    event: z.literal('launchers/changed'),
    projectId: z.int(),
    /** Id of who did it; null for what no person did. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('PLAN'),
    event: z.literal('plan/changed'),
    projectId: z.int(),
    ...PlanChange.shape,
    /** Id of who did it. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('RUN'),
    event: z.literal('run/changed'),
    projectId: z.int(),
    runId: z.int(),
    planId: z.nullable(z.int()),
    isDeleted: z.boolean(),
    isWhole: z.boolean(),
    /** The rest of a `RunChange`, which pages of runs parse: other pages need not load its schema. */
    state: z.unknown(),
    cases: z.unknown(),
    /** Id of who did it; null for results of launches. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
])
export type LiveNews = z.infer<typeof LiveNews>

/** Asked after a gap. `reset`: more was missed than a replay holds, or it is no longer kept: load the snapshot again. */
export const replayStream = defineCall({
  name: 'replayStream',
  summary: 'Events of a live stream after a number',
  method: 'GET',
  path: '/api/projects/:projectKey/streams/:stream',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: z.object({ ...InProject.shape, stream: z.string().check(z.regex(/^(project|launch):\d{1,15}$/)) }),
  query: z.object({ after: z.pipe(z.coerce.number(), z.int().check(z.minimum(0))) }),
  answer: z.object({
    events: z.array(LiveMessage).check(z.maxLength(LIMITS.replayEvents)),
    last: z.int(),
    reset: z.boolean(),
  }),
})
