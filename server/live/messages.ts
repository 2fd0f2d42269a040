import { RepositoryChange } from '../../contract/cases/changes.ts'
import { ExploratoryChange } from '../../contract/exploratory/changes.ts'
import {
  launchersStream,
  repositoryStream,
  savedFiltersStream,
  type ChangedTest,
  type LiveMessage,
  type LiveNews,
} from '../../contract/live.ts'
import type { PlanChange } from '../../contract/plans/changes.ts'
import type { RunChange } from '../../contract/runs/changes.ts'
import { SettingsEvent } from '../../contract/settings/changes.ts'
import type { StoredEvent } from '../db/events.ts'

/**
 * Topic without its tenant: `testRuns`, `statistics`, `testRuns.42.tests`, `testRuns.42.passRate`, `workspace`, `settings.7`,
 * `testCases.7`, `exploratory.7`, `savedFilters.7`, `runs.7`, `launchQueue` or `launchers.7`.
 */
export type Topic = string

type ReplacedOfTest = NonNullable<ChangedTest['before']>

export interface Outgoing {
  topic: Topic
  message: LiveMessage
}

/** Audience of an event: users who may read this area of the event's project, or all signed-in users. */
export type Audience =
  | 'launches'
  | 'launchers'
  | 'launch-queue'
  | 'settings'
  | 'cases'
  | 'exploratory'
  | 'runs'
  | 'everybody'

export interface Broadcast {
  topic: Topic
  message: LiveMessage | LiveNews
  audience: Audience
  /** The only user who receives it; everyone of the audience by default. */
  userId?: number
}

/** Types of events that can be replayed and are pruned later. All others belong to the change log. */
export const LIVE_EVENTS: readonly LiveMessage['event'][] = [
  'launch/started',
  'launch/changed',
  'launch/finished',
  'launch/deleted',
  'launch/statistics',
  'launch/pass-rate',
  'test/started',
  'test/changed',
  'test/finished',
  'test/deleted',
]

const isLive = (type: string): type is LiveMessage['event'] => (LIVE_EVENTS as readonly string[]).includes(type)

/**
 * Returns the message of a launch event and its topic; null for other events. Payloads were validated when they were stored, and are not
 * parsed again. `sequence` and `uid` are the event's own.
 */
export const outgoingOf = (event: StoredEvent): Outgoing | null => {
  const { type, payload } = event
  if (!isLive(type)) return null
  const envelope = { uid: event.uid, stream: event.stream, sequence: event.sequence, at: event.at.toISOString() }
  const of = (topic: Topic, content: object): Outgoing => ({
    topic,
    message: { event: type, ...content, ...envelope } as LiveMessage,
  })
  switch (type) {
    case 'launch/started':
    case 'launch/changed':
    case 'launch/finished':
      return of('testRuns', { type: 'TEST_RUN', testRun: payload })
    case 'launch/deleted':
      return of('testRuns', { type: 'TEST_RUN_DELETED', ...(payload as object) })
    case 'launch/statistics':
      return of('statistics', { type: 'TEST_RUN_STATISTICS', testRunStatistics: payload })
    case 'test/started':
    case 'test/changed':
    case 'test/finished':
      return of(ofLaunch(event, 'tests'), { type: 'TEST', test: payload })
    case 'test/deleted':
      return of(ofLaunch(event, 'tests'), { type: 'TEST_DELETED', ...(payload as object) })
    case 'launch/pass-rate':
      return of(ofLaunch(event, 'passRate'), { type: 'PASS_RATE', passRate: payload })
  }
}

/** Returns a message for users who may not see failure tags (PERM-02). */
export const withoutTags = (message: LiveMessage): LiveMessage => {
  if (message.type === 'TEST') {
    const { before, ...test } = message.test
    const hidden = before == null ? before : withoutTagsBefore(before)
    return {
      ...message,
      test: { ...test, failureTagAssignments: [], ...(hidden === undefined ? {} : { before: hidden }) },
    }
  }
  if (message.type === 'TEST_DELETED' && message.before !== undefined)
    return { ...message, before: { ...message.before, failureTagAssignments: [] } }
  return message
}

