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
    await requireRoom(tx, 1)
    const id = await insertProject(tx, userId, requested)
    await beginSettings(tx, id)
    await tx.insertInto('repository').values({ project_id: id }).execute()
    await appendEvents(tx, [projectEvent('project/created', id, requested, userId)])
    return id
  })

/** Inserts the row of a project, and its creator as lead and administrator. Throws 409 at `key`. */
export const insertProject = async (tx: Tx, userId: number, requested: Requested): Promise<number> => {
  const row = await tx
    .insertInto('project')
    .values({
      key: requested.key,
      name: requested.name,
      logo_url: null,
      lead_id: userId,
      publicly_accessible: requested.publiclyAccessible,
    })
    .onConflict((c) => c.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw keyTaken(requested.key)
  await tx.insertInto('project_member').values({ project_id: row.id, user_id: userId, role: 'ADMINISTRATOR' }).execute()
  return row.id
}

/** Throws 403 if the workspace has more projects than it may, after `more` projects are added. */
export const requireRoom = async (tx: Tx, more = 0): Promise<void> => {
  // Locked, so that concurrent calls cannot exceed the limit.
  const workspace = await tx.selectFrom('workspace').select('projects_limit').forUpdate().executeTakeFirstOrThrow()
  const { total } = await tx
    .selectFrom('project')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (workspace.projects_limit !== null && total + more > workspace.projects_limit)
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
