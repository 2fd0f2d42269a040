/** Queue of launches, and the leases of workers. */
import { sql } from 'kysely'
import type { EngineDriver } from '../../../contract/launchers/engine.ts'
import type { LaunchPayload } from '../../../contract/launchers/start.ts'
import {
  LEASE_MS,
  type RunOutcome,
  type RunStage,
  type WorkerState,
} from '../../../contract/launchers/worker-protocol.ts'
import type { RunContext } from '../../db/column-types.ts'
import { appendEvents } from '../../db/events.ts'
import { LOCKS, lockUntilEnd } from '../../db/locks.ts'
import type { Db, Tx } from '../../db/open.ts'
import { queueChanged } from '../../launches/launches.ts'
import type { InstanceLabels } from '../options/instance-labels.ts'
import { DEFAULT_INSTANCE } from '../options/instance-types.ts'
import type { Held } from './dispatch.ts'
import { saySeen } from './presence.ts'

/** Claimed queue entry. */
export interface Execution {
  id: number
  launchId: number
  projectId: number
  repositoryId: number | null
  lease: string
  begunAt: Date | null
  workerName: string | null
  lostWorkers: number
  config: LaunchPayload
  runContext: RunContext
}

const leaseEnd = sql<Date>`now() + ${LEASE_MS} * interval '1 millisecond'`
const HELD = [
  'id',
  'launch_id as launchId',
  'project_id as projectId',
  'repository_id as repositoryId',
  sql<string>`lease`.as('lease'),
  'begun_at as begunAt',
  'worker_name as workerName',
  'lost_workers as lostWorkers',
  'config',
  'run_context as runContext',
] as const

/** Labels that a launch needs: those of its launcher and of its instance type. */
const wantedLabels = (ofTypes: InstanceLabels) =>
  sql<string[]>`(coalesce(e.config->'workerLabels', '[]'::jsonb)
    || coalesce(${JSON.stringify(ofTypes)}::jsonb -> coalesce(e.config->>'instanceTypeId', ${DEFAULT_INSTANCE.id}), '[]'::jsonb))`

/**
 * Claims the next launch that this worker can run. Projects with fewer running launches come first, then the one served longest ago: no
 * project starves, however many launches another one enqueues.
 */
export const claimNext = async (
  db: Db,
  worker: string,
  driver: EngineDriver,
  instanceLabels: InstanceLabels = {},
): Promise<Execution | null> => {
  // Workers poll constantly: an empty queue needs no lock.
  const waiting = db.selectFrom('launch_execution').select('id').where('state', '=', 'queued').limit(1)
  if (!(await waiting.executeTakeFirst())) return null
  return db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, LOCKS.workerQueue, '')
    const { rows } = await sql<{ id: number; project_id: number }>`
      select e.id, e.project_id
        from launch_execution e
        join launch l on l.id = e.launch_id
        join launch_worker w on w.id = ${worker}
        left join launch_share s on s.project_id = e.project_id
        left join (select project_id, count(*) as running from launch_execution where state = 'running' group by project_id) r
          on r.project_id = e.project_id
       where e.state = 'queued'
         and l.status in ('QUEUED', 'LAUNCHING', 'IN_PROGRESS')
         and ${wantedLabels(instanceLabels)} <@ w.labels
         and (s.most is null or coalesce(r.running, 0) < s.most)
       order by coalesce(r.running, 0), s.served_at nulls first, e.priority desc, e.id
       limit 1`.execute(tx)
    const [next] = rows
    if (next === undefined) return null
    const claimed = await tx
      .updateTable('launch_execution')
      .set({
        state: 'running',
        worker,
        worker_name: ({ selectFrom }) => selectFrom('launch_worker').select('name').where('id', '=', worker),
        driver,
        lease: sql`gen_random_uuid()`,
        lease_until: leaseEnd,
        begun_at: null,
        cloned_at: null,
        cloned_lines: null,
        begun_lines: null,
        started_at: sql`now()`,
      })
      .where('id', '=', next.id)
      // Its launch may have ended it meanwhile.
      .where('state', '=', 'queued')
      .returning(HELD)
      .executeTakeFirst()
    if (claimed === undefined) return null
    const served = { served_at: sql<Date>`clock_timestamp()` }
    await tx
      .insertInto('launch_share')
      .values({ project_id: next.project_id, ...served })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(served))
      .execute()
    await appendEvents(tx, [queueChanged(claimed)])
    return claimed
  })
}

/** Records a worker's heartbeat and extends its leases. Resolves with the leases that it still holds. */
export const renewLeases = async (
  db: Db,
  { worker, tokenId }: { worker: string; tokenId: number | null },
  state: WorkerState,
  leases: readonly string[],
): Promise<Held[]> => {
  await saySeen(db, { worker, tokenId }, state)
  if (leases.length === 0) return []
  const held = await db
    .updateTable('launch_execution as e')
    .from('launch as l')
    .set({ lease_until: leaseEnd })
    .whereRef('l.id', '=', 'e.launch_id')
    .where('e.lease', 'in', [...leases])
    .where('e.worker', '=', worker)
    .where('e.state', '=', 'running')
    .returning(['e.lease', 'l.status', 'l.ended_by'])
    .execute()
  return held.map(({ lease, status, ended_by: by }) => ({
    lease: String(lease),
    isOver: status === 'ABORTED' && by !== 'agent',
  }))
}

