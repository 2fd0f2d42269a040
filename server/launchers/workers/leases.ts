/** The queue of launches: which worker holds which, and until when. */
import { sql } from 'kysely'
import type { EngineDriver } from '../../../contract/launchers/engine.ts'
import type { LaunchPayload } from '../../../contract/launchers/start.ts'
import {
  LEASE_MS,
  type RunOutcome,
  type RunStage,
  type WorkerState,
} from '../../../contract/launchers/worker-protocol.ts'
import type { RunContext } from '../../db/launchers-schema.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { queueChanged } from '../../launches/queue-news.ts'
import type { InstanceLabels } from '../options/instance-labels.ts'
import { DEFAULT_INSTANCE } from '../options/instance-types.ts'
import type { Held } from './dispatch.ts'
import { saySeen } from './presence.ts'

/** What a worker holds. */
export interface Execution {
  id: number
  launchId: number
  projectId: number
  repositoryId: number | null
  lease: string
  begunAt: Date | null
  workerName: string | null
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
  'config',
  'run_context as runContext',
] as const

/** Labels that a launch needs: those of its launcher and those of its instance type. */
const wantedLabels = (ofTypes: InstanceLabels) =>
  sql<string[]>`(coalesce(e.config->'workerLabels', '[]'::jsonb)
    || coalesce(${JSON.stringify(ofTypes)}::jsonb -> coalesce(e.config->>'instanceTypeId', ${DEFAULT_INSTANCE.id}), '[]'::jsonb))`

/** Workers take turns: without that, two of them could give one project more places than it may have. */
const TURN = 7_364_518

/**
 * Takes the next launch of the queue that this worker may run. Of projects that wait, one with fewer runs under way comes first, and among
 * those the one that was served longest ago: so none starves, however many launches another one queues.
 */
export const claimNext = async (
  db: Db,
  worker: string,
  driver: EngineDriver,
  instanceLabels: InstanceLabels = {},
): Promise<Execution | null> => {
  // Workers ask all the time: where nothing waits they need not take turns.
  const waiting = db.selectFrom('launch_execution').select('id').where('state', '=', 'queued').limit(1)
  if (!(await waiting.executeTakeFirst())) return null
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${TURN})`.execute(tx)
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
        started_at: sql`now()`,
      })
      .where('id', '=', next.id)
      // It may have been ended by its launch in the meantime.
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

/** Says that a worker is there, and that it runs these. Returns what it still holds. */
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

/** What a worker holds by this lease; null where it does not hold it any more. */
export const heldBy = async (db: Db, worker: string, lease: string): Promise<Execution | null> =>
  (await db
    .selectFrom('launch_execution')
    .select(HELD)
    .where('lease', '=', lease)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .executeTakeFirst()) ?? null

/** False where the worker does not hold it any more: then the command must not run. */
export const beginLease = (db: Db, worker: string, lease: string, commit: string): Promise<boolean> =>
  goingOn(db, (executions) =>
    executions
      .set({ commit, begun_at: sql`coalesce(begun_at, now())` })
      .where('lease', '=', lease)
      .where('worker', '=', worker),
  )

const STAGE_COLUMNS = { cloned: 'cloned_at', 'command-ended': 'command_ended_at' } as const

/** Keeps when a run came to a stage for the first time. False where the worker does not hold it any more. */
export const reachStage = (db: Db, worker: string, lease: string, stage: RunStage): Promise<boolean> => {
  const column = STAGE_COLUMNS[stage]
  return goingOn(db, (executions) =>
    executions
      .set({ [column]: sql`coalesce(${sql.ref(column)}, now())` })
      .where('lease', '=', lease)
      .where('worker', '=', worker),
  )
}

type Executions = ReturnType<typeof runningIn>

const runningIn = (tx: Tx) => tx.updateTable('launch_execution').where('state', '=', 'running')

/** Changes one execution that runs, and tells of it. False where the change finds none. */
const goingOn = (db: Db, change: (executions: Executions) => Executions): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const changed = await change(runningIn(tx))
      .returning(['project_id as projectId', 'launch_id as launchId'])
      .executeTakeFirst()
    if (changed === undefined) return false
    await appendEvents(tx, [queueChanged(changed)])
    return true
  })

/**
 * What nobody speaks for any more. `isAlone`: no other process uses the database, so that whatever a worker of a server holds is left from
 * before a restart, apart from `own`.
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

/** Takes a lease away from its worker, so that nothing it says counts any more. False where it had been given back or ended before. */
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

/** Lets go of an execution: it has ended. */
export const settle = async (db: Db, id: number, { exitCode, reason }: RunOutcome): Promise<void> => {
  await goingOn(db, (executions) =>
    executions
      .set({ state: 'ended', ended_at: sql`now()`, exit_code: exitCode, end_reason: reason, lease_until: null })
      .where('id', '=', id),
  )
}

/** Puts an execution back into the queue, whose command has not begun. False where it has. */
export const putBack = (db: Db, { id }: Pick<Execution, 'id'>): Promise<boolean> =>
  goingOn(db, (executions) =>
    executions
      .set({
        state: 'queued',
        worker: null,
        worker_name: null,
        lease: null,
        lease_until: null,
        driver: null,
        started_at: null,
        cloned_at: null,
      })
      .where('id', '=', id)
      .where('begun_at', 'is', null),
  )

/** Takes an execution out of the queue: its launch has ended. */
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

/** Which of these leases are no longer held, so that what is left of their runs can be removed. */
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
