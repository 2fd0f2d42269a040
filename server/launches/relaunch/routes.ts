import {
  buildLaunch,
  createLaunchContext,
  getRelaunchWays,
  RELAUNCH_TEXTS,
  relaunchLaunch,
  type RelaunchWays,
} from '../../../contract/launches/relaunch.ts'
import { isUnderWay } from '../../../contract/launches/launches.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { Principals } from '../../access/principals.ts'
import { requireFeature } from '../../access/authorise.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { conflict, Refusal } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { describeOne } from '../queries/launches.ts'
import { findLaunch } from '../queries/find-launch.ts'
import type { LaunchRow } from '../rows.ts'
import type { Writer } from '../writer/writer.ts'
import { ciServiceOf, type CiJob, type CiParts } from './ci.ts'
import { contextOf, requireRelaunch } from './context.ts'
import { nextAttempt, requeueLaunch } from './requeue.ts'

export interface RelaunchParts extends CiParts {
  writer: Writer
  principals: Principals
  /** Called after something was queued. */
  wake: () => void
}

/**
 * Resolves with the configuration that started a launch, as far as it still exists in the project; null for a launch without a launcher.
 */
const leftOf = async (db: Db, row: LaunchRow) => {
  const given = row.launch_arguments
  if (given === null) return null
  const [repository, launcher, preset] = await Promise.all([
    db
      .selectFrom('git_repository')
      .select('id')
      .where('id', '=', given.gitRepositoryId)
      .where('project_id', '=', row.project_id)
      .executeTakeFirst(),
    db
      .selectFrom('launcher')
      .select('id')
      .where('id', '=', given.launcherId)
      .where('project_id', '=', row.project_id)
      .executeTakeFirst(),
    given.presetId === null
      ? undefined
      : db.selectFrom('launcher_preset').select('id').where('id', '=', given.presetId).executeTakeFirst(),
  ])
  return {
    given,
    hasRepository: repository !== undefined,
    launcherId: launcher?.id ?? null,
    presetId: preset?.id ?? null,
  }
}

/** Routes that relaunch: the engine runs launches of launchers, the CI service all others. */
export const relaunchRoutes = (routes: Routes, parts: RelaunchParts): void => {
  const { db, writer, principals } = parts

  const waysOf = async (row: LaunchRow): Promise<RelaunchWays> => {
    const left = await leftOf(db, row)
    if (left === null) {
      const found = await ciServiceOf(parts, row)
      const isFound = 'service' in found
      return {
        launcher: null,
        isConfigurationGone: false,
        ci: isFound ? { name: found.service.name } : null,
        problem: isFound ? null : found.problem,
      }
    }
    const { given, launcherId, presetId, hasRepository } = left
    return {
      launcher: launcherId === null ? null : { repoId: given.gitRepositoryId, launcherId, presetId },
      isConfigurationGone: launcherId === null,
      ci: null,
      problem: hasRepository ? null : RELAUNCH_TEXTS.repositoryGone,
    }
  }

  const triggerCi = async (row: LaunchRow, userId: number, job: Omit<CiJob, 'launch'>): Promise<void> => {
    const found = await ciServiceOf(parts, row)
    if ('problem' in found) throw conflict(found.problem)
    await found.service.trigger({ ...job, launch: row })
    await db.transaction().execute((tx) =>
      appendEvents(tx, [
        {
          stream: `launch-requests:${row.project_id}`,
          type: job.action === 'build' ? 'launch/build-triggered' : 'launch/relaunch-triggered',
          payload: { launchId: row.id, service: found.service.name },
          projectId: row.project_id,
          userId,
        },
      ]),
    )
  }

  routes.inProject(getRelaunchWays, async ({ project, params }) =>
    waysOf(await findLaunch(db, project.id, params.launchId)),
  )

  routes.inProject(createLaunchContext, async ({ caller, project, params, body }) => {
    requireRelaunch(caller, project)
    const row = await findLaunch(db, project.id, params.launchId)
    if (isUnderWay(row.status)) throw conflict(RELAUNCH_TEXTS.underWay)
    return { data: { asString: JSON.stringify(await contextOf(db, row, body)) } }
  })

  routes.inProject(relaunchLaunch, async ({ caller, project, params, body }) => {
    requireRelaunch(caller, project)
    const row = await findLaunch(db, project.id, params.launchId)
    if (isUnderWay(row.status)) throw conflict(RELAUNCH_TEXTS.underWay)
    const runContext = await contextOf(db, row, body)
    const left = await leftOf(db, row)
    if (left === null) {
      await triggerCi(row, caller.userId, {
        action: 'relaunch',
        projectKey: project.key,
        runContext: JSON.stringify(runContext),
        rerunFailures: body.option === 'RERUN_FAILURES_ONLY',
        testIds: body.option === 'RERUN_SPECIFIC_TESTS' ? (runContext.testIds ?? null) : null,
        parameters: {},
      })
      return { via: 'ci' as const, launch: await describeOne(db, row) }
    }
    await requireFeature(principals, 'launcher')
    if (!left.hasRepository) throw new Refusal(409, ERROR_CODES.conflict, RELAUNCH_TEXTS.repositoryGone)
    const again = await writer.submit(
      requeueLaunch({
        projectId: project.id,
        launchId: row.id,
        userId: caller.userId,
        launchArguments: left.given,
        runContext,
        launcherId: left.launcherId,
        presetId: left.presetId,
        attempt: await nextAttempt(db, row.id),
      }),
    )
    parts.wake()
    return { via: 'launcher' as const, launch: await describeOne(db, again) }
  })

  routes.inProject(buildLaunch, async ({ caller, project, params, body }) => {
    const row = await findLaunch(db, project.id, params.launchId)
    if (row.launch_arguments !== null) throw conflict('A launcher started this launch: start it there')
    await triggerCi(row, caller.userId, {
      action: 'build',
      projectKey: project.key,
      runContext: null,
      rerunFailures: false,
      testIds: null,
      parameters: body.parameters,
    })
    return {}
  })
}
