import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import type { listTests, TestGroup, TestGrouping, TestsQuery } from '../../../contract/launches/launch-tests.ts'
import { isUnderWay, testsIn } from '../../../contract/launches/launches.ts'
import { launchStream } from '../../../contract/live.ts'
import { streamSequence } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { pageMeta } from '../../http/page-meta.ts'
import { statisticsOf, testOf, type LaunchRow, type ShownTest } from '../rows.ts'
import { findLaunch } from './find-launch.ts'
import { allOf, type Condition } from '../../db/matching.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { listedColumns } from './test-columns.ts'
import { countFailures, countGroups, describeGroups, groupsAt, inGroups, inNoGroup, placeOf } from './test-groups.ts'
import { conditionsBeyondKinds, conditionsOf, orderOf } from './tests-filter.ts'

/** Page of a launch's tests as read; `groupsTotal` is 0 without groups. */
interface Found {
  rows: ShownTest[]
  total: number
  groups: TestGroup[]
  groupsTotal: number
}

/** Resolves with a page of a launch's tests. Totals come from the launch's counters where possible. */
export const readTests = (
  db: Db,
  projectId: number,
  launchId: number,
  query: TestsQuery,
): Promise<z.infer<typeof listTests.answer>> =>
  inSnapshot(db, async (tx) => {
    const stream = launchStream(launchId)
    const finding = streamAndLaunch(tx, stream, projectId, launchId)
    const { sequence, launch, found } = isFirstOfAll(query)
      ? await findFirst(tx, launchId, query, finding)
      : await findPage(tx, query, finding)
    const statistics = statisticsOf(launch)
    return {
      items: found.rows.map(testOf),
      _meta: pageMeta(found.total, query.page, query.pageSize),
      groups: found.groups,
      groupsTotal: found.groupsTotal,
      testsTotal: testsIn(statistics),
      statistics,
      stream,
      sequence,
    }
  })

type Read = { sequence: number; launch: LaunchRow; found: Found }

const streamAndLaunch = (tx: Tx, stream: string, projectId: number, launchId: number) =>
  Promise.all([streamSequence(tx, stream), findLaunch(tx, projectId, launchId)])

/** Whether this is the page that a launch opens with: an index finds its tests before the launch is read. */
const isFirstOfAll = (query: TestsQuery): boolean =>
  query.page === 1 &&
  query.group === 'none' &&
  query.sort === 'startTime' &&
  query.testsState.length === 0 &&
  conditionsBeyondKinds(query).length === 0

/**
 * Reads the tests in parallel with the launch, which is only needed for the total. When the launch is not found, its error rejects the
 * whole call.
 */
const findFirst = async (
  tx: Tx,
  launchId: number,
  query: TestsQuery,
  finding: ReturnType<typeof streamAndLaunch>,
): Promise<Read> => {
  const [[sequence, launch], rows] = await Promise.all([finding, findRows(tx, launchId, query, 0)])
  const total = testsIn(statisticsOf(launch))
  return { sequence, launch, found: { rows, total, groups: [], groupsTotal: 0 } }
}

const findPage = async (tx: Tx, query: TestsQuery, finding: ReturnType<typeof streamAndLaunch>): Promise<Read> => {
  const [sequence, launch] = await finding
  const group = groupingOf(launch, query)
  const found = await (group === 'none' ? findUngrouped(tx, launch, query) : findGrouped(tx, launch, query, group))
  return { sequence, launch, found }
}

/** Does not group a launch in progress: groups would move while tests are reported. */
const groupingOf = (launch: LaunchRow, { group, testsState }: TestsQuery): TestGrouping => {
  if (group !== 'auto') return group
  const statistics = statisticsOf(launch)
  const failures = (['failed', 'failedAsKnown'] as const).filter(
    (kind) => statistics[kind] > 0 && (testsState.length === 0 || testsState.includes(kind)),
  )
  return failures.length > 0 && !isUnderWay(launch.status) ? 'failure' : 'none'
}

const whereOf = (launchId: number, query: TestsQuery): Condition =>
  allOf([sql<boolean>`t.launch_id = ${launchId}`, ...conditionsOf(query)])

