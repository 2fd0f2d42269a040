import { isUnderWay, passRate, RESULT_KINDS, type Launch } from '../../../contract/launches/launches.ts'
import { launchStream, projectStream } from '../../../contract/live.ts'
import type { NewEvent } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { readLaunchExtras } from '../extras.ts'
import { queueChanged } from '../queue-news.ts'
import { quarantineOf } from '../quarantine/active.ts'
import {
  COUNT_COLUMNS,
  launchOf,
  statisticsOf,
  testOf,
  type LaunchExtras,
  type LaunchRow,
  type TestRow,
} from '../rows.ts'
import { changed, type Batch, type Held } from './batch.ts'

/** Returns the launches that are published completely, not only their counters. */
export const republishedLaunches = (batch: Batch): LaunchRow[] => [
  ...new Set([
    ...[...batch.artifactsChanged].flatMap((id) => batch.launches.get(id)?.row ?? []),
    ...changed(batch.launches).flatMap(({ before, row }) =>
      row !== null && (before === null || !sameHeader(before, row)) ? [row] : [],
    ),
  ]),
]

/** Returns the events in this order: statistics, the launch, its tests (live-topics: order for an agent's call). */
export const eventsOf = async (
  db: Db | Tx,
  batch: Batch,
  launches: readonly Held<LaunchRow>[],
  tests: readonly Held<TestRow>[],
): Promise<NewEvent[]> => {
  const events: NewEvent[] = []
  const republished = republishedLaunches(batch)
  const deleted = launches.flatMap(({ before, row }) => (row === null && before !== null ? [before] : []))
  const extras = await readLaunchExtras(db, [...republished, ...deleted])
  const addedTo = await readAddedArtifacts(db, batch)
  const isQuarantined =
    batch.isQuarantined ??
    (await quarantineOf(
      db,
      tests.flatMap(({ before, row }) => row ?? before ?? []),
    ))
  const messageOf = (row: TestRow) => testOf({ ...row, quarantined: isQuarantined(row) })
  for (const { before, row } of launches) {
    if (row === null) {
      if (before)
        events.push(
          inProject(before, 'launch/deleted', { testRunId: before.id, before: launchOf(before, extras(before)) }),
        )
      continue
    }
    if (before === null || before.reviewed !== row.reviewed || !sameCounts(before, row))
      events.push(
        inProject(row, 'launch/statistics', { testRunId: row.id, reviewed: row.reviewed, ...statisticsOf(row) }),
      )
  }
  for (const row of republished) {
    const before = batch.launches.get(row.id)?.before ?? null
    const known = extras(row)
    const launch: Launch = launchOf(row, { ...known, artifacts: [...known.artifacts, ...addedTo(row.id)] })
    const hasFinished = !isUnderWay(row.status) && (before === null || isUnderWay(before.status))
    events.push(
      inProject(row, before === null ? 'launch/started' : hasFinished ? 'launch/finished' : 'launch/changed', {
        ...launch,
        before: before === null ? null : replaced(launchOf(before, extras(before)), launch),
      }),
    )
  }
  for (const { before, row } of tests) {
    const of = row ?? before
    if (!of || batch.launches.get(of.launch_id)?.row === null) continue
    if (row === null) {
      if (before) events.push(inLaunch(batch, before, 'test/deleted', { testId: before.id, before: messageOf(before) }))
    } else {
      const hasFinished = row.status !== 'IN_PROGRESS' && (before === null || before.status === 'IN_PROGRESS')
      const test = messageOf(row)
      events.push(
        inLaunch(batch, row, hasFinished ? 'test/finished' : before === null ? 'test/started' : 'test/changed', {
          ...test,
          before: before === null ? null : replaced(messageOf(before), test),
        }),
      )
    }
  }
  for (const { before, row } of launches) {
    if (row === null || isUnderWay(row.status)) continue
    const rate = passRate(statisticsOf(row))
    const wasFinal = before !== null && !isUnderWay(before.status)
    if (!wasFinal || passRate(statisticsOf(before)) !== rate)
      events.push({
        stream: launchStream(row.id),
        type: 'launch/pass-rate',
        payload: { testRunId: row.id, passRate: rate },
        projectId: row.project_id,
      })
  }
  return [...events, ...queueEventsOf(batch, launches)]
}

/** Events of launches that were queued, or left the queue before a worker took them. */
const queueEventsOf = (batch: Batch, launches: readonly Held<LaunchRow>[]): NewEvent[] => [
  ...batch.executions.map(({ project_id, launch_id }) => queueChanged({ projectId: project_id, launchId: launch_id })),
  ...launches.flatMap(({ before, row }) =>
    before !== null &&
    before.status === 'QUEUED' &&
    before.first_launch_id !== null &&
    (row === null || !isUnderWay(row.status))
      ? [queueChanged({ projectId: before.project_id, launchId: before.id })]
      : [],
  ),
]

/** Resolves with the files of launches that this batch adds: they are stored with its events, so no query finds them yet. */
const readAddedArtifacts = async (
  db: Db | Tx,
  batch: Batch,
): Promise<(launchId: number) => LaunchExtras['artifacts']> => {
  const added = batch.artifacts.filter((one) => one.test_id === null && one.test_session_id === null)
  if (added.length === 0) return () => []
  const hashes = [...new Set(added.map(({ file_hash: hash }) => hash))]
  const files = await db.selectFrom('file').select(['hash', 'size_bytes']).where('hash', 'in', hashes).execute()
  const sizes = new Map(files.map(({ hash, size_bytes: size }) => [hash, size]))
  return (launchId) =>
    added
      .filter((one) => one.launch_id === launchId)
      .map((one) => ({ ...one, size_bytes: sizes.get(one.file_hash) ?? 0 }))
}

/** Returns the previous values of the fields that changed. */
const replaced = <Fields extends object>(before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    (Object.keys(before) as (keyof Fields & string)[]).flatMap((key) =>
      isSame(before[key], after[key]) ? [] : [[key, before[key]]],
    ),
  ) as Partial<Fields>

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

const inProject = (row: LaunchRow, type: string, payload: object): NewEvent => ({
  stream: projectStream(row.project_id),
  type,
  payload,
  projectId: row.project_id,
})

const inLaunch = (batch: Batch, row: TestRow, type: string, payload: object): NewEvent => ({
  stream: launchStream(row.launch_id),
  type,
  payload,
  projectId: row.project_id,
  userId: batch.changedBy.get(row.id) ?? null,
})

const sameCounts = (a: LaunchRow, b: LaunchRow): boolean =>
  RESULT_KINDS.every((kind) => a[COUNT_COLUMNS[kind]] === b[COUNT_COLUMNS[kind]])

// Fields that do not make a launch changed for subscribers: counters are published as statistics, the others are internal.
const UNREPORTED = new Set<string>([...Object.values(COUNT_COLUMNS), 'heard_at', 'notifications', 'tcm', 'ended_by'])

const sameHeader = (a: LaunchRow, b: LaunchRow): boolean =>
  (Object.keys(a) as (keyof LaunchRow)[]).every((key) => UNREPORTED.has(key) || a[key] === b[key])
