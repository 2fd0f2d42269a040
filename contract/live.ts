import { z } from 'zod/mini'
import { Feature, type ProjectAction } from './access.ts'
import { defineCall } from './call.ts'
import { LIMITS } from './limits.ts'
import { Launch, Statistics } from './launches/launches.ts'
import { FailureTagAssignment, LaunchTest } from './launches/launch-tests.ts'
import { InProject } from './projects/projects.ts'
import { RepositoryChange } from './cases/changes.ts'
import { ExploratoryChange } from './exploratory/changes.ts'
import { PlanChange } from './plans/changes.ts'
import { SettingsArea } from './settings/changes.ts'

/** Endpoint of the live channel: STOMP over SockJS (LIVE-01). */
export const LIVE_ENDPOINT = '/api/reporting/api/websockets'

interface Topic {
  /** What an id in its destination names; the destinations of `workspace` have none. */
  scope: 'workspace' | 'project' | 'launch'
  /** Needed in the project of a message; null: every signed-in user. */
  right: ProjectAction | null
  /** Edition features that must all be on. */
  features: readonly Feature[]
}

const ofLaunches = { right: 'launches:read', features: ['test-automation'] } as const
const ofCases = { features: ['test-case-management'] } as const

/**
 * All topics (LIVE-02). The events of a topic belong to a stream with gapless sequence numbers: `testRuns` and `statistics` share the
 * project's stream, `tests` and `passRate` the launch's. Clients that follow a stream subscribe to both of its topics and detect gaps by
 * `sequence` and `previous`. The destination of a topic, its subscribers' rights and the rights to its messages follow from its row.
 */
export const TOPICS = {
  testRuns: { scope: 'workspace', ...ofLaunches },
  statistics: { scope: 'workspace', ...ofLaunches },
  tests: { scope: 'launch', ...ofLaunches },
  passRate: { scope: 'launch', ...ofLaunches },
  /** Changed rights are sent only to those whose rights changed. */
  workspace: { scope: 'workspace', right: null, features: [] },
  settings: { scope: 'project', right: 'settings:read', features: [] },
  testCases: { scope: 'project', right: 'cases:read', ...ofCases },
  /** Changes of test runs and plans. */
  runs: { scope: 'project', right: 'runs:read', ...ofCases },
  exploratory: { scope: 'project', right: 'exploratory:read', ...ofCases },
  savedFilters: { scope: 'project', ...ofLaunches },
  /** Repositories, launchers, presets, schedules and webhooks. */
  launchers: { scope: 'project', right: 'launchers:write', features: ['test-automation', 'launcher'] },
  /**
   * Changes of the queue of launches and of the workers that run them. Users who manage the workers receive those of all projects, and
   * everybody those of workers.
   */
  launchQueue: { scope: 'workspace', ...ofLaunches },
} as const satisfies Record<string, Topic>
export type TopicName = keyof typeof TOPICS

/** A topic without its tenant: `workspace`, `settings.7`, `testRuns.42.tests`. */
export const topicOf = (name: TopicName, id: number | null): string => {
  const { scope }: Topic = TOPICS[name]
  if (scope === 'workspace') return name
  return scope === 'project' ? `${name}.${id}` : `testRuns.${id}.${name}`
}

type Destinations = {
  [Name in TopicName]: (typeof TOPICS)[Name]['scope'] extends 'workspace'
    ? (tenant: string) => string
    : (tenant: string, id: number) => string
}
const isTopic = (name: string): name is TopicName => Object.hasOwn(TOPICS, name)
const names = Object.keys(TOPICS).filter(isTopic)

/** Returns the destination of a topic, prefixed by the tenant. */
export const topics = Object.fromEntries(
  names.map((name) => [name, (tenant: string, id: number | null = null) => `/topic/${tenant}.${topicOf(name, id)}`]),
) as Destinations

