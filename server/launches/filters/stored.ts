import type { SavedFilter } from '../../../contract/launches/saved-filters.ts'
import { namedUserOf } from '../../access/users.ts'
import type { Db, Tx } from '../../db/database.ts'
import { notFound } from '../../http/refusal.ts'

const NO_FILTER = 'The saved filter does not exist'

/** Selects the filters that a user can see: their own and public ones, with the user's favourites. */
const visibleTo = (db: Db | Tx, projectId: number, userId: number) =>
  db
    .selectFrom('saved_launch_filter as f')
    .leftJoin('workspace_user as p', 'p.id', 'f.created_by')
    .leftJoin('saved_launch_filter_favorite as mark', (join) =>
      join.onRef('mark.filter_id', '=', 'f.id').on('mark.user_id', '=', userId),
    )
    .select(['f.id', 'f.name', 'f.items', 'f.is_private', 'f.version', 'mark.user_id'])
    .select(namedUserOf('p').as('author'))
    .where('f.project_id', '=', projectId)
    .where((where) => where.or([where('f.is_private', '=', false), where('f.created_by', '=', userId)]))

type Row = Awaited<ReturnType<ReturnType<typeof visibleTo>['execute']>>[number]

const filterOf = (row: Row): SavedFilter => ({
  id: row.id,
  name: row.name,
  items: row.items,
  isPrivate: row.is_private,
  isFavorite: row.user_id !== null,
  createdBy: row.author,
  version: row.version,
})

/** Favourites first, then by name. */
export const readSavedFilters = async (db: Db, projectId: number, userId: number): Promise<SavedFilter[]> =>
  (
    await visibleTo(db, projectId, userId)
      .where('f.deleted_at', 'is', null)
      .orderBy((where) => where('mark.user_id', 'is', null))
      .orderBy((where) => where.fn<string>('lower', ['f.name']))
      .orderBy('f.id')
      .execute()
  ).map(filterOf)

interface FilterValues {
  projectId: number
  userId: number
  filterId: number
  isDeleted?: boolean
}

/** Locks the filter until the end of the transaction. 404 when the user cannot see it. */
export const lockedSavedFilter = async (tx: Tx, requested: FilterValues): Promise<SavedFilter> => {
  const { projectId, userId, filterId, isDeleted = false } = requested
  await tx.selectFrom('saved_launch_filter').select('id').where('id', '=', filterId).forUpdate().execute()
  const row = await visibleTo(tx, projectId, userId)
    .where('f.id', '=', filterId)
    .where('f.deleted_at', isDeleted ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound(NO_FILTER)
  return filterOf(row)
}
