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

/** Resolves with the last launch of the first of these branches that has one; null if none has. */
const beforeIn = async (
  query: ReturnType<typeof finishedBefore>,
  branches: readonly (string | undefined)[],
): Promise<LaunchRow | null> => {
  for (const branch of branches) {
    if (branch === undefined) continue
    const row = await query.where(sql<boolean>`origin->>'branch' = ${branch}`).executeTakeFirst()
    if (row) return row
  }
  return null
}

/** Resolves with the finished launch of the same name before this one, if possible of its branch; null for the first. */
export const launchBefore = async (tx: Db | Tx, launch: LaunchRow): Promise<LaunchRow | null> => {
  const query = finishedBefore(tx, launch)
  const { branch, baseBranch } = launch.origin
  return (await beforeIn(query, [branch, baseBranch])) ?? (await query.executeTakeFirst()) ?? null
}

/**
 * Resolves with the launch whose failures are not new: as `launchBefore`, but for a pull request first of the branch that it is to be merged
 * into, since a failure that an earlier launch of the pull request had, too, is still one that it adds.
 */
export const launchBeforeChange = async (tx: Db | Tx, launch: LaunchRow): Promise<LaunchRow | null> =>
  (await beforeIn(finishedBefore(tx, launch), [launch.origin.baseBranch])) ?? launchBefore(tx, launch)

/** Resolves with the baseline: the previous launch in the same environment, or else in any; among those as `launchBeforeChange`. */
export const baselineOf = async (tx: Db | Tx, launch: LaunchRow): Promise<LaunchRow | null> => {
  const inEnvironment = finishedBefore(tx, launch).where(
    sql<boolean>`environment is not distinct from ${launch.environment}`,
  )
  const { branch, baseBranch } = launch.origin
  return (
    (await beforeIn(inEnvironment, [baseBranch, branch])) ??
    (await inEnvironment.executeTakeFirst()) ??
    launchBeforeChange(tx, launch)
  )
}
