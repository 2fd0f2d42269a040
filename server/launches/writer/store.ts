import { sql, type RawBuilder } from 'kysely'
import { appendingEvents, eventChannel, type NewEvent } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { LaunchRow, TestRow } from '../rows.ts'
import { isUnderWay, type LaunchStatus } from '../../../contract/launches/launches.ts'
import { changed, type Batch, type Held, type SessionRow } from './batch.ts'
import {
  insertArtifacts,
  insertExecutions,
  insertAttempts,
  insertEndings,
  insertKeys,
  insertLinks,
  insertLogLines,
  insertTests,
  isRecounted,
  recountLaunch,
  upsertCauseTags,
  upsertLaunches,
  upsertSessions,
  upsertTests,
} from './columns.ts'
import type { Version } from './row-cache.ts'
import { eventsOf, retoldLaunches } from './telling.ts'

/** What a batch leaves behind. */
interface Changes {
  goneLaunches: number[]
  goneTests: number[]
  /** Launches of launchers that have ended. */
  endedLaunches: number[]
  /** Launches that have ended just now, with their status. */
  endings: { launch_id: number; project_id: number; status: LaunchStatus; names_targets: boolean }[]
  launches: Omit<LaunchRow, 'created_at'>[]
  /** The one launch of the batch, where nothing of it changed but what is counted. */
  recounted: LaunchRow | null
  newTests: TestRow[]
  changedTests: TestRow[]
  sessions: SessionRow[]
  events: NewEvent[]
}

const changesOf = async (db: Db | Tx, batch: Batch): Promise<Changes> => {
  const launches = changed(batch.launches)
  const tests = changed(batch.tests)
  const recounted = recountedOf(launches)
  return {
    goneLaunches: goneOf(launches),
    goneTests: goneOf(tests),
    endedLaunches: launches.flatMap(({ before, row }) =>
      row !== null &&
      row.first_launch_id !== null &&
      before !== null &&
      isUnderWay(before.status) &&
      !isUnderWay(row.status)
        ? [row.id]
        : [],
    ),
    endings: launches.flatMap(({ before, row }) =>
      row !== null && !isUnderWay(row.status) && (before === null || isUnderWay(before.status))
        ? [
            {
              launch_id: row.id,
              project_id: row.project_id,
              status: row.status,
              names_targets: row.notifications !== null,
            },
          ]
        : [],
    ),
    launches: recounted === null ? rowsOf(launches).map(withoutCreated) : [],
    recounted,
    newTests: rowsOf(tests.filter(({ before }) => before === null)),
    changedTests: rowsOf(tests.filter(({ before }) => before !== null)),
    sessions: rowsOf(changed(batch.sessions)),
    events: await eventsOf(db, batch, launches, tests),
  }
}

const rowsOf = <Row>(held: readonly Held<Row>[]): Row[] => held.flatMap(({ row }) => (row === null ? [] : [row]))
const goneOf = <Row extends { id: number }>(held: readonly Held<Row>[]): number[] =>
  held.flatMap(({ before, row }) => (row === null && before !== null ? [before.id] : []))
/** Agents mostly report tests, and batches mostly come from one launch. */
const recountedOf = ([only, ...others]: readonly Held<LaunchRow>[]): LaunchRow | null =>
  only?.before && only.row && others.length === 0 && isRecounted(only.before, only.row) ? only.row : null
const withoutCreated = ({ created_at: _, ...row }: LaunchRow): Omit<LaunchRow, 'created_at'> => row

/** What came of a statement that writes a batch. */
export interface Stored {
  /** Whether the rows were still of the versions they had to be of. If not, nothing is written. */
  held: boolean
  /** The number of the transaction, as the rows it wrote have it. */
  version: string
}

/**
 * The statements that write what changed in a batch, and tell of it; the last one answers with `Stored`. They are to run in this
 * order in one transaction, and none needs another's answer. Mostly there is one, which needs no transaction around it.
 * `notifies`: whoever tails the events hears of it from the database, and not from the caller.
 */
