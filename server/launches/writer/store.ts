import { sql, type RawBuilder } from 'kysely'
import { appendingEvents, type NewEvent } from '../../db/events.ts'
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
  insertSteps,
  insertTests,
  isRecounted,
  recountLaunch,
  upsertCauseTags,
  upsertLaunches,
  upsertSessions,
  upsertTests,
} from './columns.ts'
import type { Version } from './row-cache.ts'
import { deletingTests } from '../deletion/delete-tests.ts'
import { eventsOf, republishedLaunches } from './batch-events.ts'

/** Rows and events to write for a batch. */
interface Changes {
  goneLaunches: number[]
  goneTests: number[]
  /** Finished launches of launchers. */
  endedLaunches: number[]
  /** Launches that finished in this batch, with their status. */
  endings: { launch_id: number; project_id: number; status: LaunchStatus; names_targets: boolean }[]
  launches: Omit<LaunchRow, 'created_at'>[]
  /** The batch's only launch, when nothing but its counters changed; null otherwise. */
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
/** Most batches report tests of a single launch. */
const recountedOf = ([only, ...others]: readonly Held<LaunchRow>[]): LaunchRow | null =>
  only?.before && only.row && others.length === 0 && isRecounted(only.before, only.row) ? only.row : null
const withoutCreated = ({ created_at: _, ...row }: LaunchRow): Omit<LaunchRow, 'created_at'> => row

/** Result of a statement that writes a batch. */
export interface Stored {
  /** Whether the rows still had the expected versions. If not, nothing is written. */
  held: boolean
  /** Id of the transaction, which is the version of the rows that it wrote. */
  version: string
}

/**
 * Returns the statements that write the changes and events of a batch; the last one returns `Stored`. Run them in this order in one
 * transaction; they do not depend on each other's results. Usually there is only one, which needs no explicit transaction.
 */
export const storing = async (db: Db | Tx, batch: Batch): Promise<RawBuilder<Stored>[]> => {
  const changes = await changesOf(db, batch)
  const { goneLaunches, goneTests, endedLaunches } = changes
  return [
    ...(batch.statements as RawBuilder<Stored>[]),
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
    ...(goneTests.length > 0 ? deletingTests<Stored>(goneTests) : []),
    sql<Stored>`with ${sql.join([unguarded, ...writing(batch, changes, sql``)], sql`, `)} ${stored}`,
  ]
}

/**
 * Returns one statement that writes the changes of a batch if its rows still have these versions (optimistic locking by `xmin`). Locks
 * them, launches first. Null for a batch that needs more: it has statements of its own, deletes rows, numbers a launch, or publishes a launch with its artifacts,
 * which can change without its row.
 */
export const storingUnchanged = async (
  db: Db,
  batch: Batch,
  versions: { launches: readonly Version[]; tests: readonly Version[] },
): Promise<RawBuilder<Stored> | null> => {
  if (republishedLaunches(batch).length > 0 || batch.numbered.size > 0 || batch.statements.length > 0) return null
  const changes = await changesOf(db, batch)
  if (changes.goneLaunches.length + changes.goneTests.length > 0) return null
  const when = sql` where (select held from guard)`
  return sql<Stored>`with ${sql.join([guarded(versions), ...writing(batch, changes, when)], sql`, `)} ${stored}`
}

const unguarded = sql`guard as (select true as held)`

// The lateral join forces the use of the index, whatever the statistics are when the statement is planned once.
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
  // Skips dependent rows of tests that were reverted in the same batch.
  const isThere = ({ test_id: id }: { test_id: number | null }) => id === null || batch.tests.get(id)?.row != null
  const writes = [
    recounted === null ? upsertLaunches(launches, when) : recountLaunch(recounted),
    insertTests(newTests, when),
    upsertTests(changedTests, when),
    upsertSessions(sessions, when),
    upsertCauseTags([...batch.causeTags.values()], when),
    insertAttempts(batch.attempts.filter(isThere), when),
    insertSteps(batch.steps.filter(isThere), when),
    insertLinks([...batch.newLinks.values()].filter(isThere), when),
    insertLogLines(batch.logLines.filter(isThere), when),
    insertArtifacts(batch.artifacts.filter(isThere), when),
    insertExecutions(batch.executions, when),
    insertEndings(endings),
    insertKeys(
      batch.keys.map(({ userId, ...key }) => ({ ...key, user_id: userId })),
      when,
    ),
  ].flatMap((write, place) => (write === null ? [] : [sql`${sql.raw(`w${place}`)} as (${write})`]))
  return events.length === 0 ? writes : [...writes, appendingEvents(events, { when })]
}

const stored = sql`select held, pg_current_xact_id()::xid::text as version from guard`
