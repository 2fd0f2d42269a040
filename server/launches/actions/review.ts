import { isUnderWay } from '../../../contract/launches.ts'
import { conflict, wrongField } from '../../http/refusal.ts'
import { storable } from '../queries/matching.ts'
import type { LaunchRow } from '../rows.ts'
import type { Operation } from '../writer/writer.ts'
import { inProjectOf } from './in-project.ts'

/** Marks a launch as reviewed. Without a comment the one that is there stays; 400 when there is none, 409 while under way. */
export const reviewLaunchBy = (place: { projectId: number; launchId: number }, comment: string): Operation<LaunchRow> =>
  inProjectOf(
    place,
    {
      needs: {},
      apply: (batch) => {
        const before = batch.launch(place.launchId)
        const comments = comment.trim() === '' ? before.comments : storable(comment)
        if (comments === null || comments.trim() === '') throw wrongField('comment', 'This field is required')
        if (before.reviewed && before.comments === comments) return before
        const row = { ...before, reviewed: true, comments }
        batch.setLaunch(row)
        return row
      },
    },
    ({ status }) => {
      if (isUnderWay(status)) throw conflict('The launch is in progress. Review it after it ends.')
    },
  )
