import { isUnderWay } from '../../../contract/launches/launches.ts'
import { endLaunch, type LaunchRow, type Operation } from '../../launches/launches.ts'

/** Marks a launch as claimed by a worker. A launch that has ended meanwhile is left unchanged. */
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

/** Ends a launch whose run has ended without its agent finishing it. */
export const endUnfinished = (launchId: number, reason: string): Operation<LaunchRow> =>
  endLaunch(launchId, 'engine', { reason, comments: reason, onlyIf: ({ status }) => isUnderWay(status) })

/** Marks a launch as queued again after its worker returned it before its command ran. */
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
