import { sql } from 'kysely'
import { openDatabase } from '../../../server/db/open.ts'
import { databaseWorker } from './people.ts'
import type { Assay } from './server.ts'

/** An hour passes since everybody's last visit of a launch. */
export const passTime = async (assay: Assay): Promise<void> => {
  await assay.stop()
  const { db, close } = await openDatabase({ dataDir: assay.dataDir, workerUrl: databaseWorker })
  try {
    await sql`update launch_visit set left_at = left_at - interval '1 hour'`.execute(db)
  } finally {
    await close()
  }
  await assay.restart()
}
