import { Readable } from 'node:stream'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../contract/launches/result-import-limits.ts'
import {
  PARTIAL_LABEL,
  type ImportedLaunch,
  type ImportedLaunchFields,
} from '../../../contract/launches/result-import.ts'
import type { IdempotencyKey } from '../../db/call-transaction.ts'
import type { FileStore } from '../../files/store.ts'
import { finishLaunch } from '../reporting/launch-endings.ts'
import { addLabels } from '../reporting/labels.ts'
import { startLaunch } from '../reporting/launch-operations.ts'
import { addArtifact } from '../reporting/upload-operations.ts'
import type { LaunchRow } from '../rows.ts'
import type { Operation } from '../writer/operation.ts'
import type { Writer } from '../writer/writer.ts'
import { addReportedTests, prepareTests, type TimedTest } from './add-tests.ts'
import type { ReportedTest } from './formats/reported.ts'
import type { ReadSummary } from './reading/messages.ts'
import type { ResultReading } from './reading/readers.ts'
import { attachedTo, storeAttachments, type AttachedFile } from './store-attachments.ts'

/** Project of the launch, and the user who imports it. */
export interface ImportPlace {
  projectId: number
  userId: number
}

/** Import that creates a launch; the launch's uuid is its id, so that it is found after a crash. */
export interface Importing extends ImportPlace {
  importId: string
}

export interface ImportRequest extends ImportedLaunchFields {
  framework: string | null
  /** Start of the launch, milliseconds since 1970. */
  startedAt: number
  /** A part of the reports is lost. */
  isPartial: boolean
  /** The launch of an earlier call was taken back, because its server stopped. */
  wasInterrupted?: boolean
}

/** Launch that an import adds its tests to. */
export interface Destination {
  launch: LaunchRow
  /** Index of the shard that it is; null for a whole launch. */
  shard: number | null
  end: (at: Date) => Operation<LaunchRow>
  /** Deletes the tests of this import, and its launch if it has no others. */
  drop: () => Promise<unknown>
}

/** Starts a launch of its own. */
export const beginLaunch = async (
  writer: Writer,
  importing: Importing,
  requested: ImportRequest,
): Promise<Destination> => {
  const launch = await writer.submit(startImport(importing, requested))
  return {
    launch,
    shard: null,
    end: (at) => finishLaunch(launch.id, at),
    drop: () => writer.submit(deletePartlyStored(launch.id)),
  }
}

/** Parts of the reports that wait for the writer: one is written, the next one is built, and the third reads what it needs. */
const PARTS_AT_ONCE = 3

const OUTPUT_FILE = 'output-of-suites.log'
/** Of a character in UTF-8. */
const MAX_BYTES = 4

/**
 * Adds the tests of reports to a launch, and ends it. Calls `progress` after each part. Calls `drop` when reading the reports or `progress`
 * throws.
 */
