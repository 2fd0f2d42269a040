import { sql } from 'kysely'
import { isUnderWay, passRate, RESULT_KINDS, type Launch } from '../../../contract/launches.ts'
import { launchStream, projectStream } from '../../../contract/live.ts'
import { appendEvents, type NewEvent } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'
import { readLaunchExtras } from '../extras.ts'
import { COUNT_COLUMNS, launchOf, statisticsOf, testOf, type LaunchRow, type TestRow } from '../rows.ts'
import { changed, type Batch, type Held } from './batch.ts'
import { upsertLaunches, upsertSessions, upsertTests } from './columns.ts'

/** Writes what changed in a batch and tells of it, each table in one statement. */
export const store = async (tx: Tx, batch: Batch): Promise<void> => {
  const launches = changed(batch.launches)
  const tests = changed(batch.tests)
  const sessions = changed(batch.sessions)

  const rowsOf = <Row>(held: readonly Held<Row>[]): Row[] => held.flatMap(({ row }) => (row === null ? [] : [row]))
  const goneOf = <Row extends { id: number }>(held: readonly Held<Row>[]): number[] =>
    held.flatMap(({ before, row }) => (row === null && before !== null ? [before.id] : []))

  const goneLaunches = goneOf(launches)
  const goneTests = goneOf(tests)
  if (goneLaunches.length > 0) await tx.deleteFrom('launch').where('id', 'in', goneLaunches).execute()
  if (goneTests.length > 0) await tx.deleteFrom('test').where('id', 'in', goneTests).execute()

  const written = [
    [rowsOf(launches).map(withoutCreated), upsertLaunches],
    [rowsOf(tests), upsertTests],
    [rowsOf(sessions), upsertSessions],
  ] as const
  for (const [rows, upsert] of written) if (rows.length > 0) await upsert(rows).execute(tx)

  await storeDetails(tx, batch)
  await appendEvents(tx, await eventsOf(tx, batch, launches, tests))
}

const withoutCreated = ({ created_at: _, ...row }: LaunchRow): Omit<LaunchRow, 'created_at'> => row

/** What hangs on tests: left out for those that were taken back in the same batch. */
const storeDetails = async (tx: Tx, batch: Batch): Promise<void> => {
  const isThere = ({ test_id: id }: { test_id: number | null }) => id === null || batch.tests.get(id)?.row != null
  const attempts = batch.attempts.filter(isThere)
  if (attempts.length > 0)
    await tx
      .insertInto('test_attempt')
      .values(attempts)
      .onConflict((c) => c.doNothing())
      .execute()
  const links = [...batch.newLinks.values()].filter(isThere)
  if (links.length > 0)
    await tx
      .insertInto('test_session_test')
      .values(links)
      .onConflict((c) => c.doNothing())
      .execute()
  const lines = batch.logLines.filter(isThere)
  if (lines.length > 0)
    await sql`insert into log_line (test_id, attempt, at, level, message)
      select test_id, attempt, at, level, message
        from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
               as (test_id bigint, attempt int, at bigint, level text, message text))
        with ordinality as r(test_id, attempt, at, level, message, place)
       order by place`.execute(tx)
  const artifacts = batch.artifacts.filter(isThere)
  if (artifacts.length > 0) await tx.insertInto('artifact').values(artifacts).execute()
}

/** Statistics first, then the launch, then its tests (live-topics: order for an agent's call). */
const eventsOf = async (
  tx: Tx,
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
  const extras = await readLaunchExtras(tx, told)
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
