import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { setLauncherSchedulesStatus } from '../../../contract/launchers/launcher-schedules.ts'
import { setScheduleStatus, setSchedulesStatus, type ScheduleStatus } from '../../../contract/launchers/schedules.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { findPreset } from '../configs/launchers.ts'
import type { Where } from '../repositories/add.ts'
import { setStatuses } from './all.ts'
import { readSchedules, setStatus } from './stored.ts'

export const scheduleRoutes = (routes: Routes, db: Db): void => {
  const set = (where: Where, presetId: number, scheduleId: number | null, status: ScheduleStatus) =>
    db.transaction().execute(async (tx) => {
      const preset = await findPreset(tx, where.project.id, presetId, true)
      if (scheduleId !== null && preset.schedules.every(({ id }) => id !== scheduleId))
        throw notFound(LAUNCHER_TEXTS.scheduleUnknown)
      await setStatus(tx, where, preset, scheduleId === null ? null : [scheduleId], status)
      return { items: await readSchedules(tx, preset.id) }
    })
  routes.inProject(setScheduleStatus, (given) =>
    set(given, given.params.presetId, given.params.scheduleId, given.body.status),
  )
  routes.inProject(setSchedulesStatus, (given) => set(given, given.params.presetId, null, given.body.status))
  routes.inProject(setLauncherSchedulesStatus, (given) => setStatuses(db, given, given.params.launcherId, given.body))
}
