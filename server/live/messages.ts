import type { LiveMessage } from '../../contract/live.ts'
import type { StoredEvent } from '../db/events.ts'

/** A topic without its tenant: `testRuns`, `statistics`, `testRuns.42.tests` or `testRuns.42.passRate`. */
export type Topic = string

export interface Outgoing {
  topic: Topic
  message: LiveMessage
}

/** Every type of event that the live channel tells. All others are the change log's. */
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
 * What the live channel tells of an event, and where; null for what it does not tell. Payloads are what the writer of the event
 * stored, so they are not looked at again. `sequence` and `uid` are the event's own.
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

const ofLaunch = ({ stream }: StoredEvent, what: 'tests' | 'passRate'): Topic =>
  `testRuns.${stream.slice('launch:'.length)}.${what}`

export interface Wanted {
  topic: Topic
  /** The launch it is about; null for what is about every launch of every project that the person may read. */
  launchId: number | null
}

/** What a destination of this tenant stands for; null for one that there is not. */
export const wantedOf = (destination: string, tenant: string): Wanted | null => {
  const prefix = `/topic/${tenant}.`
  if (!destination.startsWith(prefix)) return null
  const topic = destination.slice(prefix.length)
  if (topic === 'testRuns' || topic === 'statistics') return { topic, launchId: null }
  const launch = /^testRuns\.([1-9]\d{0,14})\.(?:tests|passRate)$/.exec(topic)
  return launch ? { topic, launchId: Number(launch[1]) } : null
}
