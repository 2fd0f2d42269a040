import type { ImportedLaunch, ImportedLaunchFields } from '../../../contract/launches/result-import.ts'
import type { IdempotencyKey } from '../../db/idempotency-keys.ts'
import { finishLaunch } from '../reporting/launch-endings.ts'
import { startLaunch } from '../reporting/launch-operations.ts'
import type { LaunchRow } from '../rows.ts'
import type { Operation, Writer } from '../writer/writer.ts'
import { addReportedTests, prepareTests, type TimedTest } from './add-tests.ts'
import type { ReportedTest } from './formats/reported.ts'
import type { ReadSummary } from './reading/messages.ts'
import type { ResultReading } from './reading/readers.ts'

/** Project of the launch, and the user who imports it. */
export interface ImportPlace {
  projectId: number
  personId: number
}

export interface ImportWanted extends ImportedLaunchFields {
  framework: string | null
  /** Start of the launch, milliseconds since 1970. */
  startedAt: number
}

/**
 * Creates a launch from reports. `began` is called once the launch exists, `progress` after each part. When reading or a callback throws,
 * the launch is deleted.
 */
export const importResults = async (
  writer: Writer,
  place: ImportPlace,
  wanted: ImportWanted,
  reading: ResultReading,
  {
    began = () => Promise.resolve(),
    progress = () => {},
    key = null,
  }: {
    began?: (launchId: number) => Promise<void>
    progress?: (tests: number) => void
    /** Idempotency key of a request that may be retried: the launch of the first request counts. */
    key?: IdempotencyKey | null
  },
): Promise<ImportedLaunch> => {
  const launch = await writer.submit(startLaunch(place.projectId, place.personId, startOf(wanted)))
  try {
    await began(launch.id)
    const timed = createClock(wanted.startedAt)
    const parts = reading.tests()
    const nextPart = async () => {
      const part = await parts.next()
      return part.done === true ? part : { done: false as const, value: prepareTests(part.value.map(timed.of)) }
    }
    let stored = 0
    let next = await nextPart()
    while (!next.done) {
      const writing = writer.submit(addReportedTests(launch.id, next.value))
      stored += next.value.length
      // Reads and prepares the next part while this one is written: at most two are in memory.
      ;[next] = await Promise.all([nextPart(), writing])
      progress(stored)
    }
    const mine = outcomeOf(launch, next.value)
    const counts = await writer.submitOnce(key, finishLaunch(launch.id, new Date(timed.end())), () => mine)
    if (counts.launchId !== launch.id) await writer.submit(takenBack(launch.id))
    return counts
  } catch (error) {
    await writer.submit(takenBack(launch.id))
    throw error
  }
}

/** Deletes a partly stored launch. */
export const takenBack = (launchId: number): Operation<void> => ({
  needs: { launches: [launchId] },
  apply: (batch) => {
    const before = batch.launches.get(launchId)?.before ?? null
    if (before !== null) batch.launches.set(launchId, { before, row: null })
  },
})

const startOf = ({
  name,
  environment,
  build,
  framework,
  startedAt,
}: ImportWanted): Parameters<typeof startLaunch>[2] => ({
  uuid: null,
  name,
  startedAt: new Date(startedAt),
  status: null,
  framework,
  config: { environment: environment || null, build: build || null, treatSkipsAsFailures: false },
  milestone: null,
  ciContext: null,
  notifications: null,
  notificationTargets: null,
  jenkinsContext: null,
})

/** Tests without times follow each other from the start of the launch. */
const createClock = (startedAt: number) => {
  let cursor = startedAt
  let end = startedAt
  return {
    of: (test: ReportedTest): TimedTest => {
      const start = test.startedAt ?? cursor
      const finish = start + (test.durationMs ?? 0)
      if (test.startedAt === null) cursor = finish
      end = Math.max(end, finish)
      return { ...test, start: new Date(start), end: new Date(finish) }
    },
    end: () => end,
  }
}

const outcomeOf = (launch: LaunchRow, summary: ReadSummary): ImportedLaunch => ({
  launchId: launch.id,
  number: launch.number,
  tests: summary.tests,
  counts: summary.counts,
  problems: summary.problems,
  problemCount: summary.problemCount,
})
