import { sql, type RawBuilder } from 'kysely'
import { isUnderWay, passRate, RESULT_KINDS, type Launch } from '../../../contract/launches.ts'
import { launchStream, projectStream } from '../../../contract/live.ts'
import { appendingEvents, type NewEvent } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { readLaunchExtras } from '../extras.ts'
import { COUNT_COLUMNS, launchOf, statisticsOf, testOf, type LaunchRow, type TestRow } from '../rows.ts'
import { changed, type Batch, type Held } from './batch.ts'
import {
  insertArtifacts,
  insertAttempts,
  insertLinks,
  insertLogLines,
  upsertLaunches,
  upsertSessions,
  upsertTests,
} from './columns.ts'

/**
 * The statements that write what changed in a batch, each table in one, and tell of it. They are to run in this order in one
 * transaction, and none needs another's answer.
 */
export const storing = async (db: Db | Tx, batch: Batch): Promise<RawBuilder<unknown>[]> => {
  const launches = changed(batch.launches)
  const tests = changed(batch.tests)
  const sessions = changed(batch.sessions)
  const events = await eventsOf(db, batch, launches, tests)

  const rowsOf = <Row>(held: readonly Held<Row>[]): Row[] => held.flatMap(({ row }) => (row === null ? [] : [row]))
  const goneOf = <Row extends { id: number }>(held: readonly Held<Row>[]): number[] =>
    held.flatMap(({ before, row }) => (row === null && before !== null ? [before.id] : []))
  const goneLaunches = goneOf(launches)
  const goneTests = goneOf(tests)
  const launchRows = rowsOf(launches).map(withoutCreated)
  const testRows = rowsOf(tests)
  const sessionRows = rowsOf(sessions)

  const statements: RawBuilder<unknown>[] = []
  if (goneLaunches.length > 0) statements.push(sql`delete from launch where id = any(${goneLaunches}::bigint[])`)
  if (goneTests.length > 0) statements.push(sql`delete from test where id = any(${goneTests}::bigint[])`)
  if (launchRows.length > 0) statements.push(upsertLaunches(launchRows))
  if (testRows.length > 0) statements.push(upsertTests(testRows))
  if (sessionRows.length > 0) statements.push(upsertSessions(sessionRows))
  statements.push(...storingDetails(batch))
  if (events.length > 0) statements.push(appendingEvents(events))
  return statements
}

const withoutCreated = ({ created_at: _, ...row }: LaunchRow): Omit<LaunchRow, 'created_at'> => row

/** What hangs on tests: left out for those that were taken back in the same batch. */
const storingDetails = (batch: Batch): RawBuilder<unknown>[] => {
  const isThere = ({ test_id: id }: { test_id: number | null }) => id === null || batch.tests.get(id)?.row != null
  return [
    insertAttempts(batch.attempts.filter(isThere)),
    insertLinks([...batch.newLinks.values()].filter(isThere)),
    insertLogLines(batch.logLines.filter(isThere)),
    insertArtifacts(batch.artifacts.filter(isThere)),
  ].filter((statement) => statement !== null)
}

/** Statistics first, then the launch, then its tests (live-topics: order for an agent's call). */
const eventsOf = async (
  db: Db | Tx,
  batch: Batch,
  launches: readonly Held<LaunchRow>[],
  tests: readonly Held<TestRow>[],
): Promise<NewEvent[]> => {
  const events: NewEvent[] = []
  const told: LaunchRow[] = [...batch.retold].flatMap((id) => batch.launches.get(id)?.row ?? [])
  for (const { before, row } of launches) {
    if (row === null) {
      if (before) events.push(inProject(before, 'launch/deleted', { testRunId: before.id }))
      continue
    }
    if (before === null || before.reviewed !== row.reviewed || !sameCounts(before, row))
      events.push(
        inProject(row, 'launch/statistics', { testRunId: row.id, reviewed: row.reviewed, ...statisticsOf(row) }),
      )
    if ((before === null || !sameHeader(before, row)) && !told.includes(row)) told.push(row)
  }
  const extras = await readLaunchExtras(db, told)
  for (const row of told) {
    const before = batch.launches.get(row.id)?.before ?? null
    const launch: Launch = launchOf(row, extras(row))
    const hasFinished = !isUnderWay(row.status) && (before === null || isUnderWay(before.status))
    events.push(
      inProject(row, before === null ? 'launch/started' : hasFinished ? 'launch/finished' : 'launch/changed', launch),
    )
  }
  for (const { before, row } of tests) {
    const of = row ?? before
    if (!of || batch.launches.get(of.launch_id)?.row === null) continue
    if (row === null) {
      if (before) events.push(inLaunch(before, 'test/deleted', { testId: before.id }))
    } else {
      const hasFinished = row.status !== 'IN_PROGRESS' && (before === null || before.status === 'IN_PROGRESS')
      events.push(
        inLaunch(row, hasFinished ? 'test/finished' : before === null ? 'test/started' : 'test/changed', testOf(row)),
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
  return events
}

const inProject = (row: LaunchRow, type: string, payload: object): NewEvent => ({
  stream: projectStream(row.project_id),
  type,
  payload,
  projectId: row.project_id,
})

const inLaunch = (row: TestRow, type: string, payload: object): NewEvent => ({
  stream: launchStream(row.launch_id),
  type,
  payload,
  projectId: row.project_id,
})

const sameCounts = (a: LaunchRow, b: LaunchRow): boolean =>
  RESULT_KINDS.every((kind) => a[COUNT_COLUMNS[kind]] === b[COUNT_COLUMNS[kind]])

// Counts travel as statistics; when it was last heard of, and what it wants sent where, is nobody's to see.
const UNTOLD = new Set<string>([...Object.values(COUNT_COLUMNS), 'heard_at', 'notifications', 'tcm', 'ended_by'])

const sameHeader = (a: LaunchRow, b: LaunchRow): boolean =>
  (Object.keys(a) as (keyof LaunchRow)[]).every((key) => UNTOLD.has(key) || a[key] === b[key])
