import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Feature } from '../../../contract/access.ts'
import { openDatabase } from '../../../server/db/open.ts'
import type { Assay } from './server.ts'

const worker = pathToFileURL(path.join(import.meta.dirname, '../../../dist/server/database-worker.js'))

/** Switches the workspace's features: written into the data folder while the server is down for it. */
export const setFeatures = async (assay: Assay, features: readonly Feature[]): Promise<void> => {
  await assay.stop()
  const { db, close } = await openDatabase({ dataDir: assay.dataDir, workerUrl: worker })
  try {
    await db
      .updateTable('workspace')
      .set({ features: JSON.stringify(features) })
      .execute()
  } finally {
    await close()
  }
  await assay.restart()
}
