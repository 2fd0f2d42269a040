import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '../../../server/db/open.ts'
import type { Assay } from './server.ts'
import { PROJECT_KEY } from './founding.ts'

const worker = pathToFileURL(path.join(import.meta.dirname, '../../../dist/server/database-worker.js'))

/** Cases of the set-up project, each with its values by field id. They are written into the data folder while the server is down for it. */
export const addCases = async (assay: Assay, values: readonly Record<string, unknown>[]): Promise<void> => {
  await assay.stop()
  const { db, close } = await openDatabase({ dataDir: assay.dataDir, workerUrl: worker })
  try {
    const project = await db.selectFrom('project').select('id').where('key', '=', PROJECT_KEY).executeTakeFirstOrThrow()
    const rows = values.map((held, i) => ({
      project_id: project.id,
      number: i + 1,
      title: `Case ${i + 1}`,
      field_values: JSON.stringify(held),
    }))
    await db.insertInto('test_case').values(rows).execute()
  } finally {
    await close()
  }
  await assay.restart()
}
