import { sql } from 'kysely'
import { isUnderWay } from '../../../contract/launches/launches.ts'
import { PARTIAL_LABEL } from '../../../contract/launches/result-import.ts'
import type { Db, Tx } from '../../db/open.ts'
import { isQuarantined } from '../quarantine/active.ts'
import { RETRIED } from '../queries/stability.ts'
import { shardsOf, statisticsOf, type LaunchRow } from '../rows.ts'
import type { GateFacts, LeftOut } from './judge.ts'

/** A launch, and the one whose failures are not new in it; null for the first. */
export interface Compared {
  launch: LaunchRow
  before: { id: number } | null
}

const NOTHING_LEFT_OUT: LeftOut = { failed: 0, failedAsKnown: 0, blocked: 0, aborted: 0 }

/**
 * Resolves with the facts of each launch, in their order, by few queries for all. Failures and retries of quarantined tests do not count,
 * nor those of the tests in `ignored`.
 */
export const readGateFacts = async (
  tx: Db | Tx,
  compared: readonly Compared[],
  ignored: readonly string[] = [],
): Promise<GateFacts[]> => {
  const ids = compared.map(({ launch }) => launch.id)
  const befores = compared.map(({ before }) => before?.id ?? null)
  const isIgnored = sql<boolean>`(${isQuarantined} or coalesce(t.identity = any(${[...ignored]}::text[]), false))`
  const [leftOut, fresh, retried] = await Promise.all([
    sql<LeftOut & { id: number }>`
      select t.launch_id as id,
             count(*) filter (where t.status = 'FAILED' and t.issue_id is null)::int as failed,
             count(*) filter (where t.status = 'FAILED' and t.issue_id is not null)::int as "failedAsKnown",
             count(*) filter (where t.status = 'BLOCKED')::int as blocked,
             count(*) filter (where t.status = 'ABORTED')::int as aborted
        from test t
       where t.launch_id = any(${ids}::bigint[]) and t.status in ('FAILED', 'BLOCKED', 'ABORTED') and ${isIgnored}
       group by t.launch_id`.execute(tx),
    sql<{ id: number; count: number }>`
      select t.launch_id as id, count(*)::int as count
        from unnest(${ids}::bigint[], ${befores}::bigint[]) as b(id, before)
        join test t on t.launch_id = b.id
       where ${isNewFailure(sql`b.before`)} and not ${isIgnored}
       group by t.launch_id`.execute(tx),
    sql<{ id: number; count: number }>`
      select t.launch_id as id, count(*)::int as count from test t
       where t.launch_id = any(${ids}::bigint[]) and ${RETRIED} and not ${isIgnored}
       group by t.launch_id`.execute(tx),
  ])
  const leftOutOf = new Map(leftOut.rows.map(({ id, ...counts }) => [id, counts]))
  const freshOf = new Map(fresh.rows.map(({ id, count }) => [id, count]))
  const retriedOf = new Map(retried.rows.map(({ id, count }) => [id, count]))
  return compared.map(({ launch }) => ({
    isUnderWay: isUnderWay(launch.status),
    counts: statisticsOf(launch),
    leftOut: leftOutOf.get(launch.id) ?? NOTHING_LEFT_OUT,
    newFailures: freshOf.get(launch.id) ?? 0,
    retried: retriedOf.get(launch.id) ?? 0,
    isPartial: launch.labels.some(({ key, value }) => key === PARTIAL_LABEL.key && value === PARTIAL_LABEL.value),
    shards: launch.shards === null ? null : shardsOf(launch.shards),
  }))
}

/** Whether the test `t` failed without a known issue, and did not fail in the launch with the id `before`. */
export const isNewFailure = (before: ReturnType<typeof sql>) => sql<boolean>`(
  t.status = 'FAILED' and t.issue_id is null
  and not exists (select from test p
                   where p.launch_id = ${before} and p.identity = t.identity and p.status = 'FAILED'))`
