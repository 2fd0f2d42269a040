import { isUnderWay } from '../../../contract/launches/launches.ts'
import { conflict } from '../../http/refusal.ts'
import type { Operation } from '../writer/operation.ts'
import { inProjectOf } from './in-project.ts'

/** Deletes a launch; 409 while it is in progress, and, with `unlessPinned`, if it is pinned. What belongs to it is deleted in the background: see `deletion/clear.ts`. */
export const removeLaunch = (
  place: { projectId: number; launchId: number },
  { unlessPinned = false }: { unlessPinned?: boolean } = {},
): Operation<void> =>
  inProjectOf(
    place,
    {
      needs: {},
      apply: (batch) => {
        const before = batch.launches.get(place.launchId)?.before ?? null
        batch.launches.set(place.launchId, { before, row: null })
      },
    },
    ({ status, pinned }) => {
      if (unlessPinned && pinned) throw conflict('The launch is pinned')
      if (isUnderWay(status)) throw conflict('The launch is in progress. Abort it first.')
    },
  )