const findUngrouped = async (tx: Tx, launch: LaunchRow, query: TestsQuery): Promise<Found> => {
  const offset = (query.page - 1) * query.pageSize
  const where = whereOf(launch.id, query)
  const known = knownTotal(launch, query)
  if (known === null) return { ...(await findAndCount(tx, where, query, offset)), groups: [], groupsTotal: 0 }
  // Past the last page: without this check, the database would scan the whole launch.
  if (known <= offset) return { rows: [], total: known, groups: [], groupsTotal: 0 }
  return { rows: await findRows(tx, launch.id, query, offset), total: known, groups: [], groupsTotal: 0 }
}

const findRows = async (tx: Tx, launchId: number, query: TestsQuery, offset: number): Promise<ShownTest[]> => {
  const { rows } = await sql<ShownTest>`select ${listedColumns} from test t where ${whereOf(launchId, query)}
    order by ${orderOf(query)} limit ${query.pageSize} offset ${offset}`.execute(tx)
  return rows
}

/** Returns the number of matching tests when the launch's counters are sufficient; null otherwise. */
const knownTotal = (launch: LaunchRow, query: TestsQuery): number | null => {
  if (conditionsBeyondKinds(query).length > 0) return null
  const statistics = statisticsOf(launch)
  if (query.testsState.length === 0) return testsIn(statistics)
  return [...new Set(query.testsState)].reduce((sum, kind) => sum + statistics[kind], 0)
}

/** Reads the page and its total in one scan of the launch's tests. */
const findAndCount = async (
  tx: Tx,
  where: Condition,
  query: TestsQuery,
  offset: number,
): Promise<{ rows: ShownTest[]; total: number }> => {
  const { rows } = await sql<ShownTest & { total: number }>`
    with found as materialized (
      select t.id, row_number() over (order by ${orderOf(query)}) as place from test t where ${where}
    )
    select ${listedColumns}, c.total
      from (select count(*)::int as total from found) c
      left join (found f join test t on t.id = f.id) on f.place > ${offset} and f.place <= ${offset + query.pageSize}
     order by f.place`.execute(tx)
  // Past the last page there is one row with the count alone.
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
}

const findGrouped = async (
  tx: Tx,
  launch: LaunchRow,
  query: TestsQuery,
  group: Exclude<TestGrouping, 'none'>,
): Promise<Found> => {
  const where = whereOf(launch.id, query)
  const all =
    group === 'failure' && conditionsOf(query).length === 0
      ? await countFailures(tx, launch, testsIn(statisticsOf(launch)))
      : await countGroups(tx, launch.project_id, group, where)
  const total = all.reduce((sum, { tests }) => sum + tests, 0)
  const page = groupsAt(all, (query.page - 1) * query.pageSize, query.pageSize)
  if (page.groups.length === 0) return { rows: [], total, groups: [], groupsTotal: all.length }
  const named = page.groups.filter(({ key }) => key !== '')
  const inNamed = named.reduce((sum, { tests }) => sum + tests, 0) - (named.length > 0 ? page.skipped : 0)
  const fromNamed = Math.min(query.pageSize, inNamed)
  const others = { offset: named.length > 0 ? 0 : page.skipped, limit: query.pageSize - fromNamed }
  const find = async (condition: Condition, order: RawBuilder<unknown>, { offset, limit }: typeof others) =>
    (
      await sql<ShownTest>`select ${listedColumns} from test t where ${allOf([where, condition])}
        order by ${order}${orderOf(query)} limit ${limit} offset ${offset}`.execute(tx)
    ).rows
  // Within a single group an index provides the order; a computed position would sort all its tests. Tests without a group may be most of
  // the launch, and are read in index order.
  const place = named.length > 1 ? sql`${placeOf(group, named)}, ` : sql``
  const [rows, rest, groups] = await Promise.all([
    fromNamed === 0 ? [] : find(inGroups(group, named), place, { offset: page.skipped, limit: fromNamed }),
    named.length === page.groups.length ? [] : find(inNoGroup(group), sql``, others),
    describeGroups(tx, launch, group, page.groups),
  ])
  return { rows: [...rows, ...rest], total, groups, groupsTotal: all.length }
}
