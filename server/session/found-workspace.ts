import type { z } from 'zod/mini'
import { DEFAULT_PERMISSIONS, FEATURES } from '../../contract/access.ts'
import type { CreateWorkspace } from '../../contract/session/session.ts'
import { TEXTS } from '../../contract/texts.ts'
import { appendEvents } from '../db/events.ts'
import type { Db, Tx } from '../db/open.ts'
import { conflict, wrongField } from '../http/refusal.ts'
import { TENANT } from '../config.ts'
import { isCommonPassword } from './password-rules.ts'
import { hashPassword } from '../secrets/passwords.ts'

/**
 * Creates the workspace and its owner, and returns the owner's id. Throws 409 if a workspace exists, also for the later of two concurrent
 * calls.
 */
export const foundWorkspace = async (db: Db, requested: z.infer<typeof CreateWorkspace>): Promise<number> => {
  if (isCommonPassword(requested.password)) throw wrongField('password', TEXTS.passwordCommon)
  const passwordHash = await hashPassword(requested.password)
  return db.transaction().execute(async (tx) => {
    const founded = await tx
      .insertInto('workspace')
      .values({
        id: 1,
        name: requested.workspaceName,
        tenant: TENANT,
        features: JSON.stringify(FEATURES),
        projects_limit: null,
        refuses_common_passwords: true,
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!founded) throw conflict('This server already has a workspace: sign in instead')
    const { id } = await tx
      .insertInto('workspace_user')
      .values({
        username: requested.username,
        email: requested.email,
        first_name: requested.firstName,
        last_name: requested.lastName,
        password_hash: passwordHash,
        photo_url: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { superAdmins } = await createGroups(tx)
    await tx.insertInto('user_group_member').values({ group_id: superAdmins, user_id: id }).execute()
    await appendEvents(tx, [
      { stream: 'workspace', type: 'workspace/created', payload: { name: requested.workspaceName }, userId: id },
      { stream: `person:${id}`, type: 'person/created', payload: { username: requested.username }, userId: id },
    ])
    return id
  })
}

/** Creates the groups of a new workspace and returns their ids. */
export const createGroups = async (db: Db | Tx): Promise<{ superAdmins: number; engineers: number }> => {
  const [superAdmins, engineers] = await db
    .insertInto('user_group')
    .values([
      { name: 'Super admins', built_in: 'super-admins', permissions: '[]' },
      { name: 'Engineers', built_in: null, permissions: JSON.stringify(DEFAULT_PERMISSIONS), invitable: true },
    ])
    .returning('id')
    .execute()
  if (!superAdmins || !engineers) throw new Error('the groups were not created')
  return { superAdmins: superAdmins.id, engineers: engineers.id }
}
