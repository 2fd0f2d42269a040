import { conflict, forbidden } from '../http/refusal.ts'
import { appendEvents, type NewEvent } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { beginSettings } from '../settings/settings.ts'

/** Creates a project led and administered by its creator. Returns its id. Throws 409 at `key`, 403 at the workspace's limit of projects. */
export const addProject = async (
  db: Db,
  userId: number,
  requested: { name: string; key: string; publiclyAccessible: boolean },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    // Locked, so that concurrent calls cannot exceed the limit.
    const workspace = await tx.selectFrom('workspace').select('projects_limit').forUpdate().executeTakeFirstOrThrow()
    const { total } = await tx
      .selectFrom('project')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    if (workspace.projects_limit !== null && total >= workspace.projects_limit)
      throw forbidden('The workspace has as many projects as it may')
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
    if (!row) {
      const message = `The key ${requested.key} is taken`
      throw conflict(message, [{ field: 'key', message }])
    }
    await tx
      .insertInto('project_member')
      .values({ project_id: row.id, user_id: userId, role: 'ADMINISTRATOR' })
      .execute()
    await beginSettings(tx, row.id)
    await tx.insertInto('repository').values({ project_id: row.id }).execute()
    await appendEvents(tx, [projectEvent('project/created', row.id, requested, userId)])
    return row.id
  })

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
