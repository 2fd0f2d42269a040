import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareListedLaunches, matchesLaunches } from '../../../contract/launches/launch-list.ts'
import {
  LAUNCH_SORTS,
  LAUNCH_STATUSES,
  LaunchesQuery,
  RESULT_KINDS,
  TEST_STATUSES,
} from '../../../contract/launches/launches.ts'
import { TEST_GROUPINGS, TEST_SORTS, TestsQuery, type TestGroup } from '../../../contract/launches/launch-tests.ts'
import {
  compareGroups,
  groupingOf,
  compareTests,
  groupKeyOf,
  matchesTests,
} from '../../../contract/launches/test-list.ts'
import { readLaunches } from '../../../server/launches/queries/launches.ts'
import { readTests } from '../../../server/launches/queries/tests.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

/** Rows of each list, and queries compared. */
const rowsOfEach = 90
const questions = 250

let database: TestDatabase
let projectId: number

// Letters that databases fold and sort differently, special characters of patterns, and code points beyond UTF-16's units.
const letter = fc.constantFrom(
  ...Array.from('aAbBzZ09_%\\.^$*+?()[]{}|/"#, -'),
  'ä',
  'Ä',
  'ß',
  'я',
  'Я',
  'İ',
  'ı',
  'ſ',
  '\uE000',
  '😀',
)
const word = fc.string({ unit: letter, minLength: 1, maxLength: 3 })
const someWord = fc.constantFrom(
  'a',
  'A',
  'Ab',
  'ä',
  'Ä',
  'я',
  'Я',
  'b_',
  '%',
  '\\',
  '.',
  '"',
  '[',
  'ß',
  '😀',
  '\uE000',
  '',
)
const text = fc.oneof(word, someWord)
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: null })
const label = fc.record({
  key: fc.constantFrom('a', 'B', 'a:b'),
  value: fc.oneof(fc.constantFrom('x', 'X:y', ''), word),
})
const labels = fc.array(label, { maxLength: 2 })
const second = fc.integer({ min: 0, max: 4 })
const time = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString()
const count = fc.integer({ min: 0, max: 2 })
const few = <Value>(of: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<Value[]>([]) }, fc.array(of, { minLength: 1, maxLength: 2 }))
const search = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  text,
  fc.constantFrom('#3', '#999999999999999', 'a b'),
)
const labelAsked = fc.constantFrom('a:x', 'B:X:y', 'a:b:x', 'a', 'B:')
const order = fc.constantFrom('asc' as const, 'desc' as const)

const launchRow = fc.record({
  name: word,
  status: fc.constantFrom(...LAUNCH_STATUSES),
  environment: maybe(someWord),
  build: maybe(someWord),
  browser: maybe(someWord),
  platform: maybe(someWord),
  locale: maybe(someWord),
  milestone: maybe(fc.record({ name: text })),
  origin: fc.record({ branch: someWord, commit: fc.constantFrom('abc1234', '0123456') }, { requiredKeys: [] }),
  labels,
  started_by: maybe(fc.constantFrom('Ann', 'ben')),
  started_at: second,
  ended_at: maybe(second),
  reviewed: fc.boolean(),
  counts: fc.tuple(count, count, count, count, count, count, count, count),
})
const launchesQuery = fc.record({
  q: search,
  status: few(fc.constantFrom(...LAUNCH_STATUSES)),
  environment: few(someWord),
  browser: few(someWord),
  platform: few(someWord),
  locale: few(someWord),
  build: few(someWord),
  user: few(fc.constantFrom('ANN', 'Ben', 'zoe')),
  milestone: few(text),
  branch: few(someWord),
  branchNot: few(someWord),
  commit: few(fc.constantFrom('abc1234', '0123456')),
  label: few(labelAsked),
  labelKey: few(fc.constantFrom('a', 'B', 'a:b', 'zoe')),
  statusNot: few(fc.constantFrom(...LAUNCH_STATUSES)),
  environmentNot: few(someWord),
  milestoneNot: few(text),
  userNot: few(fc.constantFrom('ANN', 'zoe')),
  labelNot: few(labelAsked),
  labelKeyNot: few(fc.constantFrom('a', 'zoe')),
  reviewed: fc.constantFrom(undefined, undefined, 'true', 'false'),
  sort: fc.constantFrom(...LAUNCH_SORTS),
  order,
})

