import { sql } from 'kysely'
import { SYSTEM_FIELDS } from '../../../contract/settings/test-case-fields.ts'
import { BackupProblem } from '../../backup/problem.ts'
import type { Tx } from '../../db/open.ts'

/** Adds what every project has and an archive may lack, and makes counters agree with the rows. Throws `BackupProblem` without settings that every project needs. */
export const completeProject = async (tx: Tx, projectId: number): Promise<void> => {
  const { rows } = await sql<{ statuses: number; fields: number; lists: number }>`
    select (select count(*) from result_status where project_id = ${projectId} and is_untested) as statuses,
           (select count(distinct system_name) from test_case_field
             where project_id = ${projectId} and type = 'SYSTEM' and system_name = any(${SYSTEM_NAMES}::text[])) as fields,
           (select count(*) from settings_version where project_id = ${projectId}) as lists`.execute(tx)
  const [found] = rows
  if (found?.statuses !== 1 || found.fields !== SYSTEM_NAMES.length || found.lists !== LISTS)
    throw new BackupProblem('The archive is damaged: it lacks settings that every project has.')
  await tx
    .insertInto('repository')
    .values({ project_id: projectId })
    .onConflict((c) => c.doNothing())
    .execute()
  await sql`
    update repository r set
      next_number = greatest(r.next_number, coalesce((select max(number) from test_case where project_id = ${projectId}), 0) + 1),
      next_position = greatest(r.next_position, 1 + greatest(
        (select max(position) from test_case where project_id = ${projectId}),
        (select max(position) from suite where project_id = ${projectId})))
     where project_id = ${projectId}`.execute(tx)
  await sql`
    update project p set
      last_launch_number = greatest(p.last_launch_number, coalesce((select max(number) from launch where project_id = p.id), 0))
     where p.id = ${projectId}`.execute(tx)
}

/** Number of lists that are saved as a whole. */
const LISTS = 6

const SYSTEM_NAMES = Object.keys(SYSTEM_FIELDS)
