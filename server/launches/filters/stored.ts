import type { SavedFilter } from '../../../contract/launches/saved-filters.ts'
import type { Db, Tx } from '../../db/database.ts'
import { notFound } from '../../http/refusal.ts'

const NO_FILTER = 'The saved filter does not exist'

/** Selects the filters that a user can see: their own and public ones, with the user's favourites. */
const visibleTo = (db: Db | Tx, projectId: number, personId: number) =>
  db
    .selectFrom('saved_launch_filter as f')
    .leftJoin('person as p', 'p.id', 'f.created_by')
    .leftJoin('saved_launch_filter_favorite as mark', (join) =>
      join.onRef('mark.filter_id', '=', 'f.id').on('mark.person_id', '=', personId),
    )
    .select(['f.id', 'f.name', 'f.items', 'f.is_private', 'f.version', 'f.created_by', 'p.username', 'mark.person_id'])
    .where('f.project_id', '=', projectId)
    .where((where) => where.or([where('f.is_private', '=', false), where('f.created_by', '=', personId)]))

type Row = Awaited<ReturnType<ReturnType<typeof visibleTo>['execute']>>[number]

const filterOf = (row: Row): SavedFilter => ({
  id: row.id,
  name: row.name,
  items: row.items,
  isPrivate: row.is_private,
  isFavorite: row.person_id !== null,
  createdBy: row.created_by === null || row.username === null ? null : { id: row.created_by, username: row.username },
  version: row.version,
})

/** Favourites first, then by name. */
export const readSavedFilters = async (db: Db, projectId: number, personId: number): Promise<SavedFilter[]> =>
  (
    await visibleTo(db, projectId, personId)
      .where('f.deleted_at', 'is', null)
      .orderBy((where) => where('mark.person_id', 'is', null))
      .orderBy((where) => where.fn<string>('lower', ['f.name']))
      .orderBy('f.id')
      .execute()
  ).map(filterOf)

interface Wanted {
  projectId: number
  personId: number
  filterId: number
  isDeleted?: boolean
}

/** Locks the filter until the end of the transaction. 404 when the user cannot see it. */
export const lockedSavedFilter = async (tx: Tx, wanted: Wanted): Promise<SavedFilter> => {
  const { projectId, personId, filterId, isDeleted = false } = wanted
  await tx.selectFrom('saved_launch_filter').select('id').where('id', '=', filterId).forUpdate().execute()
  const row = await visibleTo(tx, projectId, personId)
    .where('f.id', '=', filterId)
    .where('f.deleted_at', isDeleted ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound(NO_FILTER)
  return filterOf(row)
}
