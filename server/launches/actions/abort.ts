import { isUnderWay } from '../../../contract/launches/launches.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { conflict } from '../../http/refusal.ts'
import { endLaunch } from '../reporting/launch-endings.ts'
import { storable } from '../../../contract/text-matching.ts'
import type { LaunchRow } from '../rows.ts'
import type { Batch } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { inProjectOf } from './in-project.ts'

/**
 * Aborts a launch in progress and its open tests; 409 for a finished launch. An empty comment is replaced by a text that names the user.
 */
export const abortLaunchBy = (
  place: { projectId: number; launchId: number },
  { userId, username }: { userId: number; username: string },
  comment: string,
): Operation<LaunchRow> => {
  const words = comment.trim() === '' ? TEXTS.abortedBy(username) : storable(comment)
  const ending = endLaunch(place.launchId, 'user', { reason: words, comments: words })
  const endingBy: Operation<LaunchRow> = {
    ...ending,
    apply: (batch) => {
      const open = openTestsIn(batch, place.launchId)
      const row = ending.apply(batch)
      for (const id of open) batch.changedBy.set(id, userId)
      return row
    },
  }
  return inProjectOf(place, endingBy, ({ status }) => {
    if (!isUnderWay(status)) throw conflict('The launch has ended already')
  })
}

const openTestsIn = (batch: Batch, launchId: number): number[] =>
  [...batch.tests.values()].flatMap(({ row }) =>
    row?.launch_id === launchId && row.status === 'IN_PROGRESS' ? [row.id] : [],
  )
