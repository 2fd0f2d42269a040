import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import {
  BADGE_PATH,
  BadgeQuery,
  createBadgeToken,
  getBadgeToken,
  revokeBadgeToken,
} from '../../../contract/launches/badge.ts'
import { passRate } from '../../../contract/launches/launches.ts'
import { labelOf } from '../../../contract/text-matching.ts'
import { inProject, requireFeature } from '../../access/authorise.ts'
import type { Principals } from '../../access/principals.ts'
import type { Db, Tx } from '../../db/open.ts'
import { OF_CALLS, WITHOUT_HELMET } from '../../http/headers.ts'
import { notFound, wrongField } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { createSlowDown } from '../../http/limits/slow-down.ts'
import { appendChanges } from '../../settings/settings.ts'
import { statisticsOf, type LaunchRow } from '../rows.ts'
import { drawBadge, type Badge } from './draw.ts'

interface Parts {
  db: Db
  principals: Principals
}

const CALLS_PER_MINUTE = 300
/** Cache lifetime in seconds: short, so that images of a revoked token disappear soon. */
const MAX_AGE = 60

export const badgeRoutes = (app: FastifyInstance, routes: Routes, { db, principals }: Parts): void => {
  const tokenOf = async (tx: Db | Tx, projectId: number): Promise<string | null> =>
    (await tx.selectFrom('badge_token').select('token').where('project_id', '=', projectId).executeTakeFirst())
      ?.token ?? null
  const recordChange = (tx: Tx, projectId: number, userId: number, kind: 'added' | 'deleted') =>
    appendChanges(tx, { area: 'badge', projectId, userId, changes: [{ kind, subject: 'Badge token' }] })

  routes.inProject(getBadgeToken, async ({ project }) => ({ token: await tokenOf(db, project.id) }))

  routes.inProject(createBadgeToken, ({ project, caller }) =>
    db.transaction().execute(async (tx) => {
      const token = randomBytes(24).toString('base64url')
      await tx
        .insertInto('badge_token')
        .values({ project_id: project.id, token })
        .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ token }))
        .execute()
      await recordChange(tx, project.id, caller.userId, 'added')
      return { token }
    }),
  )

  routes.inProject(revokeBadgeToken, ({ project, caller }) =>
    db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('badge_token')
        .where('project_id', '=', project.id)
        .executeTakeFirst()
      if (numDeletedRows > 0n) await recordChange(tx, project.id, caller.userId, 'deleted')
      return {}
    }),
  )

  /** Resolves with the project of a badge for its token or for users who may read its launches. 404 for everybody else. */
  const projectOf = async (
    request: FastifyRequest,
    token: string | undefined,
  ): Promise<{ id: number; name: string }> => {
    const { projectKey } = request.params as { projectKey: string }
    if (token !== undefined) {
      const row = await db
        .selectFrom('project as p')
        .innerJoin('badge_token as b', 'b.project_id', 'p.id')
        .select(['p.id', 'p.name', 'b.token'])
        .where('p.key', '=', projectKey)
        .executeTakeFirst()
      if (!row || !isSame(row.token, token)) throw notFound('The badge does not exist')
      return row
    }
    const bearer = request.headers.authorization?.split(' ').at(-1)
    const caller = bearer ? await principals.byToken(bearer) : null
    if (!caller || caller.restriction !== null || caller.limit?.scope === 'report')
      throw notFound('The badge does not exist')
    return inProject(principals, caller, projectKey, 'launches:read')
  }

  const slowDown = createSlowDown(app, CALLS_PER_MINUTE)
  app.get(
    BADGE_PATH,
    {
      config: { isOpen: true, ...WITHOUT_HELMET },
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        // Badges are embedded in pages of other origins.
        reply.headers({ ...OF_CALLS, 'cross-origin-resource-policy': 'cross-origin' })
        await slowDown(request)
      },
    },
    async (request, reply) => {
      const parsed = BadgeQuery.safeParse(request.query)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        throw wrongField(String(issue?.path[0] ?? 'query'), issue?.message ?? 'The query is not valid')
      }
      const query = parsed.data
      await requireFeature(principals, 'test-automation')
      const project = await projectOf(request, query.token)
      const launch = await latestLaunch(db, project.id, query)
      const isPublic = query.token !== undefined
      return reply
        .header('content-type', 'image/svg+xml; charset=utf-8')
        .header('cache-control', isPublic ? `public, max-age=${MAX_AGE}` : 'private, no-cache')
        .send(drawBadge(badgeOf(launch, query, query.suite ?? project.name)))
    },
  )
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Resolves with the newest finished launch that matches the badge's query. */
const latestLaunch = async (db: Db, projectId: number, query: BadgeQuery): Promise<LaunchRow | undefined> => {
  const { suite, environment, label, branch } = query
  let launches = db
    .selectFrom('launch')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('status', 'not in', ['IN_PROGRESS', 'QUEUED', 'LAUNCHING'])
  if (suite !== undefined)
    launches = launches.where(({ or, eb }) => or([eb('name', '=', suite), eb('suite_name', '=', suite)]))
  if (environment !== undefined) launches = launches.where('environment', '=', environment)
  const labels = [
    ...(label === undefined ? [] : [labelOf(label)]),
    ...(branch === undefined ? [] : [{ key: 'branch', value: branch }]),
  ]
  for (const { key, value } of labels) {
    const requested = JSON.stringify([value === '' ? { key } : { key, value }])
    launches = launches.where(sql<boolean>`labels @> ${requested}::jsonb`)
  }
  return launches.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
}

const badgeOf = (launch: LaunchRow | undefined, { show, title }: BadgeQuery, fallback: string): Badge => {
  const words = title === undefined || title === '' ? fallback : title
  if (!launch) return { title: words, value: 'no launches', color: 'grey' }
  if (show === 'status') {
    const value = launch.status.toLowerCase()
    return { title: words, value, color: value === 'passed' ? 'green' : value === 'failed' ? 'red' : 'grey' }
  }
  const rate = passRate(statisticsOf(launch))
  if (rate === null) return { title: words, value: 'no results', color: 'grey' }
  // Rounded down: 100% means that nothing failed.
  const percent = Math.floor(rate * 1000) / 10
  return { title: words, value: `${percent}% passed`, color: rate === 1 ? 'green' : rate >= 0.8 ? 'amber' : 'red' }
}
