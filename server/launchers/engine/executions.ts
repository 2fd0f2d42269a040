/** The queue of launches: which worker holds which, and until when. */
import { sql } from 'kysely'
import type { LaunchPayload } from '../../../contract/launchers/start.ts'
import type { RunContext } from '../../db/launchers-schema.ts'
import type { Db } from '../../db/open.ts'

/** What a worker holds. */
export interface Execution {
  id: number
  launchId: number
  projectId: number
  repositoryId: number | null
  attemptUuid: string
  config: LaunchPayload
  runContext: RunContext
}

/** Another worker may take over what a worker has not spoken for in this time. */
export const LEASE_MS = 30_000

const lease = sql<Date>`now() + ${LEASE_MS} * interval '1 millisecond'`
const HELD = [
  'id',
  'launch_id as launchId',
  'project_id as projectId',
  'repository_id as repositoryId',
  'attempt_uuid as attemptUuid',
  'config',
  'run_context as runContext',
] as const

/** Takes the next launch of the queue; of projects that wait, one with fewer runs under way comes first. Null where nothing waits. */
export const claimNext = async (db: Db, worker: string, driver: 'container' | 'process'): Promise<Execution | null> => {
  const claimed = await db
    .updateTable('launch_execution')
    .set({ state: 'running', worker, driver, lease_until: lease, started_at: sql`now()` })
    .where('state', '=', 'queued')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('launch_execution as e')
        .innerJoin('launch as l', 'l.id', 'e.launch_id')
        .select('e.id')
        .where('e.state', '=', 'queued')
        .where('l.status', 'in', ['QUEUED', 'LAUNCHING', 'IN_PROGRESS'])
        .orderBy('e.priority', 'desc')
        .orderBy(
          sql`(select count(*) from launch_execution r where r.state = 'running' and r.project_id = e.project_id)`,
        )
        .orderBy('e.id')
        .limit(1)
        .forUpdate('e')
        .skipLocked(),
    )
    .returning(HELD)
    .executeTakeFirst()
  return claimed ?? null
}

export interface Renewed {
  id: number
  /** A person has ended the launch meanwhile. */
  isOver: boolean
}

/** Says that a worker is alive. Returns what it still holds: it must end everything else that it runs. */
export const renewLeases = async (db: Db, worker: string): Promise<Renewed[]> => {
  const held = await db
    .updateTable('launch_execution as e')
    .from('launch as l')
    .set({ lease_until: lease })
    .whereRef('l.id', '=', 'e.launch_id')
    .where('e.worker', '=', worker)
    .where('e.state', '=', 'running')
    .returning(['e.id', 'l.status', 'l.ended_by'])
    .execute()
  return held.map(({ id, status, ended_by: by }) => ({ id, isOver: status === 'ABORTED' && by !== 'agent' }))
}

/**
 * Takes over what dead workers held, to end it. `isAlone`: no other process uses the database, so that whatever another worker holds is
 * left from before a restart.
 */
export const takeOver = (db: Db, worker: string, isAlone: boolean): Promise<Execution[]> =>
  db
    .updateTable('launch_execution')
    .set({ worker, lease_until: lease })
    .where('state', '=', 'running')
    .where('worker', '!=', worker)
    .$if(!isAlone, (query) => query.where('lease_until', '<', sql<Date>`now()`))
    .returning(HELD)
    .execute()

export interface Outcome {
  exitCode: number | null
  reason: string | null
}

/** Lets go of an execution: it has ended. Nothing happens where another worker has taken it over. */
export const settle = async (db: Db, worker: string, id: number, { exitCode, reason }: Outcome): Promise<void> => {
  await db
    .updateTable('launch_execution')
    .set({ state: 'ended', ended_at: sql`now()`, exit_code: exitCode, end_reason: reason, lease_until: null })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .execute()
}

/** Which of these runs are no longer under way, so that what is left of them can be removed. */
export const strayOf = async (db: Db, attemptUuids: readonly string[]): Promise<string[]> => {
  if (attemptUuids.length === 0) return []
  const rows = await db
    .selectFrom('launch_execution')
    .select('attempt_uuid')
    .where('attempt_uuid', 'in', [...attemptUuids])
    .where('state', '=', 'running')
    .execute()
  const running = new Set(rows.map(({ attempt_uuid: uuid }) => uuid))
  return attemptUuids.filter((uuid) => !running.has(uuid))
}
