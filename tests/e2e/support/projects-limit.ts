import { openDatabase } from '../../../server/db/open.ts'
import { databaseWorker } from './people.ts'
import type { Assay } from './server.ts'

/** How many projects the workspace may have; the server is away meanwhile. */
export const limitProjects = async (assay: Assay, limit: number): Promise<void> => {
  await assay.stop()
  const { db, close } = await openDatabase({ dataDir: assay.dataDir, workerUrl: databaseWorker })
  try {
    await db.updateTable('workspace').set({ projects_limit: limit }).execute()
  } finally {
    await close()
  }
  await assay.restart()
}