const testRow = fc.record({
  name: word,
  class_name: maybe(someWord),
  method_name: maybe(text),
  message: maybe(text),
  failure_key: maybe(fc.constantFrom('k1', 'k2', 'k3')),
  owner: maybe(fc.constantFrom('ann', 'Ben', 'ärne')),
  status: fc.constantFrom(...TEST_STATUSES),
  passed_manually: fc.boolean(),
  issue_id: maybe(fc.constant('BUG-1')),
  labels,
  test_cases: fc.array(fc.record({ tcmType: fc.constant('XRAY'), testCaseId: text, resultStatus: fc.constant(null) }), {
    maxLength: 2,
  }),
  identity: maybe(fc.constantFrom('in force', 'expired', 'free')),
  started_at: second,
  ended_at: maybe(second),
})
const testsQuery = fc.record({
  q: search,
  testsState: few(fc.constantFrom(...RESULT_KINDS)),
  label: few(labelAsked),
  testCase: fc.constantFrom(undefined, undefined, 'linked', 'unlinked'),
  failureKey: fc.constantFrom(undefined, undefined, 'k1', ''),
  quarantined: fc.constantFrom(undefined, undefined, 'true', 'false'),
  sort: fc.constantFrom(...TEST_SORTS),
  order,
  group: fc.constantFrom(...TEST_GROUPINGS),
})

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const seed = 20260101
  const { rows } = await sql<{
    id: number
  }>`insert into project (key, name) values ('DEF', 'Def') returning id`.execute(db)
  projectId = Number(rows[0]?.id)
  const people = await sql<{ id: number; username: string }>`
    insert into workspace_user (username, first_name, last_name, email, password_hash)
    values ('Ann', 'a', 'a', 'a@a.a', 'x'), ('ben', 'b', 'b', 'b@b.b', 'x') returning id, username`.execute(db)
  const idOf = new Map(people.rows.map(({ id, username }) => [username, id]))
  const launches = fc.sample(launchRow, { numRuns: rowsOfEach, seed }).map(({ counts, ...row }, at) => {
    const [passed, passed_manually, failed, failed_as_known, skipped, blocked, aborted, in_progress] = counts
    return {
      ...row,
      passed,
      passed_manually,
      failed,
      failed_as_known,
      skipped,
      blocked,
      aborted,
      in_progress,
      project_id: projectId,
      number: rowsOfEach - at,
      uuid: `launch ${at}`,
      started_at: time(row.started_at),
      ended_at: row.ended_at === null ? null : time(row.ended_at),
      started_by: row.started_by === null ? null : (idOf.get(row.started_by) ?? null),
    }
  })
  await insert('launch', launches)
  const tests = fc.sample(testRow, { numRuns: rowsOfEach, seed }).map((row) => ({
    ...row,
    launch_id: 1,
    project_id: projectId,
    started_at: time(row.started_at),
    ended_at: row.ended_at === null ? null : time(row.ended_at),
  }))
  await insert('test', tests)
  await sql`insert into quarantined_test (project_id, identity, name, reason, until, newest_test_id)
    values (${projectId}, 'in force', 'a', 'drifts', null, 1), (${projectId}, 'expired', 'b', 'drifts', '2020-01-01', 1)`.execute(
    db,
  )
  // Totals of kinds are stored with the launch.
  await sql`update launch l set (passed, passed_manually, failed, failed_as_known, skipped, blocked, aborted, in_progress) = (
    select count(*) filter (where status = 'PASSED' and not passed_manually), count(*) filter (where status = 'PASSED' and passed_manually),
           count(*) filter (where status = 'FAILED' and issue_id is null), count(*) filter (where status = 'FAILED' and issue_id is not null),
           count(*) filter (where status = 'SKIPPED'), count(*) filter (where status = 'BLOCKED'),
           count(*) filter (where status = 'ABORTED'), count(*) filter (where status = 'IN_PROGRESS')
      from test t where t.launch_id = l.id) where l.id = 1`.execute(db)
})
afterAll(() => database.remove())

/** Rows as plain values; omitted columns have their defaults. */
const insert = async (table: 'launch' | 'test', rows: readonly Record<string, unknown>[]) => {
  const names = sql.raw(Object.keys(rows[0] ?? {}).join(', '))
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    database.db,
  )
}

test('[LIVE-11] the browser filters and sorts launches as the database does, for random queries', async () => {
  const all = (await readLaunches(database.db, projectId, LaunchesQuery.parse({ pageSize: 100 }))).items
  expect(all).toHaveLength(rowsOfEach)
  let found = 0
  await fc.assert(
    fc.asyncProperty(launchesQuery, async (requested) => {
      const query = LaunchesQuery.parse({ ...requested, pageSize: 100 })
      const { items, _meta } = await readLaunches(database.db, projectId, query)
      const ours = all
        .filter((launch) => matchesLaunches(query, launch))
        .sort((a, b) => compareListedLaunches(query, a, b))
      expect(ours.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
      expect(_meta.total).toBe(ours.length)
      found += ours.length
    }),
    { numRuns: questions, seed: 1 },
  )
  expect(found).toBeGreaterThan(questions)
})

/** Failures are not counted among the tests without a key. */
const headOf = ({ key, tests, failed, firstId }: Pick<TestGroup, 'key' | 'tests' | 'failed' | 'firstId'>) =>
  key === '' ? { key, tests } : { key, tests, failed, firstId }

test('[LIVE-11] [DETAILS-07] [DETAILS-08] the browser filters, groups and sorts tests as the database does, for random queries', async () => {
  const all = (await readTests(database.db, projectId, 1, TestsQuery.parse({ pageSize: 200 }))).items
  expect(all).toHaveLength(rowsOfEach)
  let found = 0
  await fc.assert(
    fc.asyncProperty(testsQuery, async (requested) => {
      const query = TestsQuery.parse({ ...requested, pageSize: 200 })
      const { items, _meta, groups } = await readTests(database.db, projectId, 1, query)
      const matching = all.filter((one) => matchesTests(query, one))
      const grouping = groupingOf(query, groups)
      const keyOf = (one: (typeof all)[number]) => groupKeyOf(one, grouping)
      const counted = (key: string) => {
        const ofKey = matching.filter((one) => keyOf(one) === key)
        const failed = ofKey.filter(({ status }) => status === 'FAILED').length
        return { key, tests: ofKey.length, failed, firstId: Math.min(...ofKey.map(({ id }) => id)) }
      }
      const ours = matching.sort(
        (a, b) => compareGroups(grouping, counted(keyOf(a)), counted(keyOf(b))) || compareTests(query, a, b),
      )
      expect(ours.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
      expect(_meta.total).toBe(ours.length)
      const heads = grouping === 'none' ? [] : [...new Set(ours.map(keyOf))].map(counted)
      expect(groups.map(headOf)).toEqual(heads.map(headOf))
      found += ours.length
    }),
    { numRuns: questions, seed: 1 },
  )
  expect(found).toBeGreaterThan(questions)
})
