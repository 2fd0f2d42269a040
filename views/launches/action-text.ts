/** Messages after launches were aborted, deleted or relaunched. */
import type { Launch } from '../../contract/launches/launches.ts'
import { LAUNCHER_TEXTS } from '../../contract/launchers/launcher-texts.ts'
import { SHARE_TEXTS } from '../../contract/launches/launch-actions.ts'
import { RELAUNCH_TEXTS } from '../../contract/launches/relaunch.ts'
import { TEXTS } from '../../contract/texts.ts'
import { formatCount } from '../ui/text/figures.ts'

export const VERBS = {
  abort: { verb: 'Abort', done: 'aborted' },
  delete: { verb: 'Delete', done: 'deleted' },
  relaunch: { verb: 'Relaunch', done: 'relaunched' },
} as const
export type LaunchAction = keyof typeof VERBS

type Done = Pick<Launch, 'number' | 'firstLaunchId'>

/** RELAUNCH-13. */
export const relaunchedText = (via: 'launcher' | 'ci'): string =>
  via === 'ci' ? RELAUNCH_TEXTS.relaunched : LAUNCHER_TEXTS.launchQueued

/** ACTIONS-11, ACTIONS-15; LIST-25 for several. `total`: the number requested, when the action was cancelled before the last. */
export const finishedText = (
  action: LaunchAction,
  done: readonly Done[],
  { total, isOnItsPage }: { total: number; isOnItsPage: boolean },
): string => {
  const [first] = done
  const left = total - done.length
  if (left > 0)
    return `${done.length} of ${formatCount(total, 'launch', 'launches')} ${VERBS[action].done}, ${left} left as they are`
  if (done.length > 1) return `${formatCount(done.length, 'launch', 'launches')} ${VERBS[action].done}`
  if (action === 'relaunch') return relaunchedText(first?.firstLaunchId == null ? 'ci' : 'launcher')
  if (action === 'delete') return TEXTS.launchDeleted
  return isOnItsPage || first === undefined ? TEXTS.launchAborted : TEXTS.launchNumberAborted(first.number)
}

/** Heading over rejected launches: how many succeeded (RELAUNCH-19). */
export const partlyDoneTitle = (action: LaunchAction, counts: { done: number; total: number }): string =>
  `${counts.done} of ${counts.total} launches ${VERBS[action].done}`

/** SHARE-10. Without a mail server, mails are files. */
export const mailedText = ({ kept }: { kept: boolean }): string =>
  kept ? 'No mail server is set up: the mails are files in the outbox of the server' : SHARE_TEXTS.sent
