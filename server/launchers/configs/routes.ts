import {
  createLauncher,
  createPreset,
  deleteLauncher,
  deletePreset,
  getLauncher,
  getPreset,
  updateLauncher,
  updatePreset,
  type LauncherValues,
} from '../../../contract/launchers/launchers.ts'
import type { Expected } from '../../../contract/concurrent-edits.ts'
import type { LaunchConfig } from '../../../contract/launchers/launch-config.ts'
import type { Db, Tx } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import type { Routes } from '../../http/routes.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { recordChange } from '../changes.ts'
import { recordingRefusal } from '../refused.ts'
import type { Where } from '../repositories/add.ts'
import { findRepository } from '../repositories/stored.ts'
import type { ScheduleValues } from '../../../contract/launchers/schedules.ts'
import { saveSchedules, valuesOfSchedules } from '../schedules/stored.ts'
import { requireReferences } from './checked.ts'
import { findLauncher, findPreset } from './launchers.ts'
import { storeSecrets } from './secrets.ts'

interface Parts {
  db: Db
  secrets: Secrets
}

/** Editable values of a launcher or, with `schedules`, of a preset. */
type Values = LauncherValues & { schedules?: ScheduleValues[] }
type Edit = { [Field in keyof Values]?: Values[Field] | undefined } & {
  expected?: Expected<keyof Values> | undefined
}
interface Next {
  name: string
  config: LaunchConfig
  schedules?: ScheduleValues[]
}

/** Routes that save launchers and presets: a name and a configuration. */
export const configRoutes = (routes: Routes, { db, secrets }: Parts): void => {
  const checked = async (tx: Tx, projectId: number, config: LaunchConfig): Promise<LaunchConfig> => {
    await requireReferences(tx, projectId, config)
    return storeSecrets(tx, secrets, projectId, config)
  }
  /** Merges an edit into the stored values, whose row is locked. Null when nothing changes. */
  const merged = async (
    tx: Tx,
    projectId: number,
    stored: Next,
    edit: Edit,
    current: () => unknown,
  ): Promise<Next | null> => {
    await requireReferences(tx, projectId, definedOf(edit))
    // Values of secrets are compared by their ids.
    const { name: was, config: before, ...rest } = stored
    const changes = await mergeEdit<Values>({ name: was, ...before, ...rest }, edit, current)
    if (Object.keys(changes).length === 0) return null
    const { name = was, schedules, ...config } = await storeSecrets(tx, secrets, projectId, changes)
    return { name, config: { ...before, ...config }, ...(schedules && { schedules }) }
  }

  routes.inProject(getLauncher, ({ project, params }) => findLauncher(db, project.id, params.launcherId))
  routes.inProject(getPreset, ({ project, params }) => findPreset(db, project.id, params.presetId))

  routes.inProject(createLauncher, (given) =>
    recordingRefusal(db, given, 'launcher', () =>
      db.transaction().execute(async (tx) => {
        const { project, caller, params, body } = given
        const repository = await findRepository(tx, project.id, params.repoId)
        const { name, ...config } = body
        const { id } = await tx
          .insertInto('launcher')
          .values({
            project_id: project.id,
            repository_id: repository.id,
            name,
            config: JSON.stringify(await checked(tx, project.id, config)),
            created_by: caller.userId,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await recordChange(tx, given, { what: 'launcher', kind: 'added', id, name })
        return findLauncher(tx, project.id, id)
      }),
    ),
  )

  routes.inProject(createPreset, (given) =>
    db.transaction().execute(async (tx) => {
      const { project, caller, params, body } = given
      const launcher = await findLauncher(tx, project.id, params.launcherId)
      const { name, schedules = [], ...config } = body
      const { id } = await tx
        .insertInto('launcher_preset')
        .values({
          project_id: project.id,
          launcher_id: launcher.id,
          name,
          config: JSON.stringify(await checked(tx, project.id, config)),
          created_by: caller.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChange(tx, given, { what: 'preset', kind: 'added', id, name })
      await saveSchedules(tx, given, { id, name }, schedules)
      return findPreset(tx, project.id, id)
    }),
  )

  const save = async (
    tx: Tx,
    where: Where,
    what: 'launcher' | 'preset',
    stored: { id: number; name: string; version: number },
    next: Next | null,
  ): Promise<void> => {
    if (next === null) return
    const values = { name: next.name, config: JSON.stringify(next.config), version: stored.version + 1 }
    await (what === 'launcher'
      ? tx.updateTable('launcher').set(values).where('id', '=', stored.id).execute()
      : tx.updateTable('launcher_preset').set(values).where('id', '=', stored.id).execute())
    await recordChange(tx, where, { what, kind: 'changed', id: stored.id, name: next.name })
  }

  routes.inProject(updateLauncher, (given) =>
    db.transaction().execute(async (tx) => {
      const { project, params } = given
      const read = () => findLauncher(tx, project.id, params.launcherId)
      const stored = await findLauncher(tx, project.id, params.launcherId, true)
      const { name, config } = stored
      await save(tx, given, 'launcher', stored, await merged(tx, project.id, { name, config }, given.body, read))
      return read()
    }),
  )
  routes.inProject(updatePreset, (given) =>
    db.transaction().execute(async (tx) => {
      const { project, params } = given
      const read = () => findPreset(tx, project.id, params.presetId)
      const stored = await findPreset(tx, project.id, params.presetId, true)
      const { name, config, schedules } = stored
      const known = { name, config, schedules: valuesOfSchedules(schedules) }
      const next = await merged(tx, project.id, known, given.body, read)
      await save(tx, given, 'preset', stored, next)
      if (next?.schedules) await saveSchedules(tx, given, { id: stored.id, name: next.name }, next.schedules)
      return read()
    }),
  )

  routes.inProject(deleteLauncher, (given) =>
    db.transaction().execute(async (tx) => {
      const { id, name } = await findLauncher(tx, given.project.id, given.params.launcherId, true)
      await tx.deleteFrom('launcher').where('id', '=', id).execute()
      await recordChange(tx, given, { what: 'launcher', kind: 'deleted', id, name })
      return {}
    }),
  )
  routes.inProject(deletePreset, (given) =>
    db.transaction().execute(async (tx) => {
      const { id, name } = await findPreset(tx, given.project.id, given.params.presetId, true)
      await tx.deleteFrom('launcher_preset').where('id', '=', id).execute()
      await recordChange(tx, given, { what: 'preset', kind: 'deleted', id, name })
      return {}
    }),
  )
}

const definedOf = ({ milestoneId, instanceTypeId }: Edit) => ({
  ...(milestoneId === undefined ? {} : { milestoneId }),
  ...(instanceTypeId === undefined ? {} : { instanceTypeId }),
})
