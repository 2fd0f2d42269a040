/** Starts presets by schedule. Any number of servers can run a scheduler concurrently. */
import { sql } from 'kysely'
import { nextRuns } from '../../../contract/launchers/cron.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { launchersStream } from '../../../contract/live.ts'
import { appendEvents } from '../../db/events.ts'
import { Refusal } from '../../http/refusal.ts'
import { startPreset, type PresetStartParts } from '../start/start-preset.ts'

export interface SchedulerParts extends PresetStartParts {
  log: { warn: (details: object, words: string) => void }
}

const LOOK_EVERY_MS = 1000
/** Lease of a due time: longer than it takes to read the branches of a repository. */
const LEASE_MS = 120_000
const AT_ONCE = 20
/** Runs stored per schedule. */
const RUNS_KEPT = 20

interface Due {
  scheduleId: number
  projectId: number
  presetId: number
  userId: number | null
  dueAt: Date
}

/**
 * Claims due times, each for one server: the row of a due time is unique, and the schedule advances in the same transaction. However many
 * due times were missed, the schedule starts once and continues after `now`.
 */
const takeDue = ({ db }: Pick<SchedulerParts, 'db'>, now: Date): Promise<Due[]> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('launch_schedule')
      .selectAll()
      .where('status', '=', 'RUNNING')
      .where('next_run_at', '<=', now)
      .orderBy('next_run_at')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    const due: Due[] = []
    for (const row of rows) {
      const dueAt = row.next_run_at as Date
      const [next = null] = nextRuns(row, now, 1)
      await tx.updateTable('launch_schedule').set({ next_run_at: next }).where('id', '=', row.id).execute()
      const taken = await tx
        .insertInto('launch_schedule_run')
        .values({ schedule_id: row.id, due_at: dueAt, lease_until: leaseFrom(now), launch_id: null, problem: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning('due_at')
        .executeTakeFirst()
      if (taken) due.push(dueOf(row, dueAt))
    }
    return due
  })

/** Takes over due times whose lease expired, because their server stopped before it stored an outcome. */
const takeLeft = async ({ db }: Pick<SchedulerParts, 'db'>, now: Date): Promise<Due[]> => {
  const left = await db
    .updateTable('launch_schedule_run as r')
    .from('launch_schedule as s')
    .set({ lease_until: leaseFrom(now) })
    .whereRef('s.id', '=', 'r.schedule_id')
    .where('r.lease_until', '<', now)
    .returning(['s.id', 's.project_id', 's.preset_id', 's.created_by', 'r.due_at'])
    .execute()
  return left.map((row) => dueOf(row, row.due_at))
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

const dueOf = (
  row: { id: number; project_id: number; preset_id: number; created_by: number | null },
  dueAt: Date,
): Due => ({
  scheduleId: row.id,
  projectId: row.project_id,
  presetId: row.preset_id,
  userId: row.created_by,
  dueAt,
})

/** Starts the launch of a due time. Its idempotency key makes a retry by another server return the first one's launch. */
const carryOut = async (parts: SchedulerParts, due: Due): Promise<void> => {
  const { db, log } = parts
  const { scheduleId, dueAt } = due
  const key = `schedule:${scheduleId}:${dueAt.toISOString()}`
  let launchId: number | null = null
  let problem: string | null = null
  try {
    launchId = (await startPreset(parts, { ...due, via: 'schedule', key: { key, request: key } })).launchId
  } catch (error) {
    problem = error instanceof Refusal ? error.message : LAUNCHER_TEXTS.startFailed
    if (!(error instanceof Refusal)) log.warn({ err: error, scheduleId }, 'a schedule could not start its launch')
  }
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('launch_schedule_run')
      .set({ lease_until: null, launch_id: launchId, problem })
      .where('schedule_id', '=', scheduleId)
      .where('due_at', '=', dueAt)
      .where('lease_until', 'is not', null)
      .returning('due_at')
      .executeTakeFirst()
    if (!ended) return
    await sql`delete from launch_schedule_run where schedule_id = ${scheduleId} and lease_until is null and due_at < (
      select min(due_at) from (select due_at from launch_schedule_run where schedule_id = ${scheduleId}
        order by due_at desc limit ${RUNS_KEPT}) newest)`.execute(tx)
    await appendEvents(tx, [
      {
        stream: launchersStream(due.projectId),
        type: problem === null ? 'launchers/schedule-started' : 'launchers/schedule-failed',
        payload: { scheduleId, presetId: due.presetId, dueAt: dueAt.toISOString(), launchId, problem },
        projectId: due.projectId,
        userId: due.userId,
      },
    ])
  })
}

/** Starts what is due at `now`. Resolves with the number of claimed due times. */
export const runDueSchedules = async (parts: SchedulerParts, now: Date): Promise<number> => {
  const due = [...(await takeDue(parts, now)), ...(await takeLeft(parts, now))]
  for (const one of due) await carryOut(parts, one)
  return due.length
}

/** Periodically starts due schedules until it is stopped. */
export const startScheduler = (parts: SchedulerParts): { stop: () => Promise<void> } => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<unknown> = Promise.resolve()
  const look = () => {
    looking = runDueSchedules(parts, new Date())
      .catch((error: unknown) => parts.log.warn({ err: error }, 'schedules could not be looked at; tried again'))
      .finally(() => {
        if (isStopped) return
        timer = setTimeout(look, LOOK_EVERY_MS)
        timer.unref()
      })
  }
  look()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
