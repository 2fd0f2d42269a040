import { sql } from 'kysely'
import type { SplitRequest, TestFileSplit } from '../../contract/reports/test-file-split.ts'
import type { Db } from '../db/open.ts'
import { allOf, isOneOf } from '../db/matching.ts'
import { durationMs } from './durations.ts'
import { shardsOf, type ClassDuration } from './file-shards.ts'
import { newestLaunches } from './range.ts'

/**
 * See `splitTestFiles`. Reads in a transaction, which stores the idempotency key: of jobs that ask at the same time, one splits and the others
 * get its answer.
 */
export const splitFiles = async (db: Db, projectId: number, requested: SplitRequest): Promise<TestFileSplit> => {
  const covered = allOf([
    sql<boolean>`l.project_id = ${projectId} and l.ended_at is not null`,
    ...isOneOf(sql`l.name`, requested.launchName === undefined ? [] : [requested.launchName]),
  ])
  // A class is in one launch of each build, also if parallel jobs report launches of their own.
  const { rows } = await db.transaction().execute((tx) =>
    sql<ClassDuration>`
      with newest as materialized (${newestLaunches(covered)}),
      part as (
        select t.class_name, sum(${durationMs}) as ms
          from newest n join test t on t.launch_id = n.id
         where t.status in ('PASSED', 'FAILED') and t.ended_at is not null and t.class_name is not null
         group by t.launch_id, t.class_name
      )
      select class_name as "className", percentile_cont(0.5) within group (order by ms)::float8 as ms
        from part group by class_name order by class_name`.execute(tx),
  )
  return shardsOf(requested.files, requested.shards, rows)
}
