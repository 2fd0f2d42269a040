import { sql } from 'kysely'
import type { Db, Tx } from '../db/open.ts'
import { isQuarantined, type LaunchRow } from '../launches/launches.ts'
import { directDestinations, readTargetSources, type TargetSource } from './direct.ts'
import { failuresEventOf, type FailuresEvent } from './event.ts'

const AT_ONCE = 20
/** Failures of one launch within this time are sent in one message, so that a broken build does not flood a channel. */
const PAUSE = sql`interval '1 minute'`
/** Limit of the failures listed by name. */
const NAMED = 20

/** Whether the agent of the launch `l` requests a message for each failure (protocol 2.3). Some agents send strings instead of booleans. */
const wantsFailures = sql<boolean>`lower(l.notifications ->> 'notifyOnEachFailure') = 'true'
  and lower(coalesce(l.notifications ->> 'enabled', '')) <> 'false'`

/** Whether the test `t` has failed, for no known reason, and nobody was notified. */
const isNew = sql<boolean>`t.status = 'FAILED' and t.issue_id is null and not ${isQuarantined}
  and not exists (select from notified_failure n where n.launch_id = t.launch_id and n.test_id = t.id and n.attempt = t.attempt)`

/**
 * Creates deliveries for new failures of running launches whose agents request them. Reports the first failure immediately, and groups the
 * failures of each following minute into one message. Several servers can run this concurrently. Resolves with the number of launches found.
 */
export const handleFailures = async (db: Db, publicUrl: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select l.id from launch l
     where l.status = 'IN_PROGRESS' and ${wantsFailures}
       and not exists (select from notified_failure n where n.launch_id = l.id and n.at > now() - ${PAUSE})
       and exists (select from test t where t.launch_id = l.id and ${isNew})
     order by l.id limit ${AT_ONCE}`.execute(db)
  for (const { id } of rows)
    await db.transaction().execute(async (tx) => {
      const launch = await tx.selectFrom('launch').selectAll().where('id', '=', id).executeTakeFirst()
      if (launch) await notifyOfFailures(tx, launch, await readTargetSources(tx, launch), publicUrl)
    })
  return rows.length
}

/** Inserts the deliveries for the launch's new failures, if its agent wants them; to all channels and addresses that it names. */
export const notifyOfFailures = async (
  tx: Tx,
  launch: LaunchRow,
  sources: readonly TargetSource[],
  publicUrl: string,
): Promise<void> => {
  const failures = await takeNewFailures(tx, launch)
  if (failures.count === 0) return
  // Rules send nothing while a launch runs, so none of them makes a message redundant.
  const destinations = await directDestinations(tx, launch.project_id, sources, [])
  if (destinations.length === 0) return
  const message = {
    project_id: launch.project_id,
    launch_id: launch.id,
    about: 'failures' as const,
    body: JSON.stringify(await failuresEventOf(tx, launch, failures, publicUrl)),
    state: 'waiting' as const,
    next_at: sql<Date>`now()`,
  }
  await tx
    .insertInto('notification_delivery')
    .values(destinations.map((direct) => ({ ...message, ...direct })))
    .execute()
}

/** Marks the new failures as notified. A server that does the same at the same time gets none of them. */
const takeNewFailures = async (tx: Tx, { id }: LaunchRow): Promise<FailuresEvent['data']['failures']> => {
  const { rows } = await sql<{ testId: number; name: string; message: string | null; count: number }>`
    with taken as (
      insert into notified_failure (launch_id, test_id, attempt)
      select t.launch_id, t.id, t.attempt from test t join launch l on l.id = t.launch_id
       where l.id = ${id} and ${wantsFailures} and ${isNew}
       order by t.id
      on conflict do nothing
      returning test_id
    )
    select t.id as "testId", t.name, t.message, count(*) over ()::int as count
      from taken join test t on t.id = taken.test_id
     order by t.id limit ${NAMED}`.execute(tx)
  return {
    count: rows[0]?.count ?? 0,
    tests: rows.map(({ testId, name, message }) => ({ testId, name, message: message ?? '' })),
  }
}
