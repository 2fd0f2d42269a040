import { roleMay } from '../../../contract/access.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { LaunchPayload } from '../../../contract/launchers/start.ts'
import { grantsOf, groupsOf } from '../../access/groups.ts'
import { roleOf } from '../../access/principals.ts'
import type { IdempotencyKey } from '../../db/call-transaction.ts'
import type { Db } from '../../db/open.ts'
import { conflict, forbidden } from '../../http/refusal.ts'
import { findLauncher, findPreset } from '../configs/launchers.ts'
import { readRefs, type RepositoryParts } from '../repositories/check.ts'
import { findRepository } from '../repositories/stored.ts'
import { startFromLauncher, type Started, type StartParts } from './queue-launch.ts'

export interface PresetStartParts extends StartParts, RepositoryParts {}

export interface PresetStart {
  projectId: number
  presetId: number
  /** User on whose behalf it starts; null when deleted. */
  userId: number | null
  via: 'schedule' | 'webhook'
  key: Omit<IdempotencyKey, 'userId'> | null
}

/** Throws when the preset cannot be started now, with the reason. */
export const requireStartable = async (
  parts: Pick<PresetStartParts, keyof RepositoryParts>,
  { projectId, presetId, userId }: Pick<PresetStart, 'projectId' | 'presetId' | 'userId'>,
) => {
  const { db } = parts
  const workspace = await db.selectFrom('workspace').select('features').executeTakeFirst()
  if (!(['test-automation', 'launcher'] as const).every((feature) => workspace?.features.includes(feature)))
    throw forbidden(LAUNCHER_TEXTS.areaOff)
  await requireStarter(db, projectId, userId)
  const preset = await findPreset(db, projectId, presetId)
  if (preset.config.executor === null) throw conflict(LAUNCHER_TEXTS.noExecutor)
  const { branches } = await readRefs(parts, await findRepository(db, projectId, preset.repositoryId))
  if (branches.length === 0) throw conflict(LAUNCHER_TEXTS.noBranchesToLaunch)
  const { branch } = preset.config
  if (!branches.some(({ name }) => name === branch)) throw conflict(LAUNCHER_TEXTS.branchUnknown(branch))
  return preset
}

/** Starts a saved preset without user interaction. Throws a `Refusal` with the reason when it cannot start. */
export const startPreset = async (parts: PresetStartParts, requested: PresetStart): Promise<Started> => {
  const { projectId, userId, presetId, via, key } = requested
  const { launcherId, config } = await requireStartable(parts, requested)
  const { repositoryId } = await findLauncher(parts.db, projectId, launcherId)
  if (userId === null) throw forbidden(LAUNCHER_TEXTS.starterGone)
  return startFromLauncher(parts, {
    projectId,
    userId,
    gitRepositoryId: repositoryId,
    launcherId,
    presetId,
    // The types and options of variables are not part of a launch.
    config: LaunchPayload.parse(config),
    via,
    key: key === null ? null : { ...key, userId },
  })
}

/** Requires that the author of a schedule or webhook may start launches at the time of the start, not only when it was saved. */
const requireStarter = async (db: Db, projectId: number, userId: number | null): Promise<void> => {
  if (userId === null) throw forbidden(LAUNCHER_TEXTS.starterGone)
  const row = await db
    .selectFrom('workspace_user as p')
    .innerJoin('project as o', (join) => join.on('o.id', '=', projectId))
    .leftJoin('project_member as m', (join) => join.onRef('m.project_id', '=', 'o.id').onRef('m.user_id', '=', 'p.id'))
    .select(['p.status', 'p.read_only', 'm.role', 'o.publicly_accessible', groupsOf('p').as('groups')])
    .where('p.id', '=', userId)
    .executeTakeFirst()
  if (row?.status !== 'ACTIVE') throw forbidden(LAUNCHER_TEXTS.starterGone)
  const { groupRole } = grantsOf(row.groups, row.read_only)
  const role = roleOf({ groupRole, readOnly: row.read_only }, row)
  if (role === null || !roleMay(role, 'launchers:write')) throw forbidden(LAUNCHER_TEXTS.starterMayNot)
}
