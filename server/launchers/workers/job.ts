import { isUnderWay } from '../../../contract/launches/launches.ts'
import type { Job } from '../../../contract/launchers/worker-protocol.ts'
import { isDemo } from '../../../contract/launchers/repositories.ts'
import type { Writer } from '../../launches/launches.ts'
import { DEFAULT_INSTANCE, INSTANCE_TYPES } from '../options/instance-types.ts'
import type { AccountParts } from '../providers/accounts.ts'
import { findRepository, targetOf } from '../repositories/stored.ts'
import { markLaunching } from './launch-states.ts'
import { giveToken, revokeToken } from './launch-token.ts'
import type { Execution } from './leases.ts'
import { linesOf } from './output.ts'
import { RunProblem } from './problems.ts'
import { environmentOf, openVariables } from './run-environment.ts'

export interface JobParts extends AccountParts {
  writer: Writer
  /** Overrides the time limit of the instance type. */
  timeLimitMs?: number | undefined
}

/** A token outlives its run by this, so that the agent's last calls are not rejected. */
const TOKEN_SPARE_MS = 15 * 60_000

/** Resolves with everything that a worker needs for a claimed launch. Null when the launch has ended meanwhile. Throws `RunProblem`. */
export const jobOf = async (parts: JobParts, execution: Execution): Promise<Job | null> => {
  const { db, writer } = parts
  const { id, launchId, projectId, repositoryId, lease, config: requested } = execution
  const launch = await writer.submit(markLaunching(launchId))
  if (!isUnderWay(launch.status)) return null
  const userId = launch.started_by
  if (repositoryId === null) throw new RunProblem('The repository of the launcher was deleted')
  if (userId === null) throw new RunProblem('Whoever started the launch is no longer there')
  const given = await openVariables(db, parts.secrets, execution)
  const repository = await findRepository(db, projectId, repositoryId)
  const instance = INSTANCE_TYPES.find((type) => type.id === requested.instanceTypeId) ?? DEFAULT_INSTANCE
  const timeMs = parts.timeLimitMs ?? instance.minutes * 60_000
  const until = new Date(Date.now() + timeMs + TOKEN_SPARE_MS)
  // Token of a previous worker that stopped before it ran anything.
  await revokeToken(db, id)
  const token = await giveToken(db, { executionId: id, projectId, userId, until })
  const project = await db.selectFrom('project').select('key').where('id', '=', projectId).executeTakeFirstOrThrow()
  return {
    lease,
    launchId,
    image: requested.dockerImage,
    command: requested.launchCommand,
    environment: environmentOf({ execution, projectKey: project.key, launch, token }, given),
    secrets: [token, ...given.secrets],
    instance: { cpus: instance.cpus, memoryMb: instance.memoryMb },
    timeMs,
    branch: requested.branch,
    repository: isDemo({ providerSideId: repository.provider_side_id }) ? null : await targetOf(parts, repository),
    linesBefore: await linesOf(db, id),
    artifactsFolder: requested.artifactsFolder || null,
  }
}
