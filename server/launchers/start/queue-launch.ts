import { randomUUID } from 'node:crypto'
import { INTERNAL_CAPABILITY } from '../../../contract/launchers/launch-config.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import type { LaunchArguments, LaunchPayload } from '../../../contract/launchers/start.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { IdempotencyKey } from '../../db/call-transaction.ts'
import type { RunContext } from '../../db/column-types.ts'
import type { Db } from '../../db/open.ts'
import { notFound, wrongField } from '../../http/refusal.ts'
import { nextAttempt, queueLaunch, requeueLaunch, type Writer } from '../../launches/launches.ts'
import { requireReferences } from '../configs/checked.ts'
import { findLauncher, findPreset } from '../configs/launchers.ts'
import { ITEM_LISTS, requireSecrets } from '../configs/secrets.ts'
import type { Engine } from '../engine/engine.ts'
import { readExecutors } from '../options/executors.ts'

export interface StartParts {
  db: Db
  writer: Writer
  engine: Pick<Engine, 'wake'>
}

/** Response of the start call. */
export interface Started {
  status: 'queued'
  launchId: number
}

export interface LaunchRequest {
  projectId: number
  userId: number
  gitRepositoryId: number
  launcherId: number
  presetId: number | null
  config: LaunchPayload
  via: 'user' | 'schedule' | 'webhook'
  /** Existing launch to continue, instead of a new one. */
  rerun?: { launchId: number; runContext: RunContext } | null
  /** Idempotency key of a start that is no call. */
  key?: IdempotencyKey | null
}

/**
 * Enqueues a launch: validates the input, and creates the launch and its queue entry in one transaction. All launches of launchers start
 * here.
 */
export const startFromLauncher = async (
  { db, writer, engine }: StartParts,
  requested: LaunchRequest,
): Promise<Started> => {
  const { projectId, userId, launcherId, presetId, via } = requested
  const config = withoutInternal(requested.config)
  const launcher = await findLauncher(db, projectId, launcherId)
  if (launcher.repositoryId !== requested.gitRepositoryId) throw notFound(LAUNCHER_TEXTS.repositoryUnknown)
  const preset = presetId === null ? null : await findPreset(db, projectId, presetId)
  if (preset !== null && preset.launcherId !== launcherId) throw notFound(LAUNCHER_TEXTS.presetUnknown)
  await requireReferences(db, projectId, config)
  for (const list of ITEM_LISTS)
    await requireSecrets(
      db,
      projectId,
      config[list].flatMap(({ secretId }) => secretId ?? []),
      list,
    )
  const executors = await readExecutors(db)
  if (!executors.some(({ executor, id }) => executor === config.executor && id === config.executorId))
    throw wrongField('executor', LAUNCHER_TEXTS.noExecutor)
  const name = preset?.name ?? launcher.name
  const launchArguments: LaunchArguments = {
    gitRepositoryId: requested.gitRepositoryId,
    launcherId,
    presetId,
    config,
  }
  const { rerun = null } = requested
  const queued =
    rerun === null
      ? queueLaunch({ projectId, userId, uuid: randomUUID(), name, launchArguments, via })
      : requeueLaunch({
          projectId,
          userId,
          launcherId,
          presetId,
          launchArguments,
          attempt: await nextAttempt(db, rerun.launchId),
          ...rerun,
        })
  const started = await writer.submitOnce(requested.key ?? null, queued, ({ id }): Started => ({
    status: 'queued',
    launchId: id,
  }))
  engine.wake()
  return started
}

/** START-07: removes internal names from the variables and capabilities of tests. */
const withoutInternal = (config: LaunchPayload): LaunchPayload => {
  const remaining = (items: LaunchPayload['envVars']) =>
    items.filter(({ name }) => !name.startsWith(INTERNAL_CAPABILITY))
  return {
    ...config,
    providerCapabilities: remaining(config.providerCapabilities),
    customCapabilities: remaining(config.customCapabilities),
  }
}

/** Resolves with the configuration that a launch was started with. 404 for a launch without a launcher. */
export const readArguments = async (db: Db, projectId: number, launchId: number): Promise<LaunchArguments> => {
  const row = await db
    .selectFrom('launch')
    .select('launch_arguments')
    .where('project_id', '=', projectId)
    .where('id', '=', launchId)
    .executeTakeFirst()
  if (!row?.launch_arguments) throw notFound(TEXTS.launchNotFound)
  return row.launch_arguments
}
