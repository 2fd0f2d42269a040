import { getLaunchArguments, startLaunch } from '../../../contract/launchers/start.ts'
import { recordingRefusal } from '../refused.ts'
import type { Routes } from '../../http/routes.ts'
import { requireRelaunch } from '../../launches/launches.ts'
import { rerunOf } from './rerun.ts'
import { readArguments, startFromLauncher, type StartParts } from './queue-launch.ts'

export const startRoutes = (routes: Routes, parts: StartParts): void => {
  routes.inProject(startLaunch, (given) =>
    recordingRefusal(parts.db, given, 'launch', async () => {
      const { project, caller, body } = given
      const { gitRepositoryId, launcherId, presetId = null, agentRunContext = null, ...config } = body
      if (agentRunContext !== null) requireRelaunch(caller, project)
      return startFromLauncher(parts, {
        projectId: project.id,
        userId: caller.userId,
        gitRepositoryId,
        launcherId,
        presetId,
        config,
        via: 'user',
        rerun: agentRunContext === null ? null : await rerunOf(parts.db, project.id, agentRunContext),
      })
    }),
  )
  routes.inProject(getLaunchArguments, ({ project, params }) => readArguments(parts.db, project.id, params.launchId))
}
