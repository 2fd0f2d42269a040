import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'

/** Names of settings of a project that are not in its archive, because they are credentials or send messages, one per line. */
export const leftOutOf = async (db: Db | Tx, projectId: number): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select line from (
      select 1 as area, 'Secret variable ' || v.key || coalesce(' of ' || e.name, '') as line
        from variable v left join environment e on e.id = v.environment_id where v.project_id = ${projectId} and v.secret
      union all select 2, 'Notification rule ' || name from notification_rule where project_id = ${projectId}
      union all select 3, 'Git host ' || url from git_host where project_id = ${projectId}
      union all select 4, 'Git repository ' || name || ' with its launchers' from git_repository where project_id = ${projectId}
      union all select 5, 'Public links' from public_link where project_id = ${projectId} and revoked_at is null group by project_id
      union all select 6, 'Address of the status badge' from badge_token where project_id = ${projectId}
    ) lines order by area, line limit 200`.execute(db)
  return rows.map(({ line }) => line.slice(0, 300).toWellFormed())
}
