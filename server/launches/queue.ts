import { readableOrigin } from '../../contract/launches/launch-origin.ts'
import type { LaunchArguments } from '../../contract/launchers/start.ts'
import type { LaunchRow } from './rows.ts'
import { emptyLaunch } from './reporting/launch-operations.ts'
import type { Operation } from './writer/operation.ts'

interface Queued {
  projectId: number
  userId: number
  uuid: string
  name: string
  launchArguments: LaunchArguments
  via: 'user' | 'schedule' | 'webhook'
}

/** Creates a queued launch and its entry in the queue. The agent later continues it by its uuid. */
export const queueLaunch = (queued: Queued): Operation<LaunchRow> => ({
  needs: { numbersIn: [queued.projectId], creates: 'launch' },
  apply: (batch) => {
    const { projectId, userId, uuid, name, launchArguments, via } = queued
    const { config, gitRepositoryId, launcherId, presetId } = launchArguments
    const { milestoneId, milestone } = config
    const id = batch.ids.launch()
    const row: LaunchRow = {
      ...emptyLaunch(batch, { id, projectId, userId, uuid, name, status: 'QUEUED', startedAt: batch.now }),
      environment: config.environment,
      milestone: milestone === null ? null : { ...(milestoneId === null ? {} : { id: milestoneId }), name: milestone },
      origin: readableOrigin({ branch: config.branch }),
      first_launch_id: id,
      launch_arguments: launchArguments,
    }
    batch.setLaunch(row)
    batch.executions.push({
      launch_id: id,
      project_id: projectId,
      repository_id: gitRepositoryId,
      launcher_id: launcherId,
      preset_id: presetId,
      attempt: 1,
      config,
      run_context: { testRunUuid: uuid },
      started_via: via,
    })
    return row
  },
})
