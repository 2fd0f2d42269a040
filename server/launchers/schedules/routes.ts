import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { setLauncherSchedulesStatus } from '../../../contract/launchers/launcher-schedules.ts'
import { setScheduleStatus, setSchedulesStatus } from '../../../contract/launchers/schedules.ts'
import type { Preset } from '../../../contract/launchers/launchers.ts'
import type { Db, Tx } from '../../db/open.ts'
import { refuseCollisions } from '../../http/merge-edit.ts'
import { notFound } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { findPreset } from '../configs/launchers.ts'
import type { Where } from '../repositories/add.ts'
import { setStatuses } from './all.ts'
import { skippedSchedules } from './skipped.ts'
import { readSchedules, setStatus } from './stored.ts'

export const scheduleRoutes = (routes: Routes, db: Db): void => {
  /** `change` gets the locked preset. */
  const inPreset = <Answer>(where: Where, presetId: number, change: (tx: Tx, preset: Preset) => Promise<Answer>) =>
    db.transaction().execute(async (tx) => {
      const answer = await change(tx, await findPreset(tx, where.project.id, presetId, true))
      return { ...answer, items: await readSchedules(tx, presetId) }
    })
  routes.inProject(setScheduleStatus, (given) => {
    const { presetId, scheduleId: id } = given.params
    const { status, version } = given.body
    return inPreset(given, presetId, async (tx, preset) => {
      const stored = preset.schedules.filter((schedule) => schedule.id === id)
      if (stored.length === 0) throw notFound(LAUNCHER_TEXTS.scheduleUnknown)
      if (version !== undefined && skippedSchedules(stored, [{ id, version }], status).length > 0)
        throw refuseCollisions([`schedules.${id}`], { items: preset.schedules }, LAUNCHER_TEXTS.scheduleChanged)
      await setStatus(tx, given, preset, [id], status)
    })
  })
  routes.inProject(setSchedulesStatus, (given) => {
    const { status, seen } = given.body
    return inPreset(given, given.params.presetId, async (tx, preset) => {
      const skipped = seen === undefined ? [] : skippedSchedules(preset.schedules, seen, status)
      const ids = preset.schedules.map(({ id }) => id).filter((id) => skipped.every((one) => one.id !== id))
      await setStatus(tx, given, preset, ids, status)
      return { skipped }
    })
  })
  routes.inProject(setLauncherSchedulesStatus, (given) => setStatuses(db, given, given.params.launcherId, given.body))
}
