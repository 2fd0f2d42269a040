import { sql } from 'kysely'
import type { z } from 'zod/mini'
import {
  type getLaunch,
  type Launch,
  type LaunchesQuery,
  type LaunchSort,
  type listLaunches,
} from '../../../contract/launches/launches.ts'
import { numberInWord, searchTerms } from '../../../contract/launches/launch-list.ts'
import { projectStream } from '../../../contract/live.ts'
import { foldCase } from '../../../contract/text-matching.ts'
import { streamSequence } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { pageMeta } from '../../http/page-meta.ts'
import { readLaunchExtras } from '../extras.ts'
import { launchOf, workedMs, type LaunchRow } from '../rows.ts'
import { findLaunch } from './find-launch.ts'
import { countWithLabelKey, hasLabelKeyAmong, hasNoLabelOf } from './launch-labels.ts'
import { allOf, anyOf, foldedHolds, hasOneLabel, isNoneOf, isOneOf, noneOf, type Condition } from '../../db/matching.ts'
import { inSnapshot } from '../../db/snapshot.ts'

/** Resolves with a page of a project's launches and the totals with and without the filters. */
export const readLaunches = (
  db: Db,
  projectId: number,
  query: LaunchesQuery,
): Promise<z.infer<typeof listLaunches.answer>> =>
  inSnapshot(db, async (tx) => {
    const conditions = launchConditions(projectId, query)
    const where = allOf([sql<boolean>`l.project_id = ${projectId}`, ...conditions])
    const stream = projectStream(projectId)
    const page = (chosen: Condition) =>
      sql<LaunchRow>`select l.* from launch l where ${chosen} order by ${orderOf(query)}
        limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(tx)
    const scanned = isScanned(query) ? await scan(tx, where) : null
    const [sequence, { rows }, all, matching] = await Promise.all([
      streamSequence(tx, stream),
      page(scanned?.ids == null ? where : sql`l.id = any(${scanned.ids}::bigint[])`),
      countWhere(tx, sql`l.project_id = ${projectId}`),
      conditions.length === 0 ? null : (scanned?.total ?? countMatching(tx, projectId, query, conditions)),
    ])
    return {
      items: await describe(tx, rows),
      _meta: pageMeta(matching ?? all, query.page, query.pageSize),
      launchesTotal: all,
      stream,
      sequence,
    }
  })

/** Resolves with a launch and the sequence number of its project's stream, which carries the changes of launches. */
export const readLaunch = (db: Db, projectId: number, launchId: number): Promise<z.infer<typeof getLaunch.answer>> =>
  inSnapshot(db, async (tx) => {
    const stream = projectStream(projectId)
    const [sequence, row] = await Promise.all([streamSequence(tx, stream), findLaunch(tx, projectId, launchId)])
    const agentSettings = {
      treatSkipsAsFailures: row.treat_skips_as_failures,
      notifications: row.notifications ?? null,
      testCaseSettings: row.tcm,
    }
    return { launch: await describeOne(tx, row), agentSettings, stream, sequence }
  })

/** Resolves with a launch in the shape of the contract. */
export const describeOne = async (db: Db | Tx, row: LaunchRow): Promise<Launch> =>
  launchOf(row, (await readLaunchExtras(db, [row]))(row))

const describe = async (tx: Tx, rows: readonly LaunchRow[]): Promise<Launch[]> => {
  const extras = await readLaunchExtras(tx, rows)
  return rows.map((row) => launchOf(row, extras(row)))
}

/** Filters of a query, without page and order. */
export type LaunchFilters = Omit<LaunchesQuery, 'page' | 'pageSize' | 'sort' | 'order' | 'savedFilter'>

const countWhere = async (tx: Tx, where: Condition): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from launch l where ${where}`.execute(tx)
  return rows[0]?.total ?? 0
}

const countMatching = (
  tx: Tx,
  projectId: number,
  { labelKey: [key, ...otherKeys] }: LaunchesQuery,
  conditions: readonly Condition[],
): Promise<number> =>
  key !== undefined && otherKeys.length === 0 && conditions.length === 1
    ? countWithLabelKey(tx, projectId, key)
    : countWhere(tx, allOf([sql<boolean>`l.project_id = ${projectId}`, ...conditions]))

/** Returns the conditions of the query's filters on a launch `l`. */
export const launchConditions = (projectId: number, query: LaunchFilters): Condition[] => [
  ...searchFor(query.q),
  ...VALUE_FIELDS.flatMap((field) => [
    ...isOneOf(columns[field], query[field]),
    ...isNoneOf(columns[field], query[`${field}Not`]),
  ]),
  ...startedByOneOf(query.user),
  ...startedByOneOf(query.userNot).map((isStarted) => sql<boolean>`(l.started_by is null or not ${isStarted})`),
  ...hasOneLabel(sql`l.labels`, query.label),
  ...hasNoLabelOf(projectId, query.labelNot),
  ...hasLabelKeyAmong(projectId, query.labelKey),
  ...noneOf(hasLabelKeyAmong(projectId, query.labelKeyNot)),
  ...(query.reviewed === undefined ? [] : [sql<boolean>`l.reviewed = ${query.reviewed === 'true'}`]),
  ...(query.pinned === undefined ? [] : [sql<boolean>`l.pinned = ${query.pinned === 'true'}`]),
]

/** Returns whether a search word is too short for the index, so that all launches are scanned. */
const isScanned = ({ q }: LaunchesQuery): boolean => searchTerms(q).some((word) => word.length < MIN_INDEXED)
/** Length of an entry in the trigram index of `words`. */
const MIN_INDEXED = 3
/** Up to this many ids are kept from a scan, which saves a second scan for the page. */
const SCANNED = 1000

const scan = async (tx: Tx, where: Condition): Promise<{ total: number; ids: number[] | null }> => {
  const { rows } = await sql<{ total: number; ids: number[] | null }>`
    select count(*)::int as total, case when count(*) <= ${SCANNED}::int then coalesce(array_agg(l.id), '{}') end as ids
      from launch l where ${where}`.execute(tx)
  return rows[0] ?? { total: 0, ids: [] }
}

const VALUE_FIELDS = [
  'status',
  'environment',
  'browser',
  'platform',
  'locale',
  'build',
  'milestone',
  'branch',
  'commit',
] as const

const columns = {
  status: sql`l.status`,
  environment: sql`l.environment`,
  browser: sql`l.browser`,
  platform: sql`l.platform`,
  locale: sql`l.locale`,
  build: sql`l.build`,
  milestone: sql`(l.milestone ->> 'name')`,
  branch: sql`(l.origin ->> 'branch')`,
  commit: sql`(l.origin ->> 'commit')`,
} satisfies Record<(typeof VALUE_FIELDS)[number], unknown>

const startedByOneOf = (usernames: readonly string[]): Condition[] =>
  isOneOf(sql`lower(p.username collate "C")`, usernames.map(foldCase)).map(
    (isThey) => sql`l.started_by in (select p.id from workspace_user p where ${isThey})`,
  )

/** Each word has to occur in one of the searched texts of a launch; `#123` also matches the number. Same rule as `matchesLaunches`. */
const searchFor = (q: string): Condition[] =>
  searchTerms(q).flatMap((word) => {
    const number = numberInWord(word)
    // Words of fewer than three letters have no trigram and would read the whole index of `words`; `|| ''` makes PostgreSQL scan the rows,
    // which is faster. `words` has one text per line, and a search word contains no line break.
    return anyOf([
      ...(number === null ? [] : [sql<boolean>`l.number = ${number}::bigint`]),
      foldedHolds(word.length < MIN_INDEXED ? sql`(l.words || '')` : sql`l.words`, word),
    ])
  })

const ended = sql`(l.passed + l.passed_manually + l.failed + l.failed_as_known + l.skipped + l.blocked + l.aborted)`
/** Same rule as `compareListedLaunches`. */
const sortKeys = {
  startedAt: sql`l.started_at`,
  name: sql`lower(l.name collate "C")`,
  status: sql`l.status`,
  duration: sql`(case when l.ended_at is not null then greatest(0, ${workedMs}) end)`,
  failed: sql`l.failed`,
  tests: sql`(${ended} + l.in_progress)`,
  passRate: sql`((l.passed + l.passed_manually)::float8 / nullif(${ended}, 0))`,
} satisfies Record<LaunchSort, unknown>

/** Null values come last in both directions. Stated only for nullable keys, because it prevents the use of an index. */
const MAY_BE_NULL: readonly LaunchSort[] = ['duration', 'passRate']

const orderOf = ({ sort, order }: LaunchesQuery) => {
  const direction = sql.raw(order)
  const nulls = MAY_BE_NULL.includes(sort) ? sql` nulls last` : sql``
  return sql`${sortKeys[sort]} ${direction}${nulls}, l.id ${direction}`
}
