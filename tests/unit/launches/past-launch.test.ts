import { expect, test } from 'vitest'
import { TestsQuery } from '../../../contract/launches/launch-tests.ts'
import { NO_STATISTICS } from '../../../contract/launches/launches.ts'
import { ratesAt, testsAt } from '../../../views/launches/launch/past-launch.ts'
import { aLaunch, aTest } from '../store/support/launches.ts'

const rate = (launchId: number, passRate: number) => ({
  launchId,
  launchNumber: launchId,
  passRate,
  startedAt: '2026-01-01T00:00:00.000Z',
})

test('pass rates are those of the moment: later launches are absent, and the launch has the rate that it had', () => {
  const history = [rate(1, 0.5), rate(2, 1), rate(3, 0.75)]
  const launch = aLaunch({ id: 2, statistics: { ...NO_STATISTICS, passed: 1, failed: 3 } })
  expect(ratesAt(history, launch)).toEqual([rate(1, 0.5), rate(2, 0.25)])
  expect(ratesAt(history, aLaunch({ id: 2, statistics: { ...NO_STATISTICS, inProgress: 2 } }))).toEqual([rate(1, 0.5)])
  expect(ratesAt(null, launch)).toBeNull()
})

test('tests in progress have lasted up to the moment; at the newest moment the clock runs', () => {
  const start = '2026-01-01T00:00:00.000Z'
  const running = { status: 'IN_PROGRESS' as const, startTime: start, finishTime: null, durationMs: null }
  const tests = [aTest({ ...running, id: 1 }), aTest({ id: 2, status: 'PASSED', durationMs: 2000 })]
  const moment = { at: Date.parse(start) + 9000, tests, statistics: { ...NO_STATISTICS, passed: 1, inProgress: 1 } }
  const query = TestsQuery.parse({})
  const durationsAt = (isNewest: boolean) =>
    testsAt(
      { moment, causes: new Map(), hasEnded: false, isNewest },
      query,
      aLaunch({ status: 'IN_PROGRESS' }),
    ).page.rows.map(({ id, durationMs }) => [id, durationMs])
  expect(durationsAt(false)).toContainEqual([1, 9000])
  expect(durationsAt(true)).toContainEqual([1, null])
})
