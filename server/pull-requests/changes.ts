import { sql } from 'kysely'
import type { Db } from '../db/open.ts'

/** Age of the last attempt after which a pull request is not looked at any more. */
const MAX_AGE_DAYS = 3

/** Text of the counters that a comment and a verdict depend on, of `launch as l`. */
export const COUNTERS = sql<string>`concat_ws(' ', l.passed, l.passed_manually, l.failed, l.failed_as_known, l.skipped, l.blocked, l.aborted)`

/**
 * Enqueues the pull requests of launches whose results have changed since their end: an issue was linked to a failure, a result was changed by
 * a user or arrived late. Resolves with the number of these launches.
 */
export const enqueueChanges = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ launchId: number; pullRequestId: number }>`
    select p.launch_id as "launchId", p.pull_request_id as "pullRequestId"
      from pull_request r join pull_request_launch p on p.pull_request_id = r.id join launch l on l.id = p.launch_id
     where r.at > now() - make_interval(days => ${MAX_AGE_DAYS}) and p.has_ended
       and l.status not in ('IN_PROGRESS', 'QUEUED', 'LAUNCHING') and p.counters <> ${COUNTERS}
     order by p.pull_request_id, p.launch_id`.execute(db)
  for (const { launchId, pullRequestId } of rows)
    await db.transaction().execute(async (tx) => {
      // The same order of locks as at the end of a launch.
      await tx
        .updateTable('pull_request')
        .set({
          revision: sql`revision + 1`,
          state: sql`case when state = 'sending' then 'sending' else 'waiting' end`,
          attempts: sql`case when state = 'sending' then attempts else 0 end`,
          next_at: sql`case when state = 'sending' then null else now() end`,
        })
        .where('id', '=', pullRequestId)
        .execute()
      await tx
        .updateTable('pull_request_launch')
        .set({
          is_status_due: true,
          counters: sql`(select ${COUNTERS} from launch l where l.id = ${launchId})`,
        })
        .where('launch_id', '=', launchId)
        .execute()
    })
  return rows.length
}
