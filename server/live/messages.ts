import { RepositoryChange } from '../../contract/cases/changes.ts'
import { ExploratoryChange } from '../../contract/exploratory/changes.ts'
import {
  launchersStream,
  repositoryStream,
  savedFiltersStream,
  topicOf,
  type ChangedTest,
  type LiveMessage,
  type LiveNews,
  type TopicName,
} from '../../contract/live.ts'
import type { PlanChange } from '../../contract/plans/changes.ts'
import type { RunChange } from '../../contract/runs/changes.ts'
import { SettingsEvent } from '../../contract/settings/changes.ts'
import type { StoredEvent } from '../db/events.ts'

type ReplacedOfTest = NonNullable<ChangedTest['before']>

interface Addressed<Message> {
  name: TopicName
  /** Without its tenant, as in `settings.7`. */
  topic: string
  message: Message
}
export type Outgoing = Addressed<LiveMessage>

export interface Broadcast extends Addressed<LiveMessage | LiveNews> {
  /** The only user who receives it; everyone who may read the topic by default. */
  userId?: number
}

export interface SentEvent extends StoredEvent {
  /** As in the message: sequence of the event before it, if those in between were left out. */
  previous?: number
}

/**
 * Leaves out statistics of a launch that later ones in `events` replace: frequent reports to a few launches would send each viewer more than
 * a page can process.
 */
export const withoutReplaced = (events: readonly StoredEvent[]): SentEvent[] => {
  const newest = new Map<number, StoredEvent>()
  for (const event of events) {
    const launchId = launchOfStatistics(event)
    if (launchId !== null) newest.set(launchId, event)
  }
  const previousIn = new Map<string, number>()
  return events.flatMap((event): SentEvent[] => {
    const { stream, sequence } = event
    const launchId = launchOfStatistics(event)
    const previous = previousIn.get(stream)
    if (launchId !== null && newest.get(launchId) !== event) {
      if (previous === undefined) previousIn.set(stream, sequence - 1)
      return []
    }
    previousIn.delete(stream)
    return [previous === undefined ? event : { ...event, previous }]
  })
}

const launchOfStatistics = ({ type, payload }: StoredEvent): number | null =>
  type === 'launch/statistics' && payload !== null ? (payload as { testRunId: number }).testRunId : null

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
export const outgoingOf = (event: SentEvent): Outgoing | null => {
  const { type, payload, stream } = event
  // Read before its first viewer subscribed, who then requests the missed events.
  if (!isLive(type) || payload === null) return null
  const of = (name: TopicName, content: object, launchId: number | null = null): Outgoing => ({
    name,
    topic: topicOf(name, launchId),
    message: { event: type, ...content, ...envelopeOf(event) } as LiveMessage,
  })
  const launchId = () => Number(stream.slice('launch:'.length))
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
      return of('tests', { type: 'TEST', test: payload }, launchId())
    case 'test/deleted':
      return of('tests', { type: 'TEST_DELETED', ...(payload as object) }, launchId())
    case 'launch/pass-rate':
      return of('passRate', { type: 'PASS_RATE', passRate: payload }, launchId())
  }
}

const envelopeOf = ({ uid, stream, sequence, previous, at }: SentEvent) => ({
  uid,
  stream,
  sequence,
  previous,
  at: at.toISOString(),
})

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

/** Returns the messages of an event, of a launch or any other area; none for events that are not sent. */
export const broadcastsOf = (event: SentEvent): Broadcast[] => {
  const broadcast =
    outgoingOf(event) ??
    workspaceNewsOf(event) ??
    (event.projectId === null ? null : projectNewsOf(event, event.projectId))
  const projects = CHANGES_OF_PROJECTS.includes(event.type)
    ? inWorkspace(event, 'workspace', { type: 'PROJECTS', event: 'projects/changed' })
    : null
  return [broadcast, projects].filter((one) => one !== null)
}

/** Types of events after which lists of projects are different. */
const CHANGES_OF_PROJECTS = [
  'project/created',
  'project/imported',
  'project/deleted',
  'settings/project',
  'settings/members',
]

const inWorkspace = (event: StoredEvent, name: TopicName, news: object): Broadcast => ({
  name,
  topic: topicOf(name, null),
  message: { ...news, ...envelopeOf(event) } as LiveNews,
})

const workspaceNewsOf = (event: StoredEvent): Broadcast | null => {
  const of = (name: TopicName, news: object) => inWorkspace(event, name, news)
  if (event.type === 'workspace/features') {
    const { features } = event.payload as Pick<Extract<LiveNews, { type: 'FEATURES' }>, 'features'>
    return of('workspace', { type: 'FEATURES', event: event.type, features })
  }
  const rights = changedRightsOf(event)
  if (rights !== null) return { ...of('workspace', { type: 'RIGHTS', event: 'rights/changed' }), ...rights }
  const queue = queueNewsOf(event)
  return queue && of('launchQueue', { type: 'LAUNCH_QUEUE', event: 'launch-queue/changed', ...queue })
}

const projectNewsOf = (event: StoredEvent, projectId: number): Broadcast | null => {
  const { type, payload, stream } = event
  const of = (name: TopicName, news: object): Broadcast => ({
    name,
    topic: topicOf(name, projectId),
    message: { projectId, by: event.userId, ...news, ...envelopeOf(event) } as LiveNews,
  })
  const ofSettings = (saved: object) =>
    of('settings', { type: 'SETTINGS', event: 'settings/saved', version: null, ...saved })
  if (stream === repositoryStream(projectId)) {
    const { data: change } = RepositoryChange.safeParse(payload)
    return change ? of('testCases', { type: 'TEST_CASES', event: 'repository/changed', ...change }) : null
  }
  if (stream === savedFiltersStream(projectId))
    return of('savedFilters', { type: 'SAVED_FILTERS', event: 'saved-filters/changed' })
  if (stream === launchersStream(projectId)) return of('launchers', { type: 'LAUNCHERS', event: 'launchers/changed' })
  switch (type) {
    case 'exploratory/changed': {
      const { data: change } = ExploratoryChange.safeParse(payload)
      return change ? of('exploratory', { type: 'EXPLORATORY', event: type, ...change }) : null
    }
    case 'run/changed':
      return of('runs', { type: 'RUN', event: type, ...(payload as RunChange) })
    case 'plan/changed':
      return of('runs', { type: 'PLAN', event: type, ...(payload as PlanChange) })
    case 'notification/attempted':
      return ofSettings({ area: 'notifications', by: null })
    case 'pull-request/attempted':
      return ofSettings({ area: 'pull-requests', by: null })
    // Whoever has the project open reads it again, and finds that it is gone.
    case 'project/deleted':
      return ofSettings({ area: 'project' })
  }
  const saved = type.startsWith('settings/') ? SettingsEvent.safeParse(payload).data : undefined
  return saved === undefined ? null : ofSettings({ area: saved.area, version: saved.version ?? null })
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
