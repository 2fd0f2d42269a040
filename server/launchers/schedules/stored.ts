import { sql } from 'kysely'
import { nextRuns } from '../../../contract/launchers/cron.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import type { PresetSchedule } from '../../../contract/launchers/launcher-schedules.ts'
import type { Schedule, ScheduleStatus, ScheduleValues } from '../../../contract/launchers/schedules.ts'
import type { Db, Tx } from '../../db/open.ts'
import { wrongField } from '../../http/refusal.ts'
import { recordChange } from '../changes.ts'
import type { Where } from '../repositories/add.ts'

/** Resolves with the schedules of a preset in their order, each with the outcome of its last due time. */
export const readSchedules = async (db: Db | Tx, presetId: number): Promise<Schedule[]> =>
  (await readSchedulesOf(db, { presetId })).map(({ preset: _, ...schedule }) => schedule)

/** Same with the preset of each; schedules of a launcher are ordered by the names of their presets. */
export const readSchedulesOf = async (
  db: Db | Tx,
  of: { presetId: number } | { launcherId: number },
): Promise<PresetSchedule[]> => {
  const { rows } = await sql<{
    id: number
    cron: string
    timezone: string
    status: ScheduleStatus
    version: number
    next_run_at: Date | null
    paused_at: Date | null
    paused_by: string | null
    due_at: Date | null
    launch_id: number | null
    problem: string | null
    preset_id: number
    preset_name: string
  }>`
    select s.id, s.cron, s.timezone, s.status, s.version, s.next_run_at, s.paused_at, by.username as paused_by, r.due_at, r.launch_id, r.problem,
           p.id as preset_id, p.name as preset_name
      from launch_schedule s
      join launcher_preset p on p.id = s.preset_id
      left join workspace_user by on by.id = s.paused_by
      left join lateral (
        select due_at, launch_id, problem from launch_schedule_run
         where schedule_id = s.id and lease_until is null order by due_at desc limit 1) r on true
     where ${'presetId' in of ? sql`p.id = ${of.presetId}` : sql`p.launcher_id = ${of.launcherId}`}
     order by p.name, p.id, s.place, s.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    cron: row.cron,
    timezone: row.timezone,
    type: 'CRON',
    status: row.status,
    version: row.version,
    paused: row.paused_at === null ? null : { at: row.paused_at.toISOString(), by: row.paused_by },
    nextRunAt: row.next_run_at?.toISOString() ?? null,
    lastRun:
      row.due_at === null ? null : { dueAt: row.due_at.toISOString(), launchId: row.launch_id, problem: row.problem },
    preset: { id: row.preset_id, name: row.preset_name },
  }))
}

/** Returns the values that an edit of schedules compares. */
export const valuesOfSchedules = (schedules: readonly Schedule[]): ScheduleValues[] =>
  schedules.map(({ id, cron, timezone }) => ({ id, cron, timezone }))

const dueAfter = (times: { cron: string; timezone: string }, now: Date): Date | null =>
  nextRuns(times, now, 1)[0] ?? null

/**
 * Replaces the schedules of a preset, whose row the caller has locked. An unchanged schedule keeps its next run. Throws 400 at `schedules`
 * for an unknown or repeated id.
 */
export const saveSchedules = async (
  tx: Tx,
  { project, caller }: Where,
  preset: { id: number; name: string },
  requested: readonly ScheduleValues[],
): Promise<void> => {
  const stored = await tx
    .selectFrom('launch_schedule')
    .selectAll()
    .where('preset_id', '=', preset.id)
    .forUpdate()
    .execute()
  const byId = new Map(stored.map((row) => [row.id, row]))
  const ids = requested.flatMap(({ id }) => id ?? [])
  if (ids.some((id) => !byId.has(id)) || new Set(ids).size < ids.length)
    throw wrongField('schedules', LAUNCHER_TEXTS.scheduleUnknown)
  const gone = stored.filter(({ id }) => !ids.includes(id)).map(({ id }) => id)
  if (gone.length > 0) await tx.deleteFrom('launch_schedule').where('id', 'in', gone).execute()
  const now = new Date()
  const record = (kind: 'added' | 'changed' | 'deleted', id: number) =>
    recordChange(tx, { project, caller }, { what: 'schedule', kind, id, name: preset.name })
  for (const id of gone) await record('deleted', id)
  for (const [place, { id, cron, timezone }] of requested.entries()) {
    if (id === null) {
      const added = await tx
        .insertInto('launch_schedule')
        .values({
          project_id: project.id,
          preset_id: preset.id,
          place,
          cron,
          timezone,
          next_run_at: dueAfter({ cron, timezone }, now),
          created_by: caller.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await record('added', added.id)
      continue
    }
    const before = byId.get(id)
    const isSame = before?.cron === cron && before.timezone === timezone
    await tx
      .updateTable('launch_schedule')
      .set({
        place,
        cron,
        timezone,
        created_by: caller.userId,
        ...(isSame ? {} : { version: sql<number>`version + 1` }),
        ...(isSame || before?.status === 'PAUSED' ? {} : { next_run_at: dueAfter({ cron, timezone }, now) }),
      })
      .where('id', '=', id)
      .execute()
    if (!isSame) await record('changed', id)
  }
}

/** Pauses or resumes these schedules of a preset, which the caller has locked. Resolves with the ids of changed schedules. */
export const setStatus = async (
  tx: Tx,
  where: Where,
  preset: { id: number; name: string },
  scheduleIds: readonly number[],
  status: ScheduleStatus,
): Promise<number[]> => {
  if (scheduleIds.length === 0) return []
  const rows = await tx
    .selectFrom('launch_schedule')
    .select(['id', 'cron', 'timezone'])
    .where('preset_id', '=', preset.id)
    .where('status', '<>', status)
    .where('id', 'in', scheduleIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  const now = new Date()
  for (const row of rows) {
    await tx
      .updateTable('launch_schedule')
      .set({
        status,
        version: sql<number>`version + 1`,
        created_by: where.caller.userId,
        ...(status === 'PAUSED'
          ? { next_run_at: null, paused_at: now, paused_by: where.caller.userId }
          : { next_run_at: dueAfter(row, now), paused_at: null, paused_by: null }),
      })
      .where('id', '=', row.id)
      .execute()
    const kind = status === 'PAUSED' ? 'paused' : 'resumed'
    await recordChange(tx, where, { what: 'schedule', kind, id: row.id, name: preset.name })
  }
  return rows.map(({ id }) => id)
}
