import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { DEFAULT_PERMISSIONS, type Role } from '../../../contract/access.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { hashPassword } from '../../../server/session/passwords.ts'
import type { Assay } from './server.ts'
import { PROJECT_KEY } from './test.ts'

export interface Member {
  username: string
  role: Role
  readOnly?: boolean
}
/** Of everybody that `addMembers` added. */
export const MEMBERS_PASSWORD = 'birch-tree-61'

const worker = pathToFileURL(path.join(import.meta.dirname, '../../../dist/server/database-worker.js'))

/** Gives the set-up project members. They are written into the data folder while the server is down for it. */
export const addMembers = async (assay: Assay, members: readonly Member[]): Promise<void> => {
  await assay.stop()
  const { db, close } = await openDatabase({ dataDir: assay.dataDir, workerUrl: worker })
  try {
    const password = await hashPassword(MEMBERS_PASSWORD)
    const project = await db.selectFrom('project').select('id').where('key', '=', PROJECT_KEY).executeTakeFirstOrThrow()
    for (const { username, role, readOnly = false } of members) {
      const person = await db
        .insertInto('person')
        .values({
          username,
          email: `${username}@larkspur.test`,
          first_name: '',
          last_name: '',
          photo_url: null,
          password_hash: password,
          owner: false,
          read_only: readOnly,
          permissions: JSON.stringify(readOnly ? [] : DEFAULT_PERMISSIONS),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('project_member').values({ project_id: project.id, person_id: person.id, role }).execute()
    }
  } finally {
    await close()
  }
  await assay.restart()
}
