import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import type { LaunchRow } from '../rows.ts'

const finishedBefore = (tx: Db | Tx, launch: LaunchRow) =>
  tx
    .selectFrom('launch')
    .selectAll()
    .where('project_id', '=', launch.project_id)
    .where('name', '=', launch.name)
    .where(sql<boolean>`(started_at, id) < (${launch.started_at}, ${launch.id})`)
    .where('status', 'not in', ['IN_PROGRESS', 'QUEUED', 'LAUNCHING', 'ABORTED'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/** Resolves with the finished launch of the same name before this one; null for the first. */
export const launchBefore = async (tx: Db | Tx, launch: LaunchRow): Promise<LaunchRow | null> =>
  (await finishedBefore(tx, launch).executeTakeFirst()) ?? null

/** Resolves with the baseline: the previous launch in the same environment, or else in any. */
export const baselineOf = async (tx: Db | Tx, launch: LaunchRow): Promise<LaunchRow | null> =>
  (await finishedBefore(tx, launch)
    .where(sql<boolean>`environment is not distinct from ${launch.environment}`)
    .executeTakeFirst()) ?? launchBefore(tx, launch)
