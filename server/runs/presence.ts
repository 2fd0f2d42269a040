import { sql } from 'kysely'
import { PRESENCE, type PresentUser } from '../../contract/runs/presence.ts'
import type { Db, Tx } from '../db/database.ts'
import { userOf } from '../access/users.ts'

interface Place {
  caseId: number | null
  isLeaving: boolean
  /** Cases to choose the place from, in the caller's order; empty for `caseId`. */
  oneOf: readonly number[]
}

/** See `reportPresence`. The caller has verified that the run is in the project. Expired rows are deleted by the next call for the run. */
export const reportPresence = async (
  db: Db,
  { runId, userId }: { runId: number; userId: number },
  { caseId: requested, isLeaving, oneOf }: Place,
): Promise<{ items: PresentUser[]; caseId: number | null }> => {
  const since = new Date(Date.now() - PRESENCE.goneMs)
  const caseId = await db.transaction().execute(async (tx) => {
    if (isLeaving) {
      await sql`delete from test_run_presence where run_id = ${runId} and user_id = ${userId}`.execute(tx)
      return null
    }
    const chosen = oneOf.length === 0 ? requested : await freeCase(tx, { runId, userId }, oneOf, since)
    await sql`
      insert into test_run_presence (run_id, user_id, case_id, seen_at) values (${runId}, ${userId}, ${chosen}, now())
      on conflict (run_id, user_id) do update set case_id = excluded.case_id, seen_at = excluded.seen_at`.execute(tx)
    return chosen
  })
  await sql`delete from test_run_presence where run_id = ${runId} and seen_at < ${since}`.execute(db)
  const { rows } = await sql<PresentUser>`
    select ${userOf('p')} as user, q.case_id as "caseId"
      from test_run_presence q join workspace_user p on p.id = q.user_id
     where q.run_id = ${runId} and q.user_id <> ${userId} order by p.id limit 200`.execute(db)
  return { items: rows, caseId }
}

/** Cases with a result, and cases where another user is, come last. */
const freeCase = async (
  tx: Tx,
  { runId, userId }: { runId: number; userId: number },
  oneOf: readonly number[],
  since: Date,
): Promise<number | null> => {
  // Callers choose one after the other, so that each sees where the ones before went.
  await tx.selectFrom('test_run').select('id').where('id', '=', runId).forNoKeyUpdate().execute()
  const { rows } = await sql<{ caseId: number }>`
    select c.case_id as "caseId"
      from unnest(${[...oneOf]}::bigint[]) with ordinality as c(case_id, place)
      join test_run_case rc on rc.run_id = ${runId} and rc.case_id = c.case_id and rc.removed_at is null
     order by rc.status_id is not null or exists (
                select from test_run_presence q
                 where q.run_id = ${runId} and q.case_id = c.case_id and q.user_id <> ${userId} and q.seen_at >= ${since}),
              c.place
     limit 1`.execute(tx)
  return rows[0]?.caseId ?? null
}
