import type { RawBuilder } from 'kysely'
import { conflict, forbidden } from '../http/refusal.ts'
import { appendEvents, type NewEvent } from '../db/events.ts'
import type { Db, Tx } from '../db/open.ts'
import { beginSettings } from '../settings/settings.ts'

interface Requested {
  name: string
  key: string
  publiclyAccessible: boolean
}

/** Creates a project led and administered by its creator. Returns its id. Throws 409 at `key`, 403 at the workspace's limit of projects. */
export const addProject = async (db: Db, userId: number, requested: Requested): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await requireRoom(tx)
    const id = await insertProject(tx, requested)
    await insertLead(tx, id, userId)
    await beginSettings(tx, id)
    await tx.insertInto('repository').values({ project_id: id }).execute()
    await appendEvents(tx, [projectEvent('project/created', id, requested, userId)])
    return id
  })

/** Inserts the row of a project. Throws 409 at `key`. */
export const insertProject = async (
  tx: Tx,
  { key, name, publiclyAccessible }: Requested,
  importingUntil: RawBuilder<Date> | null = null,
): Promise<number> => {
  const row = await tx
    .insertInto('project')
    .values({ key, name, publicly_accessible: publiclyAccessible, importing_until: importingUntil })
    .onConflict((c) => c.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw keyTaken(key)
  return row.id
}

/** Makes a user the lead and an administrator of a project without members. */
export const insertLead = async (tx: Tx, projectId: number, userId: number): Promise<void> => {
  await tx.updateTable('project').set({ lead_id: userId }).where('id', '=', projectId).execute()
  await tx
    .insertInto('project_member')
    .values({ project_id: projectId, user_id: userId, role: 'ADMINISTRATOR' })
    .execute()
}

/** Throws 403 if the workspace has as many projects as it may, with those that are being imported. */
export const requireRoom = async (tx: Tx): Promise<void> => {
  // Locked, so that concurrent calls cannot exceed the limit.
  const workspace = await tx.selectFrom('workspace').select('projects_limit').forUpdate().executeTakeFirstOrThrow()
  const { total } = await tx
    .selectFrom('project')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (workspace.projects_limit !== null && total >= workspace.projects_limit)
    throw forbidden('The workspace has as many projects as it may')
}

export const keyTaken = (key: string) => {
  const message = `The key ${key} is taken`
  return conflict(message, [{ field: 'key', message }])
}

/**
 * Returns an event for the workspace's stream, which has all changes of projects and members, since they determine who may subscribe to the
 * project's own streams.
 */
export const projectEvent = (type: string, projectId: number, payload: object, userId: number): NewEvent => ({
  stream: 'workspace',
  type,
  payload: { projectId, ...payload },
  projectId,
  userId,
})
