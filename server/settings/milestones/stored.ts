import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { NO_STATISTICS, type Statistics } from '../../../contract/launches/launches.ts'
import type { listMilestones, Milestone } from '../../../contract/settings/milestones.ts'
import type { Db, Tx } from '../../db/database.ts'
import { pageMeta } from '../../http/page-meta.ts'
import { notFound } from '../../http/refusal.ts'

const columns = ['id', 'name', 'description', 'start_date as startDate', 'due_date as dueDate', 'completed'] as const

/** Stored columns of a milestone. */
export type StoredMilestone = Omit<Milestone, 'launches' | 'statistics'>

type Query = z.infer<typeof listMilestones.query>

export const findMilestones = async (
  db: Db,
  projectId: number,
  { page, pageSize, completed, sortBy }: Query,
): Promise<z.infer<typeof listMilestones.answer>> => {
  const found = db.selectFrom('milestone').where('project_id', '=', projectId).where('completed', '=', completed)
  const [rows, { total }] = await Promise.all([
    found
      .select(columns)
      .orderBy(sortBy === 'name' ? sql`lower(name)` : 'due_date', (order) =>
        (completed ? order.desc() : order.asc()).nullsLast(),
      )
      .orderBy('id', completed ? 'desc' : 'asc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const progress = await progressOf(db, rows)
  const { totalPages } = pageMeta(total, page, pageSize)
  return { items: rows.map(progress), totalResults: total, totalPages }
}

/** Returns the milestone with its launches counted. Throws 404 in any other project. */
export const readMilestone = async (db: Db | Tx, projectId: number, id: number): Promise<Milestone> => {
  const row = foundMilestone(await milestoneById(db, projectId, id).executeTakeFirst())
  return (await progressOf(db, [row]))(row)
}

/** Locks the milestone until the transaction ends. Throws 404 in any other project. */
export const lockedMilestone = async (tx: Tx, projectId: number, id: number): Promise<StoredMilestone> => {
  return foundMilestone(await milestoneById(tx, projectId, id).forUpdate().executeTakeFirst())
}

const milestoneById = (db: Db | Tx, projectId: number, id: number) =>
  db.selectFrom('milestone').select(columns).where('project_id', '=', projectId).where('id', '=', id)

const foundMilestone = (row: StoredMilestone | undefined): StoredMilestone => {
  if (!row) throw notFound('The milestone does not exist')
  return row
}

/**
 * Counts the launches of all these milestones in one statement. A launch belongs to the milestone with the id that it names, otherwise to
 * the one with the name.
 */
const progressOf = async (db: Db | Tx, milestones: readonly StoredMilestone[]) => {
  const ids = milestones.map(({ id }) => id)
  const { rows } = await sql<{ id: number; launches: number } & Statistics>`
    select m.id, count(*) as launches,
           sum(l.passed) as passed, sum(l.passed_manually) as "passedManually", sum(l.failed) as failed,
           sum(l.failed_as_known) as "failedAsKnown", sum(l.skipped) as skipped, sum(l.blocked) as blocked,
           sum(l.aborted) as aborted, sum(l.in_progress) as "inProgress"
      from milestone m
      join launch l on l.project_id = m.project_id and l.milestone is not null
       and (l.milestone->>'id' = m.id::text
            or (lower(l.milestone->>'name') = lower(m.name)
                and not exists (select from milestone o
                                 where o.project_id = m.project_id and o.id::text = l.milestone->>'id')))
     where m.id = any(${ids}::bigint[])
     group by m.id`.execute(db)
  const byId = new Map(rows.map(({ id, launches, ...statistics }) => [id, { launches, statistics }]))
  return (milestone: StoredMilestone): Milestone => ({
    ...milestone,
    ...(byId.get(milestone.id) ?? { launches: 0, statistics: NO_STATISTICS }),
  })
}
