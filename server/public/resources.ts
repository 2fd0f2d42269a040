import { sql } from 'kysely'
import type { SharedResource } from '../../contract/public/public-links.ts'
import type { PublicResourceType } from '../../contract/public/resources.ts'
import { PUBLIC_TEXTS } from '../../contract/public/texts.ts'
import type { Db, Tx } from '../db/open.ts'
import { notFound } from '../http/refusal.ts'

type Find = (db: Db | Tx, projectId: number, id: string) => Promise<{ name: string } | undefined>

const titleOf = async (
  db: Db | Tx,
  table: 'test_run' | 'test_plan',
  projectId: number,
  id: string,
): Promise<{ name: string } | undefined> =>
  /^\d{1,15}$/.test(id)
    ? db
        .selectFrom(table)
        .select('title as name')
        .where('id', '=', Number(id))
        .where('project_id', '=', projectId)
        .executeTakeFirst()
    : undefined

/** Resolves with a resource of a project by id; undefined when there is none, or when the id is invalid for its kind. */
const FIND: Record<PublicResourceType, Find> = {
  launch: async (db, projectId, id) =>
    /^\d{1,15}$/.test(id)
      ? db
          .selectFrom('launch')
          .select(sql<string>`name || ' #' || number`.as('name'))
          .where('id', '=', Number(id))
          .where('project_id', '=', projectId)
          .executeTakeFirst()
      : undefined,
  'test-run': (db, projectId, id) => titleOf(db, 'test_run', projectId, id),
  'test-plan': (db, projectId, id) => titleOf(db, 'test_plan', projectId, id),
  'exploratory-session': async (db, projectId, id) =>
    id.includes('-')
      ? db
          .selectFrom('exploratory_session')
          .select('title as name')
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .executeTakeFirst()
      : undefined,
}

/** Resolves with the displayed name of a resource; undefined when the project has none. */
export const nameOfResource = async (
  db: Db | Tx,
  projectId: number,
  { resourceType, resourceId }: SharedResource,
): Promise<string | undefined> => (await FIND[resourceType](db, projectId, resourceId))?.name

/** Resolves with the displayed name of a resource. Throws 404 when the project has none. */
export const requireResource = async (db: Db | Tx, projectId: number, resource: SharedResource): Promise<string> => {
  const name = await nameOfResource(db, projectId, resource)
  if (name === undefined) throw notFound(PUBLIC_TEXTS.resourceNotFound)
  return name
}
