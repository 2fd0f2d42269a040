import { sql, type QueryExecutorProvider } from 'kysely'
import { isUser } from '../../access/users.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { LaunchRow, TestRow } from '../rows.ts'
import { causeIn, type Batch, type FailureTagOfCause, type Held, type Needs, type SessionRow } from './batch.ts'
import type { RowCache } from './row-cache.ts'

/** Loads the rows that the operations need into a batch: one statement per kind, locked in the order of ids. */
export const load = async (
  tx: Db | Tx,
  batch: Batch,
  needs: readonly Needs[],
  cache: Pick<RowCache, 'launches' | 'tests'>,
): Promise<void> => {
  const all = <T>(pick: (needs: Needs) => readonly T[] | undefined): T[] => needs.flatMap((one) => pick(one) ?? [])
  const openTestsOf = all((n) => n.openTestsOf)
  const openSessionsOf = all((n) => n.openSessionsOf)
  const launchIds = [...new Set([...all((n) => n.launches), ...openTestsOf, ...openSessionsOf])]
  const uuids = all((n) => n.uuids)

  const unknownLaunches = cache.launches(batch, launchIds)
  if (unknownLaunches.length > 0) {
    const { rows } = await sql<LaunchRow>`
      select * from launch where id = any(${unknownLaunches}::bigint[]) order by id for update`.execute(tx)
    hold(batch.launches, rows)
  }
  if (uuids.length > 0) {
    const { rows } = await sql<LaunchRow>`
      select l.* from launch l
        join jsonb_to_recordset(${JSON.stringify(uuids)}::jsonb) as w("projectId" bigint, uuid text)
          on l.project_id = w."projectId" and l.uuid = w.uuid
       order by l.id for update of l`.execute(tx)
    hold(batch.launches, rows)
  }

  const buildKeys = all((n) => n.buildKeys)
  if (buildKeys.length > 0) {
    const { rows } = await sql<LaunchRow>`
      select l.* from launch l
        join jsonb_to_recordset(${JSON.stringify(buildKeys)}::jsonb) as w("projectId" bigint, "buildKey" text)
          on l.project_id = w."projectId" and l.build_key = w."buildKey"
       order by l.id for update of l`.execute(tx)
    hold(batch.launches, rows)
  }

  const numbersIn = [...new Set(all((n) => n.numbersIn))]
  if (numbersIn.length > 0) {
    const { rows } = await sql<{ id: number; last: number }>`
      select id, last_launch_number as last from project where id = any(${numbersIn}::bigint[])
       order by id for no key update`.execute(tx)
    for (const { id, last } of rows) batch.launchNumbers.set(id, last)
  }

  const unknownTests = cache.tests(batch, [...new Set(all((n) => n.tests))])
  if (unknownTests.length > 0) {
    const { rows } = await sql<TestRow>`
      select * from test where id = any(${unknownTests}::bigint[]) order by id for update`.execute(tx)
    hold(batch.tests, rows)
  }
  const testsOf = all((n) => n.testsOf)
  if (testsOf.length > 0) {
    const { rows } = await sql<TestRow>`
      select t.* from test t
        join launch l on l.id = t.launch_id
        join jsonb_to_recordset(${JSON.stringify(testsOf)}::jsonb) as w("launchId" bigint, identity text)
          on t.launch_id = w."launchId" and t.project_id = l.project_id and t.identity = w.identity
       order by t.id for update of t`.execute(tx)
    hold(batch.tests, rows)
  }
  if (openTestsOf.length > 0) {
    const { rows } = await sql<TestRow>`
      select * from test where launch_id = any(${openTestsOf}::bigint[]) and status = 'IN_PROGRESS' order by id for update`.execute(
      tx,
    )
    hold(batch.tests, rows)
  }

  const sessionIds = [...new Set(all((n) => n.sessions))]
  const driverSessions = all((n) => n.driverSessions)
  if (sessionIds.length > 0 || openSessionsOf.length > 0 || driverSessions.length > 0) {
    const { rows } = await sql<SessionRow>`
      select s.* from test_session s where s.id in (
        select unnest(${sessionIds}::bigint[])
        union select o.id from test_session o where o.launch_id = any(${openSessionsOf}::bigint[]) and o.status = 'RUNNING'
        union select d.id from test_session d
          join jsonb_to_recordset(${JSON.stringify(driverSessions)}::jsonb) as w("launchId" bigint, "sessionId" text)
            on d.launch_id = w."launchId" and d.session_id = w."sessionId"
      ) order by s.id for update`.execute(tx)
    hold(batch.sessions, rows)
    const links = await tx
      .selectFrom('test_session_test')
      .selectAll()
      .where('test_session_id', 'in', [0, ...rows.map(({ id }) => id)])
      .execute()
    for (const link of links) batch.knownLinks.add(`${link.test_session_id}:${link.test_id}`)
  }

  for (const [cause, tag] of await readFailureTags(tx, needs)) batch.failureTags.set(cause, tag)

  const usernames = [...new Set(all((n) => n.usernames))]
  if (usernames.length > 0) {
    const people = await tx
      .selectFrom('workspace_user as p')
      .select(['p.id', sql<string>`lower(p.username)`.as('name')])
      .where(sql`lower(p.username)`, 'in', usernames)
      .where(isUser('p'))
      .execute()
    for (const { id, name } of people) batch.people.set(name, id)
  }
}

const hold = <Row extends { id: number }>(held: Map<number, Held<Row>>, rows: readonly Row[]): void => {
  for (const row of rows) if (!held.has(row.id)) held.set(row.id, { before: row, row })
}

/**
 * Resolves with the tag that users last assigned to each needed cause, or else with the first enabled tag for failures to investigate; by
 * project and key.
 */
export const readFailureTags = async (
  source: QueryExecutorProvider,
  needs: readonly Needs[],
): Promise<Map<string, FailureTagOfCause>> => {
  const failures = needs.flatMap(({ failures: requested = [] }) =>
    requested.flatMap(({ keys, ...of }) => [...new Set(keys)].map((key) => ({ ...of, key }))),
  )
  if (failures.length === 0) return new Map()
  const { rows } = await sql<{
    projectId: number
    key: string | null
    rootKey: string | null
    known: number | null
    first: number | null
  }>`
    with wanted as (
      select distinct coalesce(w."projectId", l.project_id) as "projectId", w.key
        from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as w("launchId" bigint, "projectId" bigint, key text)
        left join launch l on l.id = w."launchId"
    )
    select w."projectId", w.key, coalesce(c.root_key, w.key) as "rootKey", t.id as known, d.id as first
      from wanted w
      left join failure_cause c on c.project_id = w."projectId" and c.key = w.key
      left join failure_cause r on r.project_id = w."projectId" and r.key = coalesce(c.root_key, w.key)
      left join failure_tag t on t.id = r.tag_id and t.enabled
      left join lateral (
        select f.id from failure_tag f
         where f.project_id = w."projectId" and f.enabled and f.value = 'TO_INVESTIGATE'
         order by f.position, f.id limit 1
      ) d on true`.execute(source)
  return new Map(
    rows.map(({ projectId, key, rootKey, known, first }) => [
      causeIn(projectId, key),
      { tagId: known ?? first, isKnown: known !== null, rootKey },
    ]),
  )
}