/** Resolves with the queue entry that a worker holds by this lease; null when it no longer holds it. */
export const heldBy = async (db: Db, worker: string, lease: string): Promise<Execution | null> =>
  (await db
    .selectFrom('launch_execution')
    .select(HELD)
    .where('lease', '=', lease)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .executeTakeFirst()) ?? null

/** Records that the command begins. False when the worker no longer holds the lease: then the command must not run. */
export const beginLease = (
  db: Db,
  worker: string,
  lease: string,
  { commit, lines }: { commit: string; lines: number | undefined },
): Promise<boolean> =>
  goingOn(db, (executions) =>
    executions
      .set({
        commit,
        begun_at: sql`coalesce(begun_at, now())`,
        begun_lines: sql`coalesce(begun_lines, ${lines ?? null}::int)`,
      })
      .where('lease', '=', lease)
      .where('worker', '=', worker),
  )

const STAGE_COLUMNS = {
  cloned: { at: 'cloned_at', before: 'cloned_lines' },
  'command-ended': { at: 'command_ended_at', before: 'command_ended_lines' },
} as const

/** Records when a run first reached a stage. False when the worker no longer holds the lease. */
export const reachStage = (
  db: Db,
  worker: string,
  lease: string,
  { stage, lines }: { stage: RunStage; lines: number | undefined },
): Promise<boolean> => {
  const { at, before } = STAGE_COLUMNS[stage]
  return goingOn(db, (executions) =>
    executions
      .set({
        [at]: sql`coalesce(${sql.ref(at)}, now())`,
        [before]: sql`coalesce(${sql.ref(before)}, ${lines ?? null}::int)`,
      })
      .where('lease', '=', lease)
      .where('worker', '=', worker),
  )
}

type Executions = ReturnType<typeof runningIn>

const runningIn = (tx: Tx) => tx.updateTable('launch_execution').where('state', '=', 'running')

/** Updates a running execution and appends its event. False when the update matches none. */
const goingOn = (db: Db, change: (executions: Executions) => Executions): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const changed = await change(runningIn(tx))
      .returning(['project_id as projectId', 'launch_id as launchId'])
      .executeTakeFirst()
    if (changed === undefined) return false
    await appendEvents(tx, [queueChanged(changed)])
    return true
  })

/** Gives every worker the time of a whole lease to renew: before, no server or no database answered them. */
export const extendLeases = async (db: Db): Promise<void> => {
  await db.updateTable('launch_execution').set({ lease_until: leaseEnd }).where('state', '=', 'running').execute()
}

/**
 * Resolves with executions whose lease has expired. `isAlone`: no other process uses the database, so that executions held by workers
 * inside a server other than `own` are left from before a restart, and are included.
 */
export const abandoned = (db: Db, own: string, isAlone: boolean): Promise<Execution[]> =>
  db
    .selectFrom('launch_execution')
    .select(HELD)
    .where('state', '=', 'running')
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        eb('lease_until', '<', sql<Date>`now()`),
        ...(isAlone
          ? [
              and([
                eb('worker', '!=', own),
                not(
                  exists(
                    selectFrom('launch_worker as w')
                      .select('w.id')
                      .whereRef('w.id', '=', 'launch_execution.worker')
                      .where('w.token_id', 'is not', null),
                  ),
                ),
              ]),
            ]
          : []),
      ]),
    )
    .execute()

/** Transfers a lease to `own`, so that calls of its previous worker are rejected. False when it was returned or had ended before. */
export const takeAway = async (db: Db, { id, lease }: Execution, own: string): Promise<boolean> => {
  const taken = await db
    .updateTable('launch_execution')
    .set({ worker: own, lease_until: leaseEnd, lease: sql`gen_random_uuid()` })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Marks an execution as ended. */
export const settle = async (db: Db, id: number, { exitCode, reason }: RunOutcome): Promise<void> => {
  await goingOn(db, (executions) =>
    executions
      .set({ state: 'ended', ended_at: sql`now()`, exit_code: exitCode, end_reason: reason, lease_until: null })
      .where('id', '=', id),
  )
}

/** Returns an execution to the queue. False when its command has begun. */
export const putBack = (db: Db, { id }: Pick<Execution, 'id'>, isWorkerLost: boolean): Promise<boolean> =>
  goingOn(db, (executions) =>
    executions
      .set({
        state: 'queued',
        ...(isWorkerLost ? { lost_workers: sql<number>`lost_workers + 1` } : {}),
        worker: null,
        worker_name: null,
        lease: null,
        lease_until: null,
        driver: null,
        started_at: null,
        cloned_at: null,
        cloned_lines: null,
      })
      .where('id', '=', id)
      .where('begun_at', 'is', null),
  )

/** Removes an execution from the queue after its launch has ended. */
export const abortQueued = (db: Db, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const aborted = await tx
      .updateTable('launch_execution')
      .set({ state: 'aborted' })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .returning(['project_id as projectId', 'launch_id as launchId'])
      .executeTakeFirst()
    if (aborted !== undefined) await appendEvents(tx, [queueChanged(aborted)])
  })

/** Resolves with those leases that are no longer held, so that the remains of their runs can be removed. */
export const strayOf = async (db: Db, leases: readonly string[]): Promise<string[]> => {
  if (leases.length === 0) return []
  const rows = await db
    .selectFrom('launch_execution')
    .select('lease')
    .where('lease', 'in', [...leases])
    .where('state', '=', 'running')
    .execute()
  const running = new Set(rows.map(({ lease }) => lease))
  return leases.filter((lease) => !running.has(lease))
}