const withoutTagsBefore = ({ failureTagAssignments: _, ...before }: ReplacedOfTest): ReplacedOfTest => before

/** Returns the message of an event, of a launch or any other area; null for events that are not sent. */
export const broadcastOf = (event: StoredEvent): Broadcast | null => {
  const launches = outgoingOf(event)
  if (launches) return { ...launches, audience: 'launches' }
  const { type, payload, projectId } = event
  const envelope = { uid: event.uid, stream: event.stream, sequence: event.sequence, at: event.at.toISOString() }
  if (type === 'workspace/features') {
    const { features } = payload as Pick<Extract<LiveNews, { type: 'FEATURES' }>, 'features'>
    return {
      topic: 'workspace',
      audience: 'everybody',
      message: { type: 'FEATURES', event: type, features, ...envelope },
    }
  }
  const rights = changedRightsOf(event)
  if (rights !== null)
    return {
      topic: 'workspace',
      audience: 'everybody',
      message: { type: 'RIGHTS', event: 'rights/changed', ...envelope },
      ...rights,
    }
  const queue = queueNewsOf(event)
  if (queue !== null)
    return {
      topic: 'launchQueue',
      audience: 'launch-queue',
      message: { type: 'LAUNCH_QUEUE', event: 'launch-queue/changed', ...queue, ...envelope },
    }
  if (projectId === null) return null
  if (event.stream === repositoryStream(projectId)) {
    const change = RepositoryChange.safeParse(payload)
    if (!change.success) return null
    const news = { type: 'TEST_CASES', event: 'repository/changed', projectId, by: event.userId } as const
    return {
      topic: `testCases.${projectId}`,
      audience: 'cases',
      message: { ...news, ...change.data, ...envelope },
    }
  }
  if (event.stream === savedFiltersStream(projectId))
    return {
      topic: `savedFilters.${projectId}`,
      audience: 'launches',
      message: { type: 'SAVED_FILTERS', event: 'saved-filters/changed', projectId, by: event.userId, ...envelope },
    }
  if (event.stream === launchersStream(projectId))
    return {
      topic: `launchers.${projectId}`,
      audience: 'launchers',
      message: { type: 'LAUNCHERS', event: 'launchers/changed', projectId, by: event.userId, ...envelope },
    }
  if (type === 'exploratory/changed') {
    const change = ExploratoryChange.safeParse(payload)
    if (!change.success) return null
    const news = { type: 'EXPLORATORY', event: type, projectId, by: event.userId } as const
    return {
      topic: `exploratory.${projectId}`,
      audience: 'exploratory',
      message: { ...news, ...change.data, ...envelope },
    }
  }
  if (type === 'run/changed' || type === 'plan/changed') {
    const of = { projectId, by: event.userId, ...envelope }
    return {
      topic: `runs.${projectId}`,
      audience: 'runs',
      message:
        type === 'run/changed'
          ? { type: 'RUN', event: type, ...(payload as RunChange), ...of }
          : { type: 'PLAN', event: type, ...(payload as PlanChange), ...of },
    }
  }
  if (type === 'notification/attempted') {
    const news = { type: 'SETTINGS', event: 'settings/saved', area: 'notifications', version: null, by: null } as const
    return { topic: `settings.${projectId}`, audience: 'settings', message: { ...news, projectId, ...envelope } }
  }
  // Whoever has the project open reads it again, and finds that it is gone.
  if (type === 'project/deleted') {
    const news = {
      type: 'SETTINGS',
      event: 'settings/saved',
      area: 'project',
      version: null,
      by: event.userId,
    } as const
    return { topic: `settings.${projectId}`, audience: 'settings', message: { ...news, projectId, ...envelope } }
  }
  if (!type.startsWith('settings/')) return null
  const saved = SettingsEvent.safeParse(payload)
  if (!saved.success) return null
  const { area, version = null } = saved.data
  return {
    topic: `settings.${projectId}`,
    audience: 'settings',
    message: { type: 'SETTINGS', event: 'settings/saved', projectId, area, version, by: event.userId, ...envelope },
  }
}

