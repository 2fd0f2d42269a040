import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestCase } from '../../contract/cases/cases.ts'
import type { FinishedLaunch, FinishedTest } from '../../contract/launches/finished-launch.ts'
import { recordLaunch, writeInTransaction } from '../launches/launches.ts'
import { shopLaunches, type SampleLaunch, type SampleTest } from './shop/launches.ts'
import { authorIn, entryOf, MINUTE_MS, type DemoProject } from './demo.ts'

/** Today's launches ended some minutes ago, at any time of day. */
const NEWEST_ENDED_MS = 4 * MINUTE_MS
const MINUTES_OF_DAY = 24 * 60

/** Adds finished launches with their tests and logs. `cases` by title. */
export const addLaunches = async (
  demo: DemoProject,
  cases: ReadonlyMap<string, TestCase>,
  timeZone: string,
): Promise<void> => {
  const launches = shopLaunches()
  const starts = await startsOf(demo, launches, timeZone)
  const operations = launches.map((launch, index) =>
    recordLaunch(authorIn(demo), finishedLaunch(launch, starts[index] ?? demo.now, cases)),
  )
  await demo.db.transaction().execute((tx) => writeInTransaction(tx, operations))
}

/** Returns the starts of the launches, milliseconds since 1970: at their time of day in the time zone, those of today in the past. */
const startsOf = async (
  { db, now }: DemoProject,
  launches: readonly SampleLaunch[],
  timeZone: string,
): Promise<number[]> => {
  const times = launches.map(({ daysAgo, minute }) => ({ daysAgo, minute }))
  const { rows } = await sql<{ start: Date }>`
    select (date_trunc('day', ${new Date(now)}::timestamptz at time zone ${timeZone})
             - make_interval(days => w."daysAgo") + make_interval(mins => w.minute)) at time zone ${timeZone} as start
      from rows from (jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as ("daysAgo" int, minute int))
             with ordinality as w("daysAgo", minute, place)
     order by w.place`.execute(db)
  return launches.map(({ daysAgo, minute, tests }, index) => {
    const start = rows[index]?.start.getTime() ?? now
    if (daysAgo > 0) return start
    const durationMs = tests.reduce((sum, { seconds }) => sum + seconds * 1000, 0)
    return Math.min(start, now - NEWEST_ENDED_MS - durationMs - (MINUTES_OF_DAY - minute) * 1000)
  })
}

const finishedLaunch = (
  { daysAgo, minute: _, labels, tests, ...launch }: SampleLaunch,
  start: number,
  cases: ReadonlyMap<string, TestCase>,
): FinishedLaunch => {
  let at = start
  const finished = tests.map((test) => {
    const from = at
    // Durations vary from launch to launch.
    at += Math.round(test.seconds * 1000 * (0.85 + ((daysAgo * 13 + test.name.length * 7) % 30) / 100))
    return finishedTest(test, { from, to: at, build: launch.build }, cases)
  })
  return {
    ...launch,
    uuid: randomUUID(),
    startedAt: new Date(start),
    endedAt: new Date(at),
    labels: labels.map(([key, value]) => ({ key, value })),
    tests: finished,
  }
}

const finishedTest = (
  { className, name, feature, layer, testCase, result, reason, issueId, earlier }: SampleTest,
  { from, to, build }: { from: number; to: number; build: string },
  cases: ReadonlyMap<string, TestCase>,
): FinishedTest => {
  const opened = layer === 'web' ? `Opens https://shop.example.com (build ${build})` : `Calls the API of build ${build}`
  const logs: FinishedTest['logs'] = [
    { at: new Date(from), level: 'INFO', message: opened },
    { at: new Date(from + (to - from) / 3), level: 'DEBUG', message: `Signed in as ada@example.com` },
    ...earlier.map((message) => ({
      at: new Date(from + (to - from) / 2),
      level: 'WARN' as const,
      message: `The first attempt failed: ${message.split('\n', 1)[0] ?? ''}`,
    })),
    result === 'FAILED' && reason !== null
      ? { at: new Date(to), level: 'ERROR', message: reason }
      : { at: new Date(to), level: 'INFO', message: 'All expectations were met' },
  ]
  return {
    name,
    className,
    maintainer: null,
    result,
    reason,
    issueId,
    startedAt: new Date(from),
    endedAt: new Date(to),
    labels: [{ key: 'feature', value: feature }],
    caseKeys: testCase === undefined ? [] : [entryOf(cases, testCase).key],
    earlier: earlier.map((text) => ({ result: 'FAILED', reason: text })),
    logs: result === 'SKIPPED' ? [] : logs,
  }
}
