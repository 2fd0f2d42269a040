import { sql } from 'kysely'
import { listSettingsChanges, type Author, type ChangeLogEntry } from '../../contract/settings/change-log.ts'
import { SettingsEvent } from '../../contract/settings/changes.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Db } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import { displayName, isServiceAccount } from '../access/users.ts'

/** Change log of the settings, read from the event log: every save appends an event. */
export const changeLogRoutes = (routes: Routes, { db }: { db: Db }): void => {
  routes.inProject(listSettingsChanges, async ({ project, query }) => {
    const [found, people] = await Promise.all([findEntries(db, project.id, query), authorsIn(db, project.id)])
    return { ...found, people }
  })
}

interface ChangeLogQuery {
  area?: string | undefined
  userId?: number | undefined
  before?: number | undefined
}

const findEntries = async (db: Db, projectId: number, requested: ChangeLogQuery) => {
  const { area, userId, before } = requested
  const rows = await settingsEventsOf(db, projectId)
    .leftJoin('workspace_user as p', 'p.id', 'e.user_id')
    .select([
      'e.id',
      'e.at',
      'e.payload',
      'p.id as user_id',
      'p.photo_url',
      displayName('p').as('name'),
      isServiceAccount('p').as('is_service_account'),
    ])
    .$if(area !== undefined, (query) => query.where('e.type', '=', `settings/${area}`))
    .$if(userId !== undefined, (query) => query.where('e.user_id', '=', userId as number))
    .$if(before !== undefined, (query) => query.where('e.id', '<', before as number))
    .orderBy('e.id', 'desc')
    .limit(LIMITS.changesAtOnce + 1)
    .execute()
  const page = rows.slice(0, LIMITS.changesAtOnce)
  const older = rows.length > page.length ? (page.at(-1)?.id ?? null) : null
  const items = page.flatMap((row): ChangeLogEntry[] => {
    // Skips events that older versions wrote in a different format.
    const event = SettingsEvent.safeParse(row.payload)
    if (!event.success) return []
    const { area, changes, isAutomatic = false } = event.data
    const user =
      row.user_id === null
        ? null
        : {
            id: row.user_id,
            name: row.name,
            photoUrl: row.photo_url,
            ...(row.is_service_account && { isServiceAccount: true }),
          }
    return [{ id: row.id, at: row.at.toISOString(), user, isAutomatic, area, changes }]
  })
  return { items, older }
}

const authorsIn = async (db: Db, projectId: number): Promise<Author[]> => {
  const rows = await db
    .selectFrom('workspace_user as p')
    .select(['p.id', 'p.photo_url', displayName('p').as('name')])
    .where(
      'p.id',
      'in',
      settingsEventsOf(db, projectId)
        .select('e.user_id')
        .where('e.user_id', 'is not', null)
        .$castTo<{ user_id: number }>(),
    )
    .orderBy(sql`lower(${displayName('p')})`)
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.name, photoUrl: row.photo_url }))
}

/** Phrased so that the partial index of settings events is used. */
const settingsEventsOf = (db: Db, projectId: number) =>
  db
    .selectFrom('event as e')
    .where('e.project_id', '=', projectId)
    .where(sql<boolean>`e.type like 'settings/%'`)