/**
 * Returns whose permissions an event of the workspace changes: one user's, or those of all members of a group, whom the event does not name;
 * null for other events. A deactivated user's connection is closed.
 */
const changedRightsOf = ({ type, payload, stream }: StoredEvent): Pick<Broadcast, 'userId'> | null => {
  switch (type) {
    case 'group/changed':
      return 'permissions' in (payload as { changes: object }).changes ? {} : null
    case 'group/deleted':
      return {}
    case 'group/user-added':
    case 'group/user-removed':
      return { userId: (payload as { userId: number }).userId }
    case 'person/changed':
      return 'hasReadOnlyAccess' in (payload as object) ? { userId: Number(stream.slice('person:'.length)) } : null
    default:
      return null
  }
}

/** Returns the message about the queue of launches; null for other events. */
const queueNewsOf = ({ type, payload, projectId }: StoredEvent) => {
  switch (type) {
    case 'launch-queue/changed':
      return { projectId, launchId: (payload as { launchId: number }).launchId }
    case 'launch-limit/changed':
      return { projectId, launchId: null }
    case 'launch-workers/changed':
    case 'worker-token/created':
    case 'worker-token/deleted':
      return { projectId: null, launchId: null }
    default:
      return null
  }
}

const ofLaunch = ({ stream }: StoredEvent, what: 'tests' | 'passRate'): Topic =>
  `testRuns.${stream.slice('launch:'.length)}.${what}`

/** Parsed destination. */
export type Wanted = { topic: Topic } & (
  | { about: 'workspace' }
  /** All launches of all projects that the user may read. */
  | { about: 'launches' }
  | { about: 'launchQueue' }
  | { about: 'launch'; launchId: number }
  | { about: 'settings' | 'cases' | 'exploratory' | 'runs' | 'savedFilters' | 'launchers'; projectId: number }
)

/** Parses a destination of this tenant; null for an unknown one. */
export const wantedOf = (destination: string, tenant: string): Wanted | null => {
  const prefix = `/topic/${tenant}.`
  if (!destination.startsWith(prefix)) return null
  const topic = destination.slice(prefix.length)
  if (topic === 'workspace') return { topic, about: 'workspace' }
  if (topic === 'testRuns' || topic === 'statistics') return { topic, about: 'launches' }
  if (topic === 'launchQueue') return { topic, about: 'launchQueue' }
  const settings = /^settings\.([1-9]\d{0,14})$/.exec(topic)
  if (settings) return { topic, about: 'settings', projectId: Number(settings[1]) }
  const cases = /^testCases\.([1-9]\d{0,14})$/.exec(topic)
  if (cases) return { topic, about: 'cases', projectId: Number(cases[1]) }
  const exploratory = /^exploratory\.([1-9]\d{0,14})$/.exec(topic)
  if (exploratory) return { topic, about: 'exploratory', projectId: Number(exploratory[1]) }
  const filters = /^savedFilters\.([1-9]\d{0,14})$/.exec(topic)
  if (filters) return { topic, about: 'savedFilters', projectId: Number(filters[1]) }
  const launchers = /^launchers\.([1-9]\d{0,14})$/.exec(topic)
  if (launchers) return { topic, about: 'launchers', projectId: Number(launchers[1]) }
  const runs = /^runs\.([1-9]\d{0,14})$/.exec(topic)
  if (runs) return { topic, about: 'runs', projectId: Number(runs[1]) }
  const launch = /^testRuns\.([1-9]\d{0,14})\.(?:tests|passRate)$/.exec(topic)
  return launch ? { topic, about: 'launch', launchId: Number(launch[1]) } : null
}
