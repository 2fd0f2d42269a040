import { sql } from 'kysely'
import { QUARANTINE_RUNS, type QuarantinedTest, type QuarantineMark } from '../../../contract/launches/quarantine.ts'
import { isCleanPass, type EndedRun } from '../../../contract/launches/test-stability.ts'
import type { Db, Tx } from '../../db/open.ts'
import { displayName } from '../../access/users.ts'
import { findLaunch } from '../queries/find-launch.ts'
import { endedRunOf, isOfLaunch, RUN_COLUMNS, type RunRow } from '../queries/stability.ts'
import { isInForce } from './active.ts'

/** Columns of an entry that both lists select. */
const stored = sql`
  q.identity as key, q.reason, to_char(q.until, 'YYYY-MM-DD') as until, q.version, q.rule,
  (select ${displayName('p')} from workspace_user p where p.id = q.quarantined_by) as by, q.quarantined_at as at`

type ListedRow = Omit<QuarantinedTest, 'at' | 'last' | 'recent' | 'passedInARow'> & {
  at: Date
  runs: RunRow[] | null
  launchId: number | null
  launchNumber: number | null
  testId: number | null
  lastAt: Date | null
}

/** Newest entries first. Reads a bounded number of runs of each, by index. */
export const readQuarantine = async (db: Db | Tx, projectId: number): Promise<QuarantinedTest[]> => {
  const { rows } = await sql<ListedRow>`
    select ${stored}, q.name, q.class_name as "className", not ${isInForce} as "isExpired", r.runs,
           l.id as "launchId", l.number as "launchNumber", n.owner, n.id as "testId", n.started_at as "lastAt"
      from quarantined_test q
      left join lateral (
        select t.id, t.launch_id, t.started_at, t.owner from test t
         where t.project_id = q.project_id and t.identity = q.identity and ${isOfLaunch} order by t.id desc limit 1) n on true
      left join launch l on l.id = n.launch_id
      left join lateral (
        select jsonb_agg(to_jsonb(o) order by o.id) as runs
          from (
            select t.id, ${RUN_COLUMNS} from test t
             where t.project_id = q.project_id and t.identity = q.identity and t.id > q.newest_test_id
               and t.status <> 'IN_PROGRESS'
             order by t.id desc limit ${QUARANTINE_RUNS}::int) o) r on true
     where q.project_id = ${projectId}
     order by q.quarantined_at desc, q.identity`.execute(db)
  return rows.map(({ at, runs, launchId, launchNumber, testId, lastAt, ...row }) => {
    const ended = (runs ?? []).map(endedRunOf)
    const last =
      launchId === null || launchNumber === null || testId === null || lastAt === null
        ? null
        : { launchId, launchNumber, testId, at: lastAt.toISOString() }
    return {
      ...row,
      at: at.toISOString(),
      recent: ended.map(({ kind }) => kind),
      passedInARow: passesInARow(ended),
      last,
    }
  })
}

const passesInARow = (runs: readonly EndedRun[]): number =>
  runs.length - 1 - runs.findLastIndex((run) => !isCleanPass(run))

export const readLaunchQuarantine = async (db: Db, projectId: number, launchId: number): Promise<QuarantineMark[]> => {
  await findLaunch(db, projectId, launchId)
  const { rows } = await sql<Omit<QuarantineMark, 'at'> & { at: Date }>`
    select t.id as "testId", ${stored}
      from quarantined_test q join test t on t.launch_id = ${launchId} and t.identity = q.identity
     where q.project_id = ${projectId} and ${isInForce}
     order by t.id`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
