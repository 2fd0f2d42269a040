import type { SharedResource } from '../../contract/public/public-links.ts'
import type { PublicResourceType } from '../../contract/public/resources.ts'
import { PUBLIC_TEXTS } from '../../contract/public/texts.ts'
import type { Db, Tx } from '../db/open.ts'
import { notFound } from '../http/refusal.ts'

type Exists = (db: Db | Tx, projectId: number, id: string) => Promise<unknown>

/** Finds the thing of an id in a project; undefined where there is none, or the id is none of its kind. */
const FIND: Record<PublicResourceType, Exists> = {
  launch: async (db, projectId, id) =>
    /^\d{1,15}$/.test(id)
      ? db
          .selectFrom('launch')
          .select('id')
          .where('id', '=', Number(id))
          .where('project_id', '=', projectId)
          .executeTakeFirst()
      : undefined,
  'exploratory-session': async (db, projectId, id) =>
    id.includes('-')
      ? db
          .selectFrom('exploratory_session')
          .select('id')
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .executeTakeFirst()
      : undefined,
}

export const resourceExists = async (
  db: Db | Tx,
  projectId: number,
  { resourceType, resourceId }: SharedResource,
): Promise<boolean> => (await FIND[resourceType](db, projectId, resourceId)) !== undefined

/** Throws 404 where there is no such thing in the project. */
export const requireResource = async (db: Db | Tx, projectId: number, resource: SharedResource): Promise<void> => {
  if (!(await resourceExists(db, projectId, resource))) throw notFound(PUBLIC_TEXTS.resourceNotFound)
}
