import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import type { listExploratoryMilestones, listExploratorySessions } from '../../contract/exploratory/sessions.ts'
import { groupRole } from '../access/groups.ts'
import type { Db } from '../db/open.ts'
import { pageMeta } from '../http/page-meta.ts'
import { isUser, userOf } from '../access/users.ts'
import { described, summary, summaryOf, type SummaryRow } from './read.ts'
import type { ProjectUser } from '../../contract/projects/people.ts'

type Query = z.infer<typeof listExploratorySessions.query>

const SORTS: Record<Query['sort'], RawBuilder<unknown>> = {
  created: sql`s.created_at`,
  title: sql`lower(s.title)`,
  observations: sql`s.observations`,
  elapsed: sql`s.elapsed_ms`,
}

/** The page is selected from the sessions alone; only its rows are joined with details. */
export const findSessions = async (
  db: Db,
  projectId: number,
  query: Query,
): Promise<z.infer<typeof listExploratorySessions.answer>> => {
  const { page, pageSize, order } = query
  const found = sql`exploratory_session s where ${sql.join(conditions(projectId, query), sql` and `)}`
  const direction = sql.raw(order)
  const sorting = sql`${SORTS[query.sort]} ${direction}, s.id ${direction}`
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<SummaryRow>`
      with page as materialized (
        select s.* from ${found} order by ${sorting} limit ${pageSize} offset ${(page - 1) * pageSize})
      select ${summary} from ${described('page')} order by ${sorting}`.execute(db),
    sql<{ total: number }>`select count(*) as total from ${found}`.execute(db),
  ])
  return { items: rows.map(summaryOf), _meta: pageMeta(counts[0]?.total ?? 0, page, pageSize) }
}

const conditions = (projectId: number, query: Query): RawBuilder<unknown>[] => {
  const { q, state, assigneeId, milestoneId, environmentId } = query
  const among = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [sql`${sql.ref(column)} = any(${[...ids]}::bigint[])`]
  return [
    sql`s.project_id = ${projectId}`,
    ...(state === 'all' ? [] : [state === 'open' ? sql`s.closed_at is null` : sql`s.closed_at is not null`]),
    ...(q === '' ? [] : [sql`position(lower(${q}) in s.words) > 0`]),
    ...among('s.assignee_id', assigneeId),
    ...among('s.milestone_id', milestoneId),
    ...among('s.environment_id', environmentId),
  ]
}

type MilestoneQuery = z.infer<typeof listExploratoryMilestones.query>

export const findMilestonesToChoose = async (
  db: Db,
  projectId: number,
  { page, pageSize, completed }: MilestoneQuery,
): Promise<z.infer<typeof listExploratoryMilestones.answer>> => {
  const found = db
    .selectFrom('milestone')
    .where('project_id', '=', projectId)
    .$if(completed !== 'all', (rest) => rest.where('completed', '=', completed === 'true'))
  const [items, { total }] = await Promise.all([
    found
      .select(['id', 'name', 'completed'])
      .orderBy(({ fn }) => fn<string>('lower', ['name']))
      .orderBy('id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, _meta: pageMeta(total, page, pageSize) }
}

/** Returns users who are members, or have a role in every project through a group. */
export const findPeopleToChoose = async (db: Db, projectId: number): Promise<ProjectUser[]> => {
  const { rows } = await sql<{ user: ProjectUser }>`
    select ${userOf('p')} as user from workspace_user p
     where ${isUser('p')}
       and (${groupRole('p')} is not null or exists (select from project_member m where m.project_id = ${projectId} and m.user_id = p.id))
     order by lower(p.first_name || ' ' || p.last_name), lower(p.username)`.execute(db)
  return rows.map(({ user }) => user)
}
