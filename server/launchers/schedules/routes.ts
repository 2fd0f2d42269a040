import type { z } from 'zod/mini'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import {
  setLauncherSchedulesStatus,
  type LauncherSchedules,
  type PresetSchedule,
} from '../../../contract/launchers/launcher-schedules.ts'
import { setScheduleStatus, setSchedulesStatus } from '../../../contract/launchers/schedules.ts'
import type { Preset } from '../../../contract/launchers/launchers.ts'
import type { Db, Tx } from '../../db/open.ts'
import { refuseCollisions } from '../../http/merge-edit.ts'
import { notFound } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { findPreset, findLauncher } from '../configs/launchers.ts'
import type { Where } from '../repositories/add.ts'
import { skippedSchedules } from './skipped.ts'
import { readSchedules, setStatus, readSchedulesOf } from './stored.ts'

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

type SchedulesChange = z.infer<typeof setLauncherSchedulesStatus.body>

/** Pauses or resumes all schedules of a launcher in one transaction, with an event for each. Implements `setLauncherSchedulesStatus`. */
const setStatuses = (
  db: Db,
  where: Where,
  launcherId: number,
  requested: SchedulesChange,
): Promise<LauncherSchedules> =>
  db.transaction().execute(async (tx) => {
    // Locks the launcher against concurrent changes of its presets.
    await findLauncher(tx, where.project.id, launcherId, true)
    const presets = await tx
      .selectFrom('launcher_preset')
      .select(['id', 'name'])
      .where('launcher_id', '=', launcherId)
      .orderBy('id')
      .forUpdate()
      .execute()
    requireSeen(await readSchedulesOf(tx, { launcherId }), requested)
    const ids = requested.seen.map(({ id }) => id)
    const changed: number[] = []
    for (const preset of presets) changed.push(...(await setStatus(tx, where, preset, ids, requested.status)))
    return { items: await readSchedulesOf(tx, { launcherId }), changed }
  })

/** Throws 409 with each schedule that differs from what the reader saw. */
const requireSeen = (items: readonly PresetSchedule[], { seen, isAll, status }: SchedulesChange): void => {
  const stored = new Map(items.map((item) => [item.id, item]))
  const collisions = skippedSchedules(items, seen, status).flatMap(({ id, reason }) =>
    isAll || reason !== 'added' ? id : [],
  )
  if (collisions.length === 0) return
  const presets = [...new Set(collisions.flatMap((id) => stored.get(id)?.preset.name ?? []))]
  throw refuseCollisions(
    collisions.map((id) => `schedules.${id}`),
    { items },
    presets.length === 0 ? LAUNCHER_TEXTS.schedulesDeleted : LAUNCHER_TEXTS.schedulesChanged(listed(presets)),
  )
}

const NAMED = 3

const listed = (names: readonly string[]): string => {
  const more = names.length - NAMED
  const shown = more > 0 ? [...names.slice(0, NAMED), `${more} more`] : names
  return new Intl.ListFormat('en').format(shown)
}
