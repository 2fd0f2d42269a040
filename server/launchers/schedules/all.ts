import type { z } from 'zod/mini'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import type {
  LauncherSchedules,
  PresetSchedule,
  setLauncherSchedulesStatus,
} from '../../../contract/launchers/launcher-schedules.ts'
import type { Db } from '../../db/open.ts'
import { refuseCollisions } from '../../http/merge-edit.ts'
import { findLauncher } from '../configs/launchers.ts'
import type { Where } from '../repositories/add.ts'
import { skippedSchedules } from './skipped.ts'
import { readSchedulesOf, setStatus } from './stored.ts'

type Wanted = z.infer<typeof setLauncherSchedulesStatus.body>

/** Pauses or resumes all schedules of a launcher in one transaction, with an event for each. Implements `setLauncherSchedulesStatus`. */
export const setStatuses = (db: Db, where: Where, launcherId: number, wanted: Wanted): Promise<LauncherSchedules> =>
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
    requireSeen(await readSchedulesOf(tx, { launcherId }), wanted)
    const ids = wanted.seen.map(({ id }) => id)
    const changed: number[] = []
    for (const preset of presets) changed.push(...(await setStatus(tx, where, preset, ids, wanted.status)))
    return { items: await readSchedulesOf(tx, { launcherId }), changed }
  })

/** Throws 409 with each schedule that differs from what the reader saw. */
const requireSeen = (items: readonly PresetSchedule[], { seen, isAll, status }: Wanted): void => {
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
