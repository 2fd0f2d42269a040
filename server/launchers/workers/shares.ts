/** Sharing of the queue: limits of projects, and why a launch waits. */
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import {
  WORKER_TEXTS,
  type LaunchLimit,
  type updateLaunchLimit,
  type Worker,
} from '../../../contract/launchers/workers.ts'
import { LEASE_MS } from '../../../contract/launchers/worker-protocol.ts'
import type { EngineDriver } from '../../../contract/launchers/engine.ts'
import type { Principal } from '../../access/principals.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { notFound } from '../../http/refusal.ts'

/** Whether a worker sent a heartbeat recently. */
const isConnected = sql<boolean>`w.seen_at > now() - ${LEASE_MS} * interval '1 millisecond'`

export const readWorkers = async (db: Db): Promise<Worker[]> => {
  const rows = await db
    .selectFrom('launch_worker as w')
    .selectAll('w')
    .select(isConnected.as('connected'))
    .select(({ selectFrom }) =>
      selectFrom('launch_execution as e')
        .select(({ fn }) => fn.countAll<number>().as('running'))
        .whereRef('e.worker', '=', 'w.id')
        .where('e.state', '=', 'running')
        .as('running'),
    )
    .orderBy('w.name')
    .orderBy('w.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isServer: row.token_id === null,
    labels: row.labels,
    drivers: row.drivers,
    concurrency: row.concurrency,
    running: Number(row.running),
    seenAt: row.seen_at.toISOString(),
    isConnected: row.connected,
  }))
}

export const countQueued = async (db: Db): Promise<number> => {
  const { queued } = await db
    .selectFrom('launch_execution')
    .select(({ fn }) => fn.countAll<number>().as('queued'))
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow()
  return queued
}

/** Resolves with the drivers of connected workers. */
export const connectedDrivers = async (db: Db): Promise<EngineDriver[]> => {
  const rows = await db
    .selectFrom('launch_worker as w')
    .select('w.drivers')
    .where('w.concurrency', '>', 0)
    .where(isConnected)
    .execute()
  return [...new Set(rows.flatMap(({ drivers }) => drivers))].sort()
}

export const readLimits = async (db: Db): Promise<LaunchLimit[]> => {
  const { rows } = await sql<LaunchLimit>`
    select p.id as "projectId", p.key as "projectKey", p.name as "projectName", s.most,
           coalesce(e.running, 0)::int as running, coalesce(e.queued, 0)::int as queued
      from project p
      left join launch_share s on s.project_id = p.id
      left join (
        select project_id, count(*) filter (where state = 'running') as running,
               count(*) filter (where state = 'queued') as queued
          from launch_execution where state in ('running', 'queued') group by project_id
      ) e on e.project_id = p.id
     where p.importing_until is null
     order by lower(p.name), p.id`.execute(db)
  return rows
}

interface Limit {
  most: number | null
}

/** Throws 404, and 409 when another user has changed it meanwhile. */
export const saveLimit = (
  db: Db,
  caller: Principal,
  projectId: number,
  edit: z.infer<typeof updateLaunchLimit.body>,
): Promise<Limit> =>
  db.transaction().execute(async (tx) => {
    // Locks the project's row, because the row of the limit may not exist yet.
    const project = await tx
      .selectFrom('project')
      .select('key')
      .where('id', '=', projectId)
      .where('importing_until', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!project) throw notFound(WORKER_TEXTS.projectUnknown)
    const share = tx.selectFrom('launch_share').select('most').where('project_id', '=', projectId)
    const before: Limit = { most: (await share.executeTakeFirst())?.most ?? null }
    const after: Limit = { ...before, ...(await mergeEdit<Limit>(before, edit, () => before)) }
    if (after.most === before.most) return after
    await tx
      .insertInto('launch_share')
      .values({ project_id: projectId, most: after.most })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ most: after.most }))
      .execute()
    const payload = { key: project.key, before, after }
    await appendEvents(tx, [
      { stream: 'workspace', type: 'launch-limit/changed', payload, projectId, userId: caller.userId },
    ])
    return after
  })

/** Returns whether a worker can run launches at all. */
export const isReady = ({ isConnected: isThere, concurrency, drivers }: Worker): boolean =>
  isThere && concurrency > 0 && drivers.length > 0

interface Waiting {
  id: number
  projectId: number
  labels: readonly string[]
}

/** Resolves with why a launch cannot run yet; null when it only waits for a free worker. */
export const problemOf = async (db: Db, { projectId, labels }: Pick<Waiting, 'projectId' | 'labels'>) => {
  const workers = (await readWorkers(db)).filter(isReady)
  if (workers.length === 0) return 'No worker is connected that can run launches'
  if (!workers.some((worker) => labels.every((label) => worker.labels.includes(label))))
    return `No worker with the ${labels.length === 1 ? 'label' : 'labels'} ${labels.join(', ')} is connected`
  const share = await db
    .selectFrom('launch_share')
    .select('most')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  const most = share?.most ?? null
  if (most === null) return null
  const { running } = await db
    .selectFrom('launch_execution')
    .select(({ fn }) => fn.countAll<number>().as('running'))
    .where('project_id', '=', projectId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return running < most ? null : `This project may run ${most === 1 ? 'one launch' : `${most} launches`} at once`
}

/** Resolves with how many launches of its project are ahead of a launch, and why it waits. */
export const whyItWaits = async (db: Db, waiting: Waiting): Promise<{ ahead: number; problem: string | null }> => {
  const { ahead } = await db
    .selectFrom('launch_execution')
    .select(({ fn }) => fn.countAll<number>().as('ahead'))
    .where('project_id', '=', waiting.projectId)
    .where('state', '=', 'queued')
    .where('id', '<', waiting.id)
    .executeTakeFirstOrThrow()
  return { ahead, problem: await problemOf(db, waiting) }
}
