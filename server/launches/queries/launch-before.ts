import { sql, type RawBuilder } from 'kysely'
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

/** The id of the finished launch of the same name before the launch `l`; `branch`: of this branch, null for an unknown one. */
const idBefore = (branch: RawBuilder<unknown> | null) => {
  const id = sql`(
    select p.id from launch p
     where p.project_id = l.project_id and p.name = l.name and (p.started_at, p.id) < (l.started_at, l.id)
       and p.status not in ('IN_PROGRESS', 'QUEUED', 'LAUNCHING', 'ABORTED')
       ${branch === null ? sql`` : sql`and p.origin->>'branch' = ${branch}`}
     order by p.started_at desc, p.id desc limit 1)`
  // An unknown branch would be searched in all launches of the name.
  return branch === null ? id : sql`case when ${branch} is not null then ${id} end`
}

/**
 * Resolves with the launch of each launch, by id, whose failures are not new in it: as `launchBefore`, but for a pull request first of the branch
 * that it is to be merged into, since a failure that an earlier launch of the pull request had, too, is still one that it adds. Without those
 * that are the first.
 */
export const launchIdsBeforeChange = async (tx: Db | Tx, ids: readonly number[]): Promise<Map<number, number>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; before: number | null }>`
    select l.id, coalesce(${idBefore(sql`(l.origin->>'baseBranch')`)}, ${idBefore(sql`(l.origin->>'branch')`)},
                          ${idBefore(null)}) as before
      from launch l where l.id = any(${[...ids]}::bigint[])`.execute(tx)
  return new Map(rows.flatMap(({ id, before }) => (before === null ? [] : [[id, before] as const])))
}

/** Resolves with that launch of one launch; null for the first. */
export const launchBeforeChange = async (tx: Db | Tx, { id }: Pick<LaunchRow, 'id'>): Promise<LaunchRow | null> => {
  const before = (await launchIdsBeforeChange(tx, [id])).get(id)
  if (before === undefined) return null
  return (await tx.selectFrom('launch').selectAll().where('id', '=', before).executeTakeFirst()) ?? null
}

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
