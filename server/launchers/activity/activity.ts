/** Activity of a launcher: everything on its page besides the configuration, in one response. */
import {
  ACTIVITY_LAUNCHES,
  type EngineLaunch,
  type EngineNow,
  type LauncherActivity,
} from '../../../contract/launchers/activity.ts'
import type { Launcher } from '../../../contract/launchers/launchers.ts'
import type { Db } from '../../db/open.ts'
import { type COUNT_COLUMNS, type LaunchRow, statisticsOf, workedMsOf } from '../../launches/launches.ts'
import { labelsFor, type InstanceLabels } from '../options/instance-labels.ts'
import { readSchedulesOf } from '../schedules/stored.ts'
import { isReady, problemOf, readWorkers } from '../workers/shares.ts'

export const readActivity = async (
  db: Db,
  projectId: number,
  launcher: Launcher,
  instanceLabels: InstanceLabels,
): Promise<LauncherActivity> => {
  const [engine, launches, schedules, webhooks] = await Promise.all([
    readEngine(db, projectId, labelsFor(launcher.config, instanceLabels), instanceLabels),
    readNewest(db, launcher.id),
    readSchedulesOf(db, { launcherId: launcher.id }),
    readWebhooks(db, launcher.id),
  ])
  return { engine, launches, schedules, webhooks }
}

/** `labels`: labels that a worker needs for a launch of the launcher. */
const readEngine = async (
  db: Db,
  projectId: number,
  labels: readonly string[],
  instanceLabels: InstanceLabels,
): Promise<EngineNow> => {
  const [workers, counts, launches, problem, waitingProblem] = await Promise.all([
    readWorkers(db),
    readCounts(db, projectId),
    readUnderWay(db, projectId),
    problemOf(db, { projectId, labels }),
    readWaitingProblem(db, projectId, instanceLabels),
  ])
  const ready = workers.filter(isReady)
  const suitable = ready.filter((worker) => labels.every((label) => worker.labels.includes(label)))
  return {
    workers: ready.length,
    places: ready.reduce((sum, { concurrency }) => sum + concurrency, 0),
    ...counts,
    launches,
    waitingProblem,
    free:
      problem === null
        ? suitable.reduce((sum, { concurrency, running }) => sum + Math.max(0, concurrency - running), 0)
        : 0,
    problem,
  }
}

const readWaitingProblem = async (
  db: Db,
  projectId: number,
  instanceLabels: InstanceLabels,
): Promise<string | null> => {
  const first = await db
    .selectFrom('launch_execution')
    .select('config')
    .where('project_id', '=', projectId)
    .where('state', '=', 'queued')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first === undefined ? null : problemOf(db, { projectId, labels: labelsFor(first.config, instanceLabels) })
}

const readCounts = async (db: Db, projectId: number) => {
  const rows = await db
    .selectFrom('launch_execution')
    .where('state', 'in', ['queued', 'running'])
    .select(({ fn, eb }) => ['state', eb('project_id', '=', projectId).as('isHere'), fn.countAll<number>().as('count')])
    .groupBy(['state', 'isHere'])
    .execute()
  const count = (state: 'queued' | 'running', isHere?: boolean) =>
    rows.reduce(
      (sum, row) => (row.state === state && (isHere === undefined || row.isHere === isHere) ? sum + row.count : sum),
      0,
    )
  return { running: count('running'), runningHere: count('running', true), waitingHere: count('queued', true) }
}

const COLUMNS = [
  'l.id',
  'l.number',
  'l.name',
  'l.status',
  'l.started_at',
  'l.ended_at',
  'l.paused_at',
  'l.paused_ms',
  'l.passed',
  'l.passed_manually',
  'l.failed',
  'l.failed_as_known',
  'l.skipped',
  'l.blocked',
  'l.aborted',
  'l.in_progress',
] as const

type Row = Pick<
  LaunchRow,
  'id' | 'number' | 'name' | 'status' | 'started_at' | 'ended_at' | 'paused_at' | 'paused_ms'
> &
  Pick<LaunchRow, (typeof COUNT_COLUMNS)[keyof typeof COUNT_COLUMNS]>

const launchOf = (row: Row): EngineLaunch => ({
  id: row.id,
  number: row.number,
  name: row.name,
  status: row.status,
  startedAt: row.started_at.toISOString(),
  elapsed: workedMsOf(row),
  statistics: statisticsOf(row),
})

const readUnderWay = async (db: Db, projectId: number): Promise<EngineLaunch[]> => {
  const rows = await db
    .selectFrom('launch_execution as e')
    .innerJoin('launch as l', 'l.id', 'e.launch_id')
    .select(COLUMNS)
    .where('e.project_id', '=', projectId)
    .where('e.state', 'in', ['queued', 'running'])
    .orderBy('e.state', 'desc')
    .orderBy('e.id')
    .limit(ACTIVITY_LAUNCHES)
    .execute()
  return rows.map(launchOf)
}

const readNewest = async (db: Db, launcherId: number): Promise<EngineLaunch[]> => {
  const rows = await db
    .selectFrom('launch as l')
    .select(COLUMNS)
    .where('l.id', 'in', ({ selectFrom }) =>
      selectFrom('launch_execution').select('launch_id').where('launcher_id', '=', launcherId),
    )
    .orderBy('l.id', 'desc')
    .limit(ACTIVITY_LAUNCHES)
    .execute()
  return rows.map(launchOf)
}

const readWebhooks = async (db: Db, launcherId: number): Promise<LauncherActivity['webhooks']> => {
  const rows = await db
    .selectFrom('launch_webhook as w')
    .innerJoin('launcher_preset as p', 'p.id', 'w.preset_id')
    .select(({ selectFrom }) => [
      'w.id',
      'w.name',
      'w.secret',
      'w.last_trigger_at',
      'p.id as presetId',
      'p.name as presetName',
      selectFrom('launch_webhook_delivery as d')
        .select('d.status')
        .whereRef('d.webhook_id', '=', 'w.id')
        .where('d.is_test', '=', false)
        .orderBy('d.id', 'desc')
        .limit(1)
        .as('lastStatus'),
    ])
    .where('p.launcher_id', '=', launcherId)
    .orderBy('p.name')
    .orderBy('w.id')
    .execute()
  return rows.map(({ id, name, secret, last_trigger_at: at, presetId, presetName, lastStatus }) => ({
    id,
    name,
    hasSecretKey: secret !== null,
    lastTriggerTime: at?.toISOString() ?? null,
    lastStatus,
    preset: { id: presetId, name: presetName },
  }))
}
