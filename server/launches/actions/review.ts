import type { z } from 'zod/mini'
import { isUnderWay, type reviewLaunch } from '../../../contract/launches/launches.ts'
import { collisionsIn, refuseCollisions } from '../../http/merge-edit.ts'
import { conflict, wrongField } from '../../http/refusal.ts'
import { storable } from '../../../contract/text-matching.ts'
import type { LaunchRow } from '../rows.ts'
import type { Operation } from '../writer/operation.ts'
import { inProjectOf } from './in-project.ts'

/**
 * Marks a launch as reviewed. Without a comment the stored one is kept. 400 when there is none, 409 while the launch is in progress, 409
 * `stale` with the row in `current` when the stored comment is not the expected one.
 */
export const reviewLaunchBy = (
  place: { projectId: number; launchId: number },
  userId: number,
  { comment, expected }: Pick<z.infer<typeof reviewLaunch.body>, 'comment' | 'expected'>,
): Operation<LaunchRow> =>
  inProjectOf(
    place,
    {
      needs: {},
      apply: (batch) => {
        const before = batch.launch(place.launchId)
        const stored = { comment: before.comments ?? '' }
        if (collisionsIn(stored, { comment: storable(comment), expected }).length > 0)
          throw refuseCollisions(['comment'], before)
        const comments = comment.trim() === '' ? before.comments : storable(comment)
        if (comments === null || comments.trim() === '') throw wrongField('comment', 'This field is required')
        if (before.reviewed && before.comments === comments) return before
        const row = { ...before, reviewed: true, reviewed_by: userId, reviewed_at: batch.now, comments }
        batch.setLaunch(row)
        return row
      },
    },
    ({ status }) => {
      if (isUnderWay(status)) throw conflict('The launch is in progress. Review it after it ends.')
    },
  )
