import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { listProjects, Project } from '../../contract/projects/projects.ts'
import { roleOf, type Principal } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import { logoPath } from '../files/routes.ts'
import { pageMeta } from '../http/page-meta.ts'
import { displayName } from '../access/users.ts'

/** Selects all projects with the user's role, accessible or not, except those that are being imported. */
const projectsFor = (db: Db, caller: Principal) =>
  db
    .selectFrom('project as p')
    .leftJoin('project_member as m', (join) =>
      join.onRef('m.project_id', '=', 'p.id').on('m.user_id', '=', caller.userId),
    )
    .leftJoin('starred_project as s', (join) =>
      join.onRef('s.project_id', '=', 'p.id').on('s.user_id', '=', caller.userId),
    )
    .leftJoin('workspace_user as l', 'l.id', 'p.lead_id')
    .where('p.importing_until', 'is', null)

const visibleTo = (db: Db, caller: Principal) =>
  projectsFor(db, caller).$if(caller.groupRole === null, (query) =>
    query.where(({ eb, or }) => or([eb('m.role', 'is not', null), eb('p.publicly_accessible', '=', true)])),
  )

type Sort = z.infer<typeof listProjects.query>['sort']
const sortColumns = {
  starred: sql`(s.user_id is null)`,
  name: sql`lower(p.name)`,
  key: sql`p.key`,
  lead: sql`lower(l.username)`,
  category: sql`p.publicly_accessible`,
  createdAt: sql`p.created_at`,
} satisfies Record<Sort, unknown>

export const findProjects = async (
  db: Db,
  caller: Principal,
  query: z.infer<typeof listProjects.query>,
): Promise<z.infer<typeof listProjects.answer>> => {
  const pattern = `%${query.q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const visible = visibleTo(db, caller)
  const found =
    query.q.trim() === ''
      ? visible
      : visible.where(({ eb, or }) => or([eb('p.name', 'ilike', pattern), eb('p.key', 'ilike', pattern)]))
  const total = sql<number>`count(*)`.as('total')
  const [rows, matching, seen, all, workspace] = await Promise.all([
    found
      .select(columns)
      .orderBy(sortColumns[query.sort], (order) => (query.descending ? order.desc() : order.asc()).nullsLast())
      .orderBy(sql`lower(p.name)`)
      .orderBy('p.id')
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
      .execute(),
    found.select(total).executeTakeFirstOrThrow(),
    visible.select(total).executeTakeFirstOrThrow(),
    db.selectFrom('project').select(total).where('importing_until', 'is', null).executeTakeFirstOrThrow(),
    db.selectFrom('workspace').select('projects_limit').executeTakeFirstOrThrow(),
  ])
  return {
    items: rows.map((row) => projectOf(caller, row)),
    _meta: pageMeta(matching.total, query.page, query.pageSize),
    projectsTotal: all.total,
    projectsVisible: seen.total,
    projectsLimit: workspace.projects_limit,
  }
}

/** For callers that have checked access to the project. */
export const readProject = async (db: Db, caller: Principal, id: number): Promise<Project> =>
  projectOf(caller, await projectsFor(db, caller).select(columns).where('p.id', '=', id).executeTakeFirstOrThrow())

const columns = [
  'p.id',
  'p.key',
  'p.name',
  'p.logo_url',
  'p.logo_hash',
  'p.publicly_accessible',
  'p.created_at',
  'm.role',
  's.user_id as starred_by',
  'l.id as lead_id',
  'l.username as lead_username',
  'l.photo_url as lead_photo_url',
  displayName('l').as('lead_name'),
] as const

interface Row {
  id: number
  key: string
  name: string
  logo_url: string | null
  logo_hash: string | null
  publicly_accessible: boolean
  created_at: Date
  role: Project['role'] | null
  starred_by: number | null
  lead_id: number | null
  lead_username: string | null
  lead_name: string | null
  lead_photo_url: string | null
}

const projectOf = (caller: Principal, row: Row): Project => ({
  id: row.id,
  key: row.key,
  name: row.name,
  logoUrl: row.logo_hash === null ? row.logo_url : logoPath(row.key, row.logo_hash),
  leadId: row.lead_id,
  lead:
    row.lead_id === null
      ? null
      : {
          id: row.lead_id,
          username: row.lead_username ?? '',
          displayName: row.lead_name ?? '',
          photoUrl: row.lead_photo_url,
        },
  publiclyAccessible: row.publicly_accessible,
  createdAt: row.created_at.toISOString(),
  starred: row.starred_by !== null,
  // Users with access only by a permission are guests.
  role: roleOf(caller, row) ?? 'GUEST',
  admitted: roleOf(caller, row) !== null,
})
