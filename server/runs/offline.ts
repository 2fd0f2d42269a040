import { sql } from 'kysely'
import type { RunOfflineSize } from '../../contract/runs/offline.ts'
import type { Db } from '../db/database.ts'

/** Returns the size of `listRunCaseContents` for a whole run, and that of its attachments. */
export const measureOffline = async (db: Db, runId: number): Promise<RunOfflineSize> => {
  const { rows } = await sql<RunOfflineSize>`
    with kept as (select snapshot_id from test_run_case where run_id = ${runId} and removed_at is null),
         named as (select distinct sa.attachment_id
                     from kept k join case_snapshot_attachment sa on sa.snapshot_id = k.snapshot_id)
    select (select count(*) from kept)::int as "cases",
           (select coalesce(sum(octet_length(s.content::text)), 0) from kept k join case_snapshot s on s.id = k.snapshot_id)::bigint
             as "contentBytes",
           count(a.id)::int as "files", coalesce(sum(f.size_bytes), 0)::bigint as "fileBytes"
      from named n join attachment a on a.id = n.attachment_id join file f on f.hash = a.file_hash`.execute(db)
  const [size] = rows
  if (size === undefined) throw new Error('an aggregate without rows')
  return size
}
