import { z } from 'zod/mini'
import { getLaunchArguments, startLaunch } from '../../../contract/launchers/start.ts'
import { recordingRefusal } from '../refused.ts'
import type { Routes } from '../../http/routes.ts'
import { requireRelaunch } from '../../launches/launches.ts'
import { readArguments, startFromLauncher, type StartParts } from './queue-launch.ts'
import { MAX_RERUN_TESTS } from '../../../contract/launches/relaunch.ts'
import type { RunContext } from '../../db/column-types.ts'
import type { Db } from '../../db/open.ts'
import { wrongField } from '../../http/refusal.ts'
import { isStorable } from '../../http/parse.ts'

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

const Context = z.object({
  testRunUuid: z.string().check(z.maxLength(255)),
  testIds: z.optional(z.array(z.int()).check(z.maxLength(MAX_RERUN_TESTS))),
  rerunOnlyFailures: z.optional(z.boolean()),
})

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Resolves with the launch of a run context; a launcher of this project must have started it. Throws 400 otherwise. */
const rerunOf = async (
  db: Db,
  projectId: number,
  agentRunContext: string,
): Promise<{ launchId: number; runContext: RunContext }> => {
  const wrong = (): Error => wrongField('agentRunContext', 'This is no run context of a launch of this project')
  const parsed = Context.safeParse(jsonOf(agentRunContext)).data
  if (parsed === undefined || !isStorable(parsed.testRunUuid)) throw wrong()
  const { testRunUuid, testIds, rerunOnlyFailures } = parsed
  const launch = await db
    .selectFrom('launch')
    .select('id')
    .where('project_id', '=', projectId)
    .where('uuid', '=', testRunUuid)
    .where('first_launch_id', 'is not', null)
    .executeTakeFirst()
  if (!launch) throw wrong()
  return {
    launchId: launch.id,
    runContext: { testRunUuid, ...(testIds && { testIds }), ...(rerunOnlyFailures && { rerunOnlyFailures }) },
  }
}
