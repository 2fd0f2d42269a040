import { sql } from 'kysely'
import { expect } from 'vitest'
import { RESULT_KINDS, kindOf, NO_STATISTICS, type Statistics } from '../../../../../contract/launches/launches.ts'
import { statisticsOf } from '../../../../../server/launches/rows.ts'
import type { TestApp } from '../../../support/app.ts'

type App = Pick<TestApp, 'db'>

export const launchRow = ({ db }: App, id: number) =>
  db.selectFrom('launch').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const testRow = ({ db }: App, id: number) =>
  db.selectFrom('test').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const testRows = ({ db }: App, launchId: number) =>
  db.selectFrom('test').selectAll().where('launch_id', '=', launchId).orderBy('id').execute()

export const sessionRow = ({ db }: App, id: number) =>
  db.selectFrom('test_session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Ids of the tests that a session is linked to. */
export const linksOf = async ({ db }: App, sessionId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('test_session_test')
      .select('test_id')
      .where('test_session_id', '=', sessionId)
      .orderBy('test_id')
      .execute()
  ).map(({ test_id: id }) => id)

/** A test's lines in the displayed order. */
export const linesOf = ({ db }: App, testId: number, attempt = 1) =>
  db
    .selectFrom('log_line')
    .select(['level', 'at', 'message'])
    .where('test_id', '=', testId)
    .where('attempt', '=', attempt)
    .orderBy('at')
    .orderBy('id')
    .execute()

export const artifactsOf = ({ db }: App, launchId: number) =>
  db
    .selectFrom('artifact as a')
    .innerJoin('file as f', 'f.hash', 'a.file_hash')
    .select(['a.name', 'a.kind', 'a.attempt', 'a.at', 'a.test_id', 'a.test_session_id', 'a.public_id'])
    .select(['f.hash', 'f.size_bytes', 'f.content_type'])
    .where('a.launch_id', '=', launchId)
    .orderBy('a.id')
    .execute()

/** Types of all events of a launch so far, from its own stream and from its project's. */
export const eventsOf = async ({ db }: App, launchId: number): Promise<string[]> => {
  const { rows } = await sql<{ type: string }>`
    select type from event
     where stream = ${`launch:${launchId}`}
        or (stream like 'project:%' and (payload ->> 'testRunId' = ${String(launchId)}
            or (payload ->> 'id' = ${String(launchId)} and type like 'launch/%')))
     order by id`.execute(db)
  return rows.map(({ type }) => type)
}

/** The launch's counters must equal the counted tests. Returns them. */
export const expectCounted = async (app: App, launchId: number): Promise<Statistics> => {
  const counted = { ...NO_STATISTICS }
  for (const test of await testRows(app, launchId))
    counted[
      kindOf({ status: test.status, passedManually: test.passed_manually, knownIssue: test.issue_id !== null })
    ] += 1
  const saved = statisticsOf(await launchRow(app, launchId))
  expect(saved).toEqual(counted)
  return saved
}

/** Only the kinds that are not zero. */
export const some = (statistics: Statistics): Partial<Statistics> =>
  Object.fromEntries(RESULT_KINDS.flatMap((kind) => (statistics[kind] === 0 ? [] : [[kind, statistics[kind]]])))

/** Number of rows in every table of a launch: shows partial writes and changes by a repeated request. */
export const countRows = async ({ db }: App): Promise<Record<string, number>> => {
  const tables = [
    'launch',
    'test',
    'test_attempt',
    'test_session',
    'test_session_test',
    'log_line',
    'artifact',
    'file',
    'event',
  ]
  const { rows } = await sql<Record<string, number>>`select ${sql.join(
    tables.map((table) => sql`(select count(*)::int from ${sql.table(table)}) as ${sql.ref(table)}`),
  )}`.execute(db)
  return rows[0] ?? {}
}
