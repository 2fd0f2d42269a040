import { sql } from 'kysely'
import { VISIT_GAP_MINUTES, type LaunchNews, type NewsOfTests } from '../../../contract/launches/launch-visits.ts'
import { isUnderWay } from '../../../contract/launches/launches.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { launchStream } from '../../../contract/live.ts'
import { namedUserOf } from '../../access/users.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import type { LaunchRow } from '../rows.ts'
import { findLaunch } from './find-launch.ts'

interface Reader {
  projectId: number
  launchId: number
  userId: number
}

interface Visit {
  sequence: number | null
  since: Date | null
  pruned: number
}

const gap = sql`(now() - ${`${VISIT_GAP_MINUTES} minutes`}::interval)`

const KINDS = ['finished', 'failed', 'tagged', 'linked', 'marked'] as const
type Counts = Record<(typeof KINDS)[number], NewsOfTests>

/** Implements `getLaunchNews`. */
export const readLaunchNews = async (db: Db, { projectId, launchId, userId }: Reader): Promise<LaunchNews> => {
  const launch = await findLaunch(db, projectId, launchId)
  const { rows } = await sql<Visit>`
    select case when v.left_at < ${gap} then v.sequence else v.since_sequence end as sequence,
           case when v.left_at < ${gap} then v.left_at else v.since_at end as since, coalesce(s.pruned, 0) as pruned
      from launch_visit v left join event_stream s on s.stream = ${launchStream(launchId)}
     where v.user_id = ${userId} and v.launch_id = ${launchId}`.execute(db)
  const visit = rows[0]
  if (!visit?.since) return { since: null, hasEnded: false, ...NO_COUNTS, review: null }
  const { since, pruned } = visit
  const sequence = visit.sequence ?? 0
  const counts = await (pruned > sequence
    ? countEnded(db, launchId, since)
    : countEvents(db, launchId, { sequence, userId }))
  const hasEnded = !isUnderWay(launch.status) && launch.ended_at !== null && launch.ended_at > since
  return { since: since.toISOString(), hasEnded, ...counts, review: await reviewSince(db, launch, since, userId) }
}

const NO_TESTS: NewsOfTests = { count: 0, ids: [] }
const NO_COUNTS: Counts = {
  finished: NO_TESTS,
  failed: NO_TESTS,
  tagged: NO_TESTS,
  linked: NO_TESTS,
  marked: NO_TESTS,
}

/** Counts from the events that the reader has not seen. Events of agents have no user. */
const countEvents = (db: Db, launchId: number, seen: { sequence: number; userId: number }): Promise<Counts> =>
  count(
    db,
    sql`with changes as (
      select (e.payload->>'id')::bigint as id, e.type = 'test/finished' as finished, e.user_id is not null as by_user,
             e.payload->'before' as before
        from event e
       where e.stream = ${launchStream(launchId)} and e.sequence > ${seen.sequence}
         and e.type in ('test/finished', 'test/changed') and e.user_id is distinct from ${seen.userId}::bigint
    ), sorted as (
      select id, finished, by_user and not finished and before ?| array['status', 'passedManually'] as marked,
             by_user and before ? 'failureTagAssignments' as tagged, by_user and before ? 'issueReferences' as linked
        from changes
    ), news as (
      select t.id, bool_or(c.finished) as finished, bool_or(c.finished) and t.status = 'FAILED' as failed,
             bool_or(c.marked) as marked, bool_or(c.tagged and not c.marked) as tagged, bool_or(c.linked and not c.marked) as linked
        from sorted c join test t on t.id = c.id
       where t.launch_id = ${launchId}
       group by t.id
    )`,
  )

/** Counts by the end times of the tests, when the events have been deleted. */
const countEnded = (db: Db, launchId: number, since: Date): Promise<Counts> =>
  count(
    db,
    sql`with news as (
      select t.id, true as finished, t.status = 'FAILED' as failed, false as tagged, false as linked, false as marked
        from test t where t.launch_id = ${launchId} and t.ended_at > ${since}
    )`,
  )

const count = async (db: Db, news: ReturnType<typeof sql>): Promise<Counts> => {
  const columns = KINDS.flatMap((kind) => {
    const name = sql.ref(kind)
    return [
      sql`count(*) filter (where ${name})::int as ${sql.ref(`${kind}_count`)}`,
      sql`coalesce((array_agg(id order by id) filter (where ${name}))[1:${sql.lit(LIMITS.testsById)}], '{}') as ${sql.ref(`${kind}_ids`)}`,
    ]
  })
  const { rows } = await sql<Record<string, number | number[]>>`${news} select ${sql.join(columns)} from news`.execute(
    db,
  )
  const [row = {}] = rows
  return Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      { count: row[`${kind}_count`] as number, ids: (row[`${kind}_ids`] as (number | string)[]).map(Number) },
    ]),
  ) as Counts
}

const reviewSince = async (
  db: Db,
  { reviewed_at: at, reviewed_by: by }: LaunchRow,
  since: Date,
  userId: number,
): Promise<LaunchNews['review']> => {
  if (at === null || at <= since || by === userId) return null
  const users = db.selectFrom('workspace_user as p').select(namedUserOf('p').as('user'))
  const row = by === null ? undefined : await users.where('p.id', '=', by).executeTakeFirst()
  return { by: row?.user ?? null, at: at.toISOString() }
}

/** Implements `recordLaunchVisit`. One row per user and launch. */
export const recordVisit = async (
  db: Db,
  { projectId, launchId, userId }: Reader,
  { isRead }: { isRead: boolean },
): Promise<void> => {
  await findLaunch(db, projectId, launchId)
  await db.transaction().execute(async (tx) => {
    await sql`
    with newest as (
      select coalesce(max(sequence), 0) as sequence from event_stream where stream = ${launchStream(launchId)}
    )
    insert into launch_visit as v (user_id, launch_id, sequence, left_at, since_sequence, since_at)
    select ${userId}::bigint, ${launchId}::bigint, n.sequence, now(),
           case when ${isRead}::boolean then n.sequence end, case when ${isRead}::boolean then now() end
      from newest n
    on conflict (user_id, launch_id) do update
      set sequence = excluded.sequence, left_at = excluded.left_at,
          since_sequence = case when ${isRead}::boolean then excluded.sequence
                                when v.left_at < ${gap} then v.sequence else v.since_sequence end,
          since_at = case when ${isRead}::boolean then excluded.left_at
                          when v.left_at < ${gap} then v.left_at else v.since_at end`.execute(tx)
    await appendEvents(tx, [
      // Has no subscribers: only the user's own bookmark changes.
      { stream: `visits:${userId}`, type: 'launch/visited', payload: { launchId, isRead }, projectId, userId },
    ])
  })
}
