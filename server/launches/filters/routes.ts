import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  restoreSavedFilter,
  updateSavedFilter,
  type SavedFilter,
} from '../../../contract/launches/saved-filters.ts'
import { savedFiltersStream } from '../../../contract/live.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { holds } from '../../access/authorise.ts'
import type { Principal, ProjectScope } from '../../access/principals.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { conflict, forbidden, stale } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { unlessTaken } from '../../http/unique.ts'
import { lockedSavedFilter, readSavedFilters } from './stored.ts'

interface Caller {
  project: ProjectScope
  caller: Principal
}

const NAME_TAKEN = { saved_launch_filter_name: { field: 'name', message: TEXTS.nameTaken } }

/** SAVF-09, SAVF-10. */
const mayDelete = ({ caller }: Caller, { createdBy }: SavedFilter): boolean =>
  createdBy?.id === caller.userId || holds(caller, 'reporting-filters-delete-any')

/** SAVF-11 to 13. */
const mayChangePrivacy = ({ caller, project }: Caller, { createdBy }: SavedFilter): boolean =>
  createdBy?.id === caller.userId ||
  project.role === 'ADMINISTRATOR' ||
  holds(caller, 'reporting-filters-create-public')

/** Saved filters of the launches list (SAVF rows). */
export const savedFilterRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(listSavedFilters, async ({ caller, project }) => ({
    items: await readSavedFilters(db, project.id, caller.userId),
  }))

  routes.inProject(createSavedFilter, (given) =>
    unlessTaken(
      db.transaction().execute(async (tx) => {
        const { name, items, isPrivate } = given.body
        await requireRoom(tx, given.project.id)
        const { id } = await tx
          .insertInto('saved_launch_filter')
          .values({
            project_id: given.project.id,
            name,
            items: JSON.stringify(items),
            is_private: isPrivate,
            created_by: given.caller.userId,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await recordChange(tx, given, 'created', { id, name, isPrivate })
        return lockedSavedFilter(tx, wantedOf(given, id))
      }),
      NAME_TAKEN,
    ),
  )

  routes.inProject(updateSavedFilter, (given) =>
    db.transaction().execute(async (tx) => {
      const requested = wantedOf(given, given.params.filterId)
      const before = await lockedSavedFilter(tx, requested)
      const { isFavorite, isPrivate } = await mergeEdit<Pick<SavedFilter, 'isFavorite' | 'isPrivate'>>(
        before,
        given.body,
        () => before,
      )
      const isMarked = isFavorite !== undefined && isFavorite !== before.isFavorite
      const isShared = isPrivate !== undefined && isPrivate !== before.isPrivate
      if (isShared && !mayChangePrivacy(given, before))
        throw forbidden('Only its creator, an administrator or somebody who may share filters can change this')
      if (isMarked) await mark(tx, before.id, given.caller.userId, isFavorite)
      if (isShared)
        await tx
          .updateTable('saved_launch_filter')
          .set(({ eb }) => ({ is_private: isPrivate, version: eb('version', '+', 1) }))
          .where('id', '=', before.id)
          .execute()
      const after = {
        ...before,
        isFavorite: isFavorite ?? before.isFavorite,
        isPrivate: isPrivate ?? before.isPrivate,
        version: before.version + Number(isShared),
      }
      if (isMarked || isShared) await recordChange(tx, given, isShared ? 'shared' : 'marked', after)
      return after
    }),
  )

  routes.inProject(deleteSavedFilter, (given) =>
    db.transaction().execute(async (tx) => {
      const before = await lockedSavedFilter(tx, wantedOf(given, given.params.filterId))
      if (!mayDelete(given, before)) throw forbidden('Only its creator or somebody who may delete filters can do this')
      const { version } = given.query
      if (version !== undefined && version !== before.version) throw stale(TEXTS.changedMeanwhile, before)
      await setDeleted(tx, before.id, new Date())
      await recordChange(tx, given, 'deleted', before)
      return {}
    }),
  )

  routes.inProject(restoreSavedFilter, (given) =>
    unlessTaken(
      db.transaction().execute(async (tx) => {
        const before = await lockedSavedFilter(tx, { ...wantedOf(given, given.params.filterId), isDeleted: true })
        if (!mayDelete(given, before))
          throw forbidden('Only its creator or somebody who may delete filters can do this')
        await requireRoom(tx, given.project.id)
        await setDeleted(tx, before.id, null)
        await recordChange(tx, given, 'restored', before)
        return before
      }),
      NAME_TAKEN,
    ),
  )
}

const wantedOf = ({ project, caller }: Caller, filterId: number) => ({
  projectId: project.id,
  userId: caller.userId,
  filterId,
})

const setDeleted = (tx: Tx, id: number, at: Date | null) =>
  tx.updateTable('saved_launch_filter').set({ deleted_at: at }).where('id', '=', id).execute()

const requireRoom = async (tx: Tx, projectId: number): Promise<void> => {
  const { total } = await tx
    .selectFrom('saved_launch_filter')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (total >= LIMITS.savedFilters)
    throw conflict(`A project can have at most ${LIMITS.savedFilters} saved filters. Delete some first.`)
}

const mark = async (tx: Tx, filterId: number, userId: number, isFavorite: boolean): Promise<void> => {
  if (isFavorite)
    await tx
      .insertInto('saved_launch_filter_favorite')
      .values({ filter_id: filterId, user_id: userId })
      .onConflict((of) => of.doNothing())
      .execute()
  else
    await tx
      .deleteFrom('saved_launch_filter_favorite')
      .where('filter_id', '=', filterId)
      .where('user_id', '=', userId)
      .execute()
}

type Happened = 'created' | 'shared' | 'marked' | 'deleted' | 'restored'

/** The event only invalidates the list: private filters must not reach other users. */
const recordChange = (
  tx: Tx,
  { project, caller }: Caller,
  happened: Happened,
  { id, name, isPrivate }: Pick<SavedFilter, 'id' | 'name' | 'isPrivate'>,
) =>
  appendEvents(tx, [
    {
      stream: savedFiltersStream(project.id),
      type: `saved-filter/${happened}`,
      payload: { filterId: id, name, isPrivate },
      projectId: project.id,
      userId: caller.userId,
    },
  ])