/** Reads a destination of this tenant; null for an unknown one. `id` is that of the topic's project or launch. */
export const readDestination = (
  destination: string,
  tenant: string,
): { topic: string; name: TopicName; id: number | null } | null => {
  const prefix = `/topic/${tenant}.`
  if (!destination.startsWith(prefix)) return null
  const topic = destination.slice(prefix.length)
  const words = topic.split('.')
  const [name = '', id = null] = words.length === 3 ? [words[2], words[1]] : words
  if (!isTopic(name) || (id !== null && !/^[1-9]\d{0,14}$/.test(id))) return null
  const known = { topic, name, id: id === null ? null : Number(id) }
  return topicOf(name, known.id) === topic ? known : null
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

/** Fields of every message. */
const envelope = {
  /** Identifies the event: a message that is delivered twice has the same `uid`. */
  uid: z.string(),
  stream: z.string(),
  sequence: z.int(),
  /** `sequence` of the message before it, if some in between were left out because later ones replace them. */
  previous: z.optional(z.int()),
  at: z.string(),
}

/**
 * A changed row with the previous values of its changed fields in `before`; null for a new row. With them, a client can tell whether and
 * where the row was listed even if the row is not loaded.
 */
const changedLaunch = z.extend(Launch, { before: z.optional(z.nullable(z.partial(Launch))) })
/** Previous values of a test. Has no default for the assignments: a field that is absent here did not change. */
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
 * Invalidations: messages about a change without the changed data. Interested clients load the current state, and load it again after each
 * (re)connection. Therefore these messages are not replayed, and their sequence numbers have gaps.
 */
export const LiveNews = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('FEATURES'),
    event: z.literal('workspace/features'),
    /** All features that are on. */
    features: z.array(Feature),
    ...envelope,
  }),
  /** Permissions of the receiver, or the role in projects, may have changed. */
  z.object({ type: z.literal('RIGHTS'), event: z.literal('rights/changed'), ...envelope }),
  /** A project was created, imported, changed or deleted, or its members changed: the receiver's list of projects may be different. */
  z.object({ type: z.literal('PROJECTS'), event: z.literal('projects/changed'), ...envelope }),
  z.object({
    type: z.literal('SETTINGS'),
    event: z.literal('settings/saved'),
    projectId: z.int(),
    area: SettingsArea,
    /** Saved version of a held list; null for other settings. */
    version: z.nullable(z.int()),
    /** Id of the user who saved. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('TEST_CASES'),
    event: z.literal('repository/changed'),
    projectId: z.int(),
    ...RepositoryChange.shape,
    /** Id of the user who made the change. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('EXPLORATORY'),
    event: z.literal('exploratory/changed'),
    projectId: z.int(),
    ...ExploratoryChange.shape,
    /** Id of the user who made the change. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('SAVED_FILTERS'),
    event: z.literal('saved-filters/changed'),
    projectId: z.int(),
    /** Id of the user who made the change. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('LAUNCH_QUEUE'),
    event: z.literal('launch-queue/changed'),
    /** Null for changes of workers. */
    projectId: z.nullable(z.int()),
    /** Launch whose attempt changed; null for other changes of the queue. */
    launchId: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('LAUNCHERS'),
    event: z.literal('launchers/changed'),
    projectId: z.int(),
    /** Id of the user who made the change; null for changes by the server. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
  z.object({
    type: z.literal('PLAN'),
    event: z.literal('plan/changed'),
    projectId: z.int(),
    ...PlanChange.shape,
    /** Id of the user who made the change. */
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
    /** Other fields of a `RunChange`, untyped here: only pages of runs load its schema and parse them. */
    state: z.unknown(),
    cases: z.unknown(),
    /** Id of the user who made the change; null for results of launches. */
    by: z.nullable(z.int()),
    ...envelope,
  }),
])
export type LiveNews = z.infer<typeof LiveNews>

/**
 * Called after a gap. `reset`: more events were missed than one replay returns, or they are no longer stored; the client has to reload the
 * snapshot.
 */
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
