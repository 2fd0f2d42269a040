import { sql } from 'kysely'
import { PRESENCE, type PresentPerson } from '../../contract/runs/presence.ts'
import type { Db } from '../db/database.ts'
import { personOf } from '../projects/person-of.ts'

/** See `reportPresence`. The caller has verified that the run is in the project. Expired rows are deleted by the next call for the run. */
export const reportPresence = async (
  db: Db,
  { runId, personId }: { runId: number; personId: number },
  { caseId, isLeaving }: { caseId: number | null; isLeaving: boolean },
): Promise<{ items: PresentPerson[] }> => {
  const since = new Date(Date.now() - PRESENCE.goneMs)
  if (isLeaving)
    await sql`delete from test_run_presence where run_id = ${runId} and person_id = ${personId}`.execute(db)
  else
    await sql`
      insert into test_run_presence (run_id, person_id, case_id, seen_at) values (${runId}, ${personId}, ${caseId}, now())
      on conflict (run_id, person_id) do update set case_id = excluded.case_id, seen_at = excluded.seen_at`.execute(db)
  await sql`delete from test_run_presence where run_id = ${runId} and seen_at < ${since}`.execute(db)
  const { rows } = await sql<PresentPerson>`
    select ${personOf('p')} as person, q.case_id as "caseId"
      from test_run_presence q join person p on p.id = q.person_id
     where q.run_id = ${runId} and q.person_id <> ${personId} order by p.id limit 200`.execute(db)
  return { items: rows }
}
