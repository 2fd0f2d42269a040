import type { LiveMessage } from '../../contract/live.ts'
import { append } from './append.ts'
import type { Log, Position } from './log.ts'
import { skipTo, streamPosition } from './positions.ts'
import type { LogRecord } from './record.ts'

/** Answer of the server to a request for a stream's events after a number. */
export type Missed = { events: readonly LiveMessage[]; last: number; reset: boolean }

/** Access to the server, provided by the code that connects store and services. */
export type StreamSource = {
  fetchMissed: (stream: string, after: number, signal: AbortSignal) => Promise<Missed>
  /** Reloads the stream's open windows and stores them as snapshots. */
  reload: (stream: string, signal: AbortSignal) => Promise<void>
}

/** Converts a live message to a record. */
export function toRecord(message: LiveMessage): LogRecord {
  const { uid, stream, sequence, previous, event, at } = message
  // An unparsable time must not lose the event: it is only displayed, `sequence` orders.
  const time = Date.parse(at)
  const envelope = { id: uid, stream, sequence, previous, at: Number.isNaN(time) ? 0 : time, origin: 'server' as const }
  return { ...envelope, type: event, payload: payloadOf(message) }
}

function payloadOf(message: LiveMessage): unknown {
  switch (message.type) {
    case 'TEST_RUN':
      return message.testRun
    case 'TEST_RUN_DELETED':
      return { testRunId: message.testRunId, before: message.before }
    case 'TEST_RUN_STATISTICS':
      return message.testRunStatistics
    case 'TEST':
      return message.test
    case 'TEST_DELETED':
      return { testId: message.testId, before: message.before }
    case 'PASS_RATE':
      return message.passRate
  }
}

/**
 * Actors of the log stream machine, between log and server. Each resolves with the stream's state afterwards, or rejects without effect and
 * may be retried.
 */
export const logStreamActors = (log: Log, { fetchMissed, reload }: StreamSource) => ({
  append: async ({ stream, records }: { stream: string; records: readonly LogRecord[] }): Promise<Place> => {
    await append(log, records)
    return place(await streamPosition(log, stream))
  },
  fetchMissed: async ({ stream, signal }: { stream: string; signal: AbortSignal }) => {
    const { applied } = await streamPosition(log, stream)
    const { events, last, reset } = await fetchMissed(stream, applied, signal)
    return { records: events.map(toRecord), last, isReset: reset }
  },
  reload: async ({ stream, last, signal }: { stream: string; last: number; signal: AbortSignal }): Promise<Place> => {
    await reload(stream, signal)
    // Windows that are not open were not reloaded: they stay stale until opened.
    await skipTo(log, stream, last)
    return place(await streamPosition(log, stream))
  },
})

export type Place = { position: number; hasGap: boolean }

const place = ({ applied, head }: Position): Place => ({ position: applied, hasGap: applied < head })
