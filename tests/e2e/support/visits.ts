import { sql } from 'kysely'
import type { Assay } from './server.ts'

/** Moves the last visits of a launch by all users an hour back. */
export const passTime = async ({ db }: Assay): Promise<void> => {
  await sql`update launch_visit set left_at = left_at - interval '1 hour'`.execute(db)
}