export const importResults = async (
  { writer, files: store }: { writer: Writer; files: FileStore },
  { launch, shard, end, drop }: Destination,
  requested: ImportRequest,
  reading: ResultReading,
  {
    progress = () => {},
    key = null,
  }: {
    progress?: (tests: number) => void
    /** Idempotency key of a request that may be retried: the launch of the first request counts. */
    key?: IdempotencyKey | null
  },
): Promise<ImportedLaunch> => {
  const pending: Promise<void>[] = []
  try {
    const timed = createClock(requested.startedAt)
    const parts = reading.tests()
    const nextPart = async () => {
      const part = await parts.next()
      return part.done === true ? part : { done: false as const, value: prepareTests(part.value.map(timed.of)) }
    }
    const place = { launchId: launch.id, projectId: launch.project_id, shard }
    const attached: AttachedFile[] = []
    let stored = 0
    let next = await nextPart()
    while (!next.done) {
      const tests = next.value
      const writing = writer.submit(addReportedTests(place, tests)).then((ids) => {
        attached.push(...attachedTo(launch.id, ids, tests))
        return progress((stored += tests.length))
      })
      // Awaited below; until then a failure is not an unhandled one.
      writing.catch(() => undefined)
      pending.push(writing)
      // Reads and prepares the next part while these are written.
      ;[next] = await Promise.all([nextPart(), pending.length < PARTS_AT_ONCE ? null : pending.shift()])
    }
    await Promise.all(pending)
    const { output, attachments } = next.value
    if (output !== '') {
      const { hash } = await store.put(
        Readable.from([Buffer.from(output)]),
        OUTPUT_FILE,
        LIMITS.suiteOutput * MAX_BYTES,
      )
      const upload = { kind: 'file', name: OUTPUT_FILE, hash, at: timed.end() } as const
      await writer.submit(addArtifact({ launchId: launch.id }, upload))
    }
    const ofLaunch = attachments.map(({ id, name }) => ({ id, name, target: { launchId: launch.id }, at: timed.end() }))
    const summary = await storeAttachments({ writer, store }, reading, [...ofLaunch, ...attached], () =>
      progress(stored),
    )
    const mine = outcomeOf(launch, summary, requested.wasInterrupted ?? false)
    const counts = await writer.submitOnce(key, end(new Date(timed.end())), () => mine)
    if (counts.launchId !== launch.id) await drop()
    return counts
  } catch (error) {
    await Promise.allSettled(pending)
    await drop()
    throw error
  }
}

/** Starts the launch. One of which a part is lost is marked from the beginning. */
const startImport = ({ projectId, userId, importId }: Importing, requested: ImportRequest): Operation<LaunchRow> => {
  const start = startLaunch(projectId, userId, { ...startOf(requested), uuid: importId })
  return {
    needs: start.needs,
    apply: (batch) => {
      const launch = start.apply(batch)
      if (!requested.isPartial) return launch
      const marked = { ...launch, labels: addLabels(launch.labels, [PARTIAL_LABEL]) }
      batch.setLaunch(marked)
      return marked
    },
  }
}

/** Deletes a partly stored launch. */
export const deletePartlyStored = (launchId: number): Operation<void> => ({
  needs: { launches: [launchId] },
  apply: (batch) => {
    const before = batch.launches.get(launchId)?.before ?? null
    if (before !== null) batch.launches.set(launchId, { before, row: null })
  },
})

/** Returns the fields by which an agent would start the launch. */
export const startOf = ({
  name,
  environment,
  build,
  framework,
  startedAt,
  origin,
}: ImportRequest): Parameters<typeof startLaunch>[2] => ({
  uuid: null,
  name,
  startedAt: new Date(startedAt),
  status: null,
  framework,
  config: { environment: environment || null, build: build || null, treatSkipsAsFailures: false },
  milestone: null,
  ciContext: null,
  origin,
  buildKey: null,
  shard: null,
  notifications: null,
  notificationTargets: null,
  jenkinsContext: null,
})

/** Limit of the time that tests without times are spread over, from the start of the launch. */
const LONGEST_MS = 30 * 24 * 3_600_000

/** Tests without times follow each other from the start of the launch. */
const createClock = (startedAt: number) => {
  let cursor = startedAt
  let end = startedAt
  return {
    of: (test: ReportedTest): TimedTest => {
      const start = test.startedAt ?? cursor
      const finish = start + (test.durationMs ?? 0)
      if (test.startedAt === null) cursor = Math.min(finish, startedAt + LONGEST_MS)
      end = Math.max(end, finish)
      return { ...test, start: new Date(start), end: new Date(finish) }
    },
    end: () => end,
  }
}

/** Returns the answer to the call. */
export const outcomeOf = (launch: LaunchRow, summary: ReadSummary, wasInterrupted: boolean): ImportedLaunch => ({
  wasInterrupted,
  launchId: launch.id,
  number: launch.number,
  tests: summary.tests,
  counts: summary.counts,
  problems: summary.problems,
  problemCount: summary.problemCount,
  isPartial: summary.isPartial,
})
