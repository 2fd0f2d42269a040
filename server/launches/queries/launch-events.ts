import { sql } from 'kysely'
import type { FailureCause, LaunchEvents } from '../../../contract/launches/launch-events.ts'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import { testsIn } from '../../../contract/launches/launches.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { launchStream, type LiveMessage } from '../../../contract/live.ts'
import { readStream } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { outgoingOf } from '../../live/messages.ts'
import { statisticsOf, testOf, type LaunchRow, type ShownTest } from '../rows.ts'
import { findLaunch } from './find-launch.ts'
import { listedColumns } from './test-columns.ts'

type Place = { projectId: number; launchId: number; keptDays: number }

/** Implements `listLaunchEvents`. */
export const readLaunchEvents = async (
  db: Db,
  { projectId, launchId, keptDays }: Place,
  after: number,
): Promise<LaunchEvents> => {
  const launch = await findLaunch(db, projectId, launchId)
  const reason = await whyNotEvents(db, launch)
  if (reason !== null) {
    const page = await eventsOfTests(db, launch, after)
    return { source: 'tests', reason, keptDays, ...page, causes: await causesOf(db, launch, page.events) }
  }
  const { events, last } = await readStream(db, launchStream(launchId), after, LIMITS.replayEvents)
  const read = events.at(-1)?.sequence ?? last
  const messages = events.flatMap((event) => outgoingOf(event)?.message ?? [])
  return {
    source: 'events',
    reason: null,
    keptDays,
    events: messages,
    causes: await causesOf(db, launch, messages),
    last,
    next: read < last ? read : null,
  }
}

/** Resolves with the cause of each failure in these events, by the current merges and splits. */
const causesOf = async (
  db: Db,
  { id, project_id: projectId }: LaunchRow,
  events: readonly LiveMessage[],
): Promise<FailureCause[]> => {
  const found = events.flatMap((event) => (event.type === 'TEST' ? (event.test.failureKey ?? []) : []))
  const keys = [...new Set(found)]
  if (keys.length === 0) return []
  const { rows } = await sql<Omit<FailureCause, 'detail'>>`
    select k.key as "failureKey", coalesce(c.root_key, k.key) as "causeKey", coalesce(
             (select t.failure_label from test t where t.launch_id = ${id} and t.failure_key = k.key order by t.id limit 1),
             (select t.failure_label from test t
               where t.project_id = ${projectId} and t.failure_key = k.key order by t.launch_id desc limit 1),
             '') as label
      from unnest(${keys}::text[]) with ordinality as k(key, place)
      left join failure_cause c on c.project_id = ${projectId} and c.key = k.key
     order by k.place`.execute(db)
  return rows.map(({ label, ...row }) => {
    const [first = '', detail = null] = label.split('\n', 2)
    return { ...row, label: first, detail }
  })
}

/** Null when the stored events are complete, from the first test on. */
const whyNotEvents = async (db: Db, launch: LaunchRow): Promise<LaunchEvents['reason']> => {
  const stream = launchStream(launch.id)
  const [head, first] = await Promise.all([
    db.selectFrom('event_stream').select('pruned').where('stream', '=', stream).executeTakeFirst(),
    db.selectFrom('event').select('at').where('stream', '=', stream).orderBy('sequence').limit(1).executeTakeFirst(),
  ])
  if (head === undefined) return testsIn(statisticsOf(launch)) > 0 ? 'pruned' : null
  if (head.pruned > 0) return 'pruned'
  return first !== undefined && launch.ended_at !== null && launch.ended_at < first.at ? 'late' : null
}

/** Derives the start and the end of each test as events, numbered in the order of time. */
const eventsOfTests = async (
  db: Db,
  { id }: LaunchRow,
  after: number,
): Promise<Pick<LaunchEvents, 'events' | 'last' | 'next'>> => {
  const { rows } = await sql<ShownTest & { at: Date; is_end: boolean; last: number }>`
    with moments as materialized (
      select id, started_at as at, false as is_end from test where launch_id = ${id}
      union all
      select id, greatest(started_at, ended_at), true from test where launch_id = ${id} and ended_at is not null
    ), found as (
      select id, at, is_end, row_number() over (order by at, is_end, id) as place from moments
    )
    select ${listedColumns}, f.at, f.is_end, c.last
      from (select count(*)::int as last from moments) c
      left join (found f join test t on t.id = f.id) on f.place > ${after} and f.place <= ${after + LIMITS.replayEvents}
     order by f.place`.execute(db)
  const last = rows[0]?.last ?? 0
  const events = rows
    .filter((row) => row.id !== null)
    .map((row, index) => eventOfTest(row, { isEnd: row.is_end, at: row.at, sequence: after + index + 1 }))
  const read = after + events.length
  return { events, last, next: events.length > 0 && read < last ? read : null }
}

const eventOfTest = (
  row: ShownTest,
  { isEnd, at, sequence }: { isEnd: boolean; at: Date; sequence: number },
): LiveMessage => {
  const ended = testOf(row)
  const started = asStarted(ended)
  return {
    type: 'TEST',
    event: isEnd ? 'test/finished' : 'test/started',
    test: isEnd ? { ...ended, before: started } : { ...started, before: null },
    uid: `${isEnd ? 'end' : 'start'} of test ${row.id}`,
    stream: launchStream(row.launch_id),
    sequence,
    at: at.toISOString(),
  }
}

/** Returns a test as it was before it had a result. */
const asStarted = (test: LaunchTest): LaunchTest => ({
  ...test,
  status: 'IN_PROGRESS',
  passedManually: false,
  knownIssue: false,
  message: null,
  failureKey: null,
  finishTime: null,
  durationMs: null,
  attempts: 1,
  artifactsCount: 0,
  hasTrace: false,
  issueReferences: [],
  failureTagAssignments: [],
})
