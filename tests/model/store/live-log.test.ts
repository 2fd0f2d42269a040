import { knownEvents } from '../../../store/projections/known-events.ts'
import * as fc from 'fast-check'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { expect, test } from 'vitest'
import { batchQueue } from '../../../machines/live/batch-queue.ts'
import { isTaking, logStream } from '../../../machines/live/log-stream.machine.ts'
import { LaunchesQuery, NO_STATISTICS } from '../../../contract/launches/launches.ts'
import type { LiveMessage } from '../../../contract/live.ts'
import { launches, launchesWindow } from '../../../store/projections/launches.ts'
import { closeLog, openLog } from '../../../store/log/log.ts'
import { logStreamActors, toRecord, type StreamSource } from '../../../store/log/log-stream.ts'
import { project } from '../../../store/projections/project.ts'
import type { LogRecord } from '../../../store/log/record.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'
import '../../unit/store/support/events.ts'
import { aLaunch } from '../../unit/store/support/launches.ts'

const stream = 'project:7'
const key = 'launches:7:?page=1'

/**
 * The count of one launch after `sequence` events: the screen shows which events it contains. `previous`: the message before it, if the
 * server left out those in between.
 */
const message = (sequence: number, previous?: number): LiveMessage => ({
  type: 'TEST_RUN_STATISTICS',
  event: 'launch/statistics',
  testRunStatistics: { testRunId: 1, reviewed: false, ...NO_STATISTICS, passed: sequence },
  uid: `event-${sequence}`,
  stream,
  sequence,
  previous,
  at: '2026-01-02T03:04:05.000Z',
})

/** Fate of one event of the server, and of the connection. */
const fate = fc.constantFrom('delivered', 'left out', 'lost', 'twice', 'late', 'link down', 'link up', 'tick')

let turn = 0

const live = async (fates: readonly string[], maxMissed: number) => {
  const log = openLog(`live-log-${(turn += 1)}`, knownEvents)
  const clock = new SimulatedClock()
  let last = 0
  const window = () => ({
    key,
    stream,
    sequence: last,
    state: launchesWindow({
      items: [aLaunch({ statistics: { ...NO_STATISTICS, passed: last } })],
      total: 1,
      query: LaunchesQuery.parse({}),
    }),
  })
  await putSnapshot(log, launches, window())
  const source: StreamSource = {
    fetchMissed: (_, after) => {
      const events = Array.from({ length: last - after }, (_, i) => message(after + 1 + i))
      const reset = events.length > maxMissed
      return Promise.resolve({ events: reset ? [] : events, last, reset })
    },
    reload: async () => {
      await putSnapshot(log, launches, window())
    },
  }
  const actors = logStreamActors(log, source)
  const following = createActor(
    logStream<LogRecord>({ jitter: () => 1 }).provide({
      actors: {
        append: fromPromise(({ input }) => actors.append(input)),
        fetchMissed: fromPromise(({ input, signal }) => actors.fetchMissed({ ...input, signal })),
        reload: fromPromise(({ input, signal }) => actors.reload({ ...input, signal })),
      },
    }),
    { input: { stream }, clock },
  ).start()
  const batching = batchQueue<LogRecord>((records) => following.send({ type: 'records/arrived', records }), {
    inProgress: true,
    isReady: isTaking(following.getSnapshot()),
    max: 3,
    clock,
  })
  following.subscribe((snapshot) => batching.ready(isTaking(snapshot)))
  const arrive = (one: LiveMessage) => batching.add(toRecord(one))
  const late: LiveMessage[] = []
  let previous: number | undefined
  let isUp = false
  const link = (up: boolean) => {
    isUp = up
    following.send({ type: up ? 'link/up' : 'link/down' })
  }
  for (const what of fates) {
    if (what === 'link down' || what === 'link up') link(what === 'link up')
    else if (what === 'tick') {
      clock.increment(2000)
      await new Promise(setImmediate)
    } else {
      last += 1
      if (what === 'left out') {
        previous ??= last - 1
        continue
      }
      const sent = message(last, previous)
      previous = undefined
      if (what === 'late') late.push(sent)
      else if (isUp && what !== 'lost') for (let n = what === 'twice' ? 2 : 1; n > 0; n -= 1) arrive(sent)
    }
  }
  for (const one of late.reverse()) arrive(one)
  link(false)
  link(true)
  clock.increment(2000)
  await waitFor(following, isTaking, { timeout: 20_000 })
  const shown = await project({ log, projection: launches, key, stream })
  following.stop()
  batching.stop()
  closeLog(log)
  return { shown, last }
}

test('[LIVE-09] whatever is lost, doubled or late on the way, the screen ends where the server is', async () => {
  const given = [fc.array(fate, { maxLength: 30 }), fc.integer({ min: 0, max: 12 })] as const
  const property = fc.asyncProperty(...given, async (fates, maxMissed) => {
    const { shown, last } = await live(fates, maxMissed)
    expect([shown.sequence, shown.isStale, shown.state.rows.byId[1]?.statistics.passed]).toEqual([last, false, last])
  })
  const result = await fc.check(property, { numRuns: 200, timeout: 60_000 })
  expect((await fc.asyncDefaultReportMessage(result)) ?? 'held').toBe('held')
})