export const storing = async (db: Db | Tx, batch: Batch, notifies: boolean): Promise<RawBuilder<Stored>[]> => {
  const changes = await changesOf(db, batch)
  const { goneLaunches, goneTests, endedLaunches } = changes
  return [
    ...(goneLaunches.length > 0 ? [sql<Stored>`delete from launch where id = any(${goneLaunches}::bigint[])`] : []),
    ...[...batch.numbered].map(
      (id) => sql<Stored>`update project set last_launch_number = ${batch.launchNumbers.get(id)}::int where id = ${id}`,
    ),
    ...(endedLaunches.length > 0
      ? [
          sql<Stored>`update launch_execution set state = 'aborted'
                       where launch_id = any(${endedLaunches}::bigint[]) and state = 'queued'`,
        ]
      : []),
    ...(goneTests.length > 0 ? [sql<Stored>`delete from test where id = any(${goneTests}::bigint[])`] : []),
    sql<Stored>`with ${sql.join([unguarded, ...writing(batch, changes, sql``)], sql`, `)} ${stored(notifies && changes.events.length > 0)}`,
  ]
}

/**
 * One statement that writes what changed in a batch, provided that its rows are still of these versions: whoever else changed one
 * has left another. Locks them, launches first. Null for a batch that needs more than that: one that deletes rows, and one that tells
 * of a launch with its artifacts, which may change although no row of these does, and one that numbers a launch.
 */
export const storingUnchanged = async (
  db: Db,
  batch: Batch,
  versions: { launches: readonly Version[]; tests: readonly Version[] },
): Promise<RawBuilder<Stored> | null> => {
  if (retoldLaunches(batch).length > 0 || batch.numbered.size > 0) return null
  const changes = await changesOf(db, batch)
  if (changes.goneLaunches.length + changes.goneTests.length > 0) return null
  const when = sql` where (select held from guard)`
  return sql<Stored>`with ${sql.join([guarded(versions), ...writing(batch, changes, when)], sql`, `)} ${stored(changes.events.length > 0)}`
}

const unguarded = sql`guard as (select true as held)`

// The lateral join makes sure of the index, whatever the planner thinks of the table when it plans this once and for all.
const lockedAs = (table: 'launch' | 'test', versions: readonly Version[]): RawBuilder<unknown> => sql`
  select r.id from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v(id bigint, version text)
   cross join lateral (select id from ${sql.table(table)} where id = v.id and xmin::text = v.version for update) r`

const guarded = (versions: { launches: readonly Version[]; tests: readonly Version[] }): RawBuilder<unknown> => sql`
  locked_launch as materialized (${lockedAs('launch', versions.launches)}),
  locked_test as materialized (${lockedAs('test', versions.tests)}),
  guard as materialized (
    select (select count(*) from locked_launch) = ${versions.launches.length}::int
       and (select count(*) from locked_test) = ${versions.tests.length}::int as held
  )`

const writing = (
  batch: Batch,
  { launches, endings, recounted, newTests, changedTests, sessions, events }: Changes,
  when: RawBuilder<unknown>,
) => {
  // What hangs on tests is left out for those that were taken back in the same batch.
  const isThere = ({ test_id: id }: { test_id: number | null }) => id === null || batch.tests.get(id)?.row != null
  const writes = [
    recounted === null ? upsertLaunches(launches, when) : recountLaunch(recounted),
    insertTests(newTests, when),
    upsertTests(changedTests, when),
    upsertSessions(sessions, when),
    upsertCauseTags([...batch.causeTags.values()], when),
    insertAttempts(batch.attempts.filter(isThere), when),
    insertLinks([...batch.newLinks.values()].filter(isThere), when),
    insertLogLines(batch.logLines.filter(isThere), when),
    insertArtifacts(batch.artifacts.filter(isThere), when),
    insertExecutions(batch.executions, when),
    insertEndings(endings),
    insertKeys(
      batch.keys.map(({ personId, ...key }) => ({ ...key, person_id: personId })),
      when,
    ),
  ].flatMap((write, place) => (write === null ? [] : [sql`${sql.raw(`w${place}`)} as (${write})`]))
  return events.length === 0 ? writes : [...writes, appendingEvents(events, { when })]
}

const stored = (notifies: boolean): RawBuilder<unknown> =>
  notifies
    ? sql`select held, pg_current_xact_id()::xid::text as version, case when held then pg_notify(${eventChannel}, '') end
        from guard`
    : sql`select held, pg_current_xact_id()::xid::text as version from guard`
