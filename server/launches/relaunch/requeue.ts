import type { LaunchArguments } from '../../../contract/launchers/start.ts'
import { readableOrigin } from '../../../contract/launches/launch-origin.ts'
import { isUnderWay } from '../../../contract/launches/launches.ts'
import { RELAUNCH_TEXTS } from '../../../contract/launches/relaunch.ts'
import type { RunContext } from '../../db/column-types.ts'
import type { Db } from '../../db/open.ts'
import { conflict } from '../../http/refusal.ts'
import { inProjectOf } from '../actions/in-project.ts'
import type { LaunchRow } from '../rows.ts'
import type { Operation } from '../writer/operation.ts'

interface Requeued {
  projectId: number
  launchId: number
  userId: number
  launchArguments: LaunchArguments
  runContext: RunContext
  /** Launcher and preset; null when deleted. */
  launcherId: number | null
  presetId: number | null
  attempt: number
}

/** Puts a finished launch back into the queue. Its agent continues it by its uuid and overwrites the results of tests that run again. */
export const requeueLaunch = (requeued: Requeued): Operation<LaunchRow> => {
  const { projectId, launchId, userId, launchArguments, runContext, launcherId, presetId, attempt } = requeued
  const operation: Operation<LaunchRow> = {
    needs: { launches: [launchId] },
    apply: (batch) => {
      const before = batch.launch(launchId)
      const { branch } = launchArguments.config
      const row: LaunchRow = {
        ...before,
        status: 'QUEUED',
        // The run reports as the user who requested it.
        started_by: userId,
        ended_at: null,
        ended_by: null,
        heard_at: batch.now,
        paused_at: before.ended_at,
        // Of another branch, it is another commit as well.
        origin: before.origin.branch === branch ? before.origin : readableOrigin({ branch }),
        launch_arguments: launchArguments,
      }
      batch.setLaunch(row)
      batch.executions.push({
        launch_id: launchId,
        project_id: projectId,
        repository_id: launchArguments.gitRepositoryId,
        launcher_id: launcherId,
        preset_id: presetId,
        attempt,
        config: launchArguments.config,
        run_context: runContext,
        started_via: 'user',
      })
      return row
    },
  }
  return inProjectOf({ projectId, launchId }, operation, ({ status }) => {
    if (isUnderWay(status)) throw conflict(RELAUNCH_TEXTS.underWay)
  })
}

export const nextAttempt = async (db: Db, launchId: number): Promise<number> => {
  const newest = await db
    .selectFrom('launch_execution')
    .select('attempt')
    .where('launch_id', '=', launchId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (newest?.attempt ?? 0) + 1
}
