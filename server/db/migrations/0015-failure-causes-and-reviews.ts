import { sql, type Kysely } from 'kysely'
import { causeOf } from '../../launches/failure.ts'

/** Stores who reviewed a launch and when, and links a failure to the same failure with an issue. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
  await renewFailures(db)
}

const statements = [
  'alter table launch add column reviewed_by bigint references person on delete set null',
  'alter table launch add column reviewed_at timestamptz',
  `update event set payload = payload || '{"review": null}'
    where type in ('launch/started', 'launch/changed', 'launch/finished')`,
  `create index test_known_failure on test (project_id, failure_key, id desc)
    where issue_id is not null and failure_key is not null`,
]

/**
 * Recomputes fingerprints of the newest failures, launch by launch: failures are now grouped by more than their first line, and matched in
 * later launches by their linked issue. Older failures keep their keys, which group them as before and match no later failure.
 */
export const renewFailures = async <T>(db: Kysely<T>): Promise<void> => {
  const { rows: launches } = await sql<{ id: string | number; failures: number }>`
    select launch_id as id, count(*)::int as failures from test where failure_key is not null
     group by launch_id order by launch_id desc`.execute(db)
  let done = 0
  for (const { id, failures } of launches) {
    if (done >= MOST_FAILURES) return
    await renewKeys(db, Number(id))
    done += failures
  }
}

const MOST_FAILURES = 20_000
const AT_ONCE = 200

const renewKeys = async <T>(db: Kysely<T>, launchId: number): Promise<void> => {
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: string | number; reason: string }>`
      select id, reason from test
       where launch_id = ${launchId} and failure_key is not null and reason is not null and id > ${after}
       order by id limit ${AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    after = Number(last.id)
    const causes = rows.map(({ id, reason }) => ({ id: Number(id), ...causeOf(reason) }))
    await sql`update test t set failure_key = c.failure_key, failure_label = c.failure_label
      from jsonb_to_recordset(${JSON.stringify(causes)}::jsonb) as c(id bigint, failure_key text, failure_label text)
     where t.id = c.id`.execute(db)
  }
}
