import { isUnderWay } from '../../../contract/launches/launches.ts'
import { endLaunch } from '../../launches/reporting/launch-endings.ts'
import type { LaunchRow } from '../../launches/rows.ts'
import type { Operation } from '../../launches/writer/writer.ts'

/** A worker has taken the launch out of the queue. One that was ended meanwhile stays as it is. */
export const markLaunching = (launchId: number): Operation<LaunchRow> => ({
  needs: { launches: [launchId] },
  apply: (batch) => {
    const before = batch.launch(launchId)
    if (before.status !== 'QUEUED') return before
    const row: LaunchRow = { ...before, status: 'LAUNCHING', heard_at: batch.now }
    batch.setLaunch(row)
    return row
  },
})

/** Ends a launch whose run is over although its agent has not finished it. */
export const endUnfinished = (launchId: number, reason: string): Operation<LaunchRow> =>
  endLaunch(launchId, 'engine', { reason, comments: reason, onlyIf: ({ status }) => isUnderWay(status) })

/** Its worker has given the launch back before anything ran. */
export const markQueuedAgain = (launchId: number): Operation<LaunchRow> => ({
  needs: { launches: [launchId] },
  apply: (batch) => {
    const before = batch.launch(launchId)
    if (before.status !== 'LAUNCHING') return before
    const row: LaunchRow = { ...before, status: 'QUEUED', heard_at: batch.now }
    batch.setLaunch(row)
    return row
  },
})
