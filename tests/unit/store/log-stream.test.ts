import { knownEvents } from '../../../store/projections/known-events.ts'
import { expect, test } from 'vitest'
import { append } from '../../../store/log/append.ts'
import { openLog } from '../../../store/log/log.ts'
import { logStreamActors, toRecord, type StreamSource } from '../../../store/log/log-stream.ts'
import { streamPosition } from '../../../store/log/positions.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'
import { launchOf } from '../../../store/projections/launch.ts'
import './support/events.ts'
import { messagesOf } from './support/launches.ts'

const stream = 'launch:1'
const one = launchOf(1)
const messages = messagesOf(stream)
const { signal } = new AbortController()
const source = (over: Partial<StreamSource>): StreamSource => ({
  fetchMissed: () => Promise.reject(new Error('not asked for here')),
  reload: () => Promise.reject(new Error('not asked for here')),
  ...over,
})

test('requests missed messages after the last number without a gap', async () => {
  const log = openLog('stream-1', knownEvents)
  await append(
    log,
    [messages[0], messages[3]].flatMap((m) => (m ? [toRecord(m)] : [])),
  )
  const sentRequests: number[] = []
  const fetchMissed = (_: string, after: number) => {
    sentRequests.push(after)
    return Promise.resolve({ events: messages.slice(after), last: 6, reset: false })
  }
  const actors = logStreamActors(log, source({ fetchMissed }))
  const missed = await actors.fetchMissed({ stream, signal })
  expect(sentRequests).toEqual([1])
  expect(missed).toMatchObject({ last: 6, isReset: false })
  expect(await actors.append({ stream, records: missed.records })).toEqual({ position: 6, hasGap: false })
})

test('a reload is at the number the server named, whether or not a window was loaded', async () => {
  const log = openLog('stream-2', knownEvents)
  const reload = async () => {
    await putSnapshot(log, one, { key: 'launch:1', stream, sequence: 4, state: one.empty })
  }
  const actors = logStreamActors(log, source({ reload }))
  expect(await actors.reload({ stream, last: 4, signal })).toEqual({ position: 4, hasGap: false })
  const idle = logStreamActors(log, source({ reload: () => Promise.resolve() }))
  expect(await idle.reload({ stream: 'launch:2', last: 900, signal })).toEqual({ position: 900, hasGap: false })
  expect(await streamPosition(log, 'launch:2')).toMatchObject({ applied: 900, head: 900 })
})

test('a time that cannot be read does not cost the event', () => {
  const [message] = messages
  expect(message && toRecord({ ...message, at: 'soon' })).toMatchObject({ at: 0, sequence: 1, type: 'launch/started' })
})
