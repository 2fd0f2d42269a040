import { isUnderWay } from '../../../contract/launches/launches.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { conflict } from '../../http/refusal.ts'
import { endLaunch } from '../reporting/launch-endings.ts'
import { storable } from '../../../contract/text-matching.ts'
import type { LaunchRow } from '../rows.ts'
import type { Operation } from '../writer/writer.ts'
import { inProjectOf } from './in-project.ts'

/** Aborts a launch that is under way, with its open tests; 409 for any other. Without a comment it says who did it. */
export const abortLaunchBy = (
  place: { projectId: number; launchId: number },
  username: string,
  comment: string,
): Operation<LaunchRow> => {
  const words = comment.trim() === '' ? TEXTS.abortedBy(username) : storable(comment)
  return inProjectOf(place, endLaunch(place.launchId, 'person', { reason: words, comments: words }), ({ status }) => {
    if (!isUnderWay(status)) throw conflict('The launch has ended already')
  })
}
