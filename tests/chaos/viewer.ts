import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { tap } from 'rxjs'
import {
  launchStream,
  LIVE_ENDPOINT,
  projectStream,
  replayStream,
  topics,
  type LiveMessage,
} from '../../contract/live.ts'
import { TENANT } from '../../server/config.ts'
import { createLive } from '../../services/live/live.ts'
import { closeLog, inStream, openLog } from '../../store/log/log.ts'
import type { StreamSource } from '../../store/log/log-stream.ts'
import { previousOf } from '../../store/log/spans.ts'
import { knownEvents } from '../../store/projections/known-events.ts'
import { followStream, type Following } from '../../views/application/log/stream-following.ts'
import { ask } from '../server/support/app.ts'

/** A browser that follows the launches of a project: its live channel, its log and the machines between them. */
export interface Viewer {
  /** Follows the tests of a launch, too. */
  followLaunch(launchId: number): void
  /** Stops to follow a launch that has ended, as soon as its last event has arrived. */
  leaveLaunch(launchId: number): void
  /** How often its live channel was connected. */
  connections(): number
  isConnected(): boolean
  /** Longest time from an event on the server until the viewer had it, in ms. */
  longestGapMs(): number
  /** Waits until the log has the newest event of each stream that was followed. */
  settle(): Promise<Seen>
  close(): Promise<void>
}

export interface Seen {
  /** Events of the streams that were followed. */
  events: number
  /** Of these, how many the log lacks, and how many it has twice. */
  lost: number
  duplicated: number
  /** How often so much was missed that the page loads its lists again. */
  reloads: number
}

interface ViewerOptions {
  url: string
  token: string
  projectId: number
  /** Wait before the live channel reconnects. */
  reconnectMs?: number
}

/** How long a viewer may take to load what it missed, after all servers work again. */
const SETTLE_MS = 60_000

export const openViewer = ({ url, token, projectId, reconnectMs }: ViewerOptions): Viewer => {
  const log = openLog(`viewer-${randomUUID()}`, knownEvents)
  const uids = new Set<string>()
  const streams = new Map<string, Following>()
  const settling = new Map<string, Promise<Seen>>()
  /** Newest event that a reload of the stream's lists contains. */
  const reloaded = new Map<string, number>()
  const opened = Date.now()
  let [connections, longestGapMs, reloads, deadline] = [0, 0, 0, Infinity]

  const note = ({ uid, at }: LiveMessage): void => {
    if (uids.has(uid)) return
    uids.add(uid)
    // Events from before the viewer are no gap.
    longestGapMs = Math.max(longestGapMs, Date.now() - Math.max(Date.parse(at), opened))
  }
  const read = (stream: string, after: number) =>
    ask({ url }, replayStream, { token, params: { projectKey: 'DEF', stream }, query: { after } })
  const newest = async (stream: string) => (await read(stream, Number.MAX_SAFE_INTEGER)).last
  const source: StreamSource = {
    fetchMissed: async (stream, after) => {
      const missed = await read(stream, after)
      missed.events.forEach(note)
      return missed
    },
    reload: async (stream) => {
      reloaded.set(stream, await newest(stream))
      reloads += 1
    },
  }
  const channel = createLive({ token: () => token, renew: () => Promise.resolve() }, () => undefined, {
    endpoint: `${url}${LIVE_ENDPOINT}`,
    ...(reconnectMs === undefined ? {} : { reconnectMs }),
  })
  const live = {
    ...channel,
    follow: (destination: string, onConnected: () => void) => channel.follow(destination, onConnected).pipe(tap(note)),
  }
  let isConnected = false
  const states = channel.state$.subscribe((state) => {
    isConnected = state === 'live'
    if (isConnected) connections += 1
  })
  const follow = (stream: string, destinations: readonly string[]): void => {
    streams.set(stream, followStream({ log, live, stream, destinations, source, inProgress: false }))
  }
  const count = async (stream: string): Promise<Omit<Seen, 'reloads'>> => {
    const last = await newest(stream)
    const base = reloaded.get(stream) ?? 0
    const records = await inStream(log, stream, base).toArray()
    let [lost, least] = [0, last]
    for (const record of [...records].reverse()) {
      lost += Math.max(0, least - record.sequence)
      least = Math.min(least, previousOf(record))
    }
    lost += Math.max(0, least - base)
    const sequences = new Set(records.map(({ sequence }) => sequence))
    return { events: last, lost, duplicated: records.length - sequences.size }
  }
  /** Resolves when the log has all events of the stream, or with what it has after the deadline. */
  const settled = async (stream: string): Promise<Seen> => {
    for (;;) {
      const isLate = Date.now() > deadline
      const counts = await count(stream).catch((error: unknown) => {
        if (isLate) throw error
        return null
      })
      if (counts !== null && (counts.lost === 0 || isLate)) {
        streams.get(stream)?.stop()
        return { ...counts, reloads: 0 }
      }
      await setTimeout(500)
    }
  }
  const leave = (stream: string): void => {
    if (streams.has(stream) && !settling.has(stream)) settling.set(stream, settled(stream))
  }
  follow(projectStream(projectId), [topics.testRuns(TENANT), topics.statistics(TENANT)])

  return {
    followLaunch: (id) => follow(launchStream(id), [topics.tests(TENANT, id), topics.passRate(TENANT, id)]),
    leaveLaunch: (id) => leave(launchStream(id)),
    connections: () => connections,
    isConnected: () => isConnected,
    longestGapMs: () => longestGapMs,
    settle: async () => {
      deadline = Date.now() + SETTLE_MS
      for (const stream of streams.keys()) leave(stream)
      const found = await Promise.all(settling.values())
      const sum = (of: keyof Seen) => found.reduce((total, counts) => total + counts[of], 0)
      return { events: sum('events'), lost: sum('lost'), duplicated: sum('duplicated'), reloads }
    },
    close: async () => {
      for (const following of streams.values()) following.stop()
      states.unsubscribe()
      await channel.close()
      closeLog(log)
    },
  }
}
