import type { z } from 'zod/mini'
import { DEFAULT_PERMISSIONS, FEATURES } from '../../contract/access.ts'
import type { CreateWorkspace } from '../../contract/session/session.ts'
import { appendEvents } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { conflict } from '../http/refusal.ts'
import { hashPassword } from '../session/passwords.ts'

/** The one tenant of a server: prefix of live destinations. */
export const TENANT = 'assay'

/** Creates the workspace and its owner, whose id it returns. 409 when there is a workspace already, also for the slower of two visitors. */
export const foundWorkspace = async (db: Db, wanted: z.infer<typeof CreateWorkspace>): Promise<number> => {
  const passwordHash = await hashPassword(wanted.password)
  return db.transaction().execute(async (tx) => {
    const founded = await tx
      .insertInto('workspace')
      .values({
        id: 1,
        name: wanted.workspaceName,
        tenant: TENANT,
        features: JSON.stringify(FEATURES),
        projects_limit: null,
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!founded) throw conflict('This server already has a workspace: sign in instead')
    const { id } = await tx
      .insertInto('person')
      .values({
        username: wanted.username,
        email: wanted.email,
        first_name: wanted.firstName,
        last_name: wanted.lastName,
        password_hash: passwordHash,
        owner: true,
        permissions: JSON.stringify(DEFAULT_PERMISSIONS),
        photo_url: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await appendEvents(tx, [
      { stream: 'workspace', type: 'workspace/created', payload: { name: wanted.workspaceName }, personId: id },
      { stream: `person:${id}`, type: 'person/created', payload: { username: wanted.username }, personId: id },
    ])
    return id
  })
}
