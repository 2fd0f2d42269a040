import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { TEXTS } from '../../../contract/texts.ts'
import { callerOf, inProject, inProjectOf, requireFeature } from '../../access/authorise.ts'
import type { Principal, Principals, ProjectScope } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'

/** Authorizes reporting calls. An agent's token acts for a user, whose role in the launch's project counts. */
export const createGate = (db: Db, principals: Principals) => {
  // Project keys by launch id: a launch never moves to another project.
  const projectKeys = new Map<number, string>()

  const projectOf = async (launchId: number): Promise<string> => {
    const known = projectKeys.get(launchId)
    if (known !== undefined) return known
    const row = await db
      .selectFrom('launch as l')
      .innerJoin('project as p', 'p.id', 'l.project_id')
      .select('p.key')
      .where('l.id', '=', launchId)
      .executeTakeFirst()
    if (!row) throw notFound(TEXTS.launchNotFound)
    if (projectKeys.size >= 10_000) projectKeys.clear()
    projectKeys.set(launchId, row.key)
    return row.key
  }

  const caller = async (request: FastifyRequest): Promise<Principal> => {
    const principal = await callerOf(principals, request, { reports: true })
    await requireFeature(principals, 'test-automation')
    return principal
  }

  return {
    /** Admits users independent of a project. Like the others it is an `onRequest` hook, which runs before the body is read. */
    async asUser(request: FastifyRequest): Promise<void> {
      request.reporter = { caller: await caller(request), project: null, launchId: null }
    },
    /** Admits users who may report to the project in the query. */
    async toProject(request: FastifyRequest): Promise<void> {
      const { projectKey } = InQuery.parse(request.query)
      const principal = await caller(request)
      if (!/^[\x21-\x7e]{1,50}$/.test(projectKey)) throw notFound(`Project ${projectKey} does not exist`)
      const project = await inProject(principals, principal, projectKey, 'launches:report')
      request.reporter = { caller: principal, project, launchId: null }
    },
    /** Admits users who may report to the project of the launch in the path. */
    async toLaunch(request: FastifyRequest): Promise<void> {
      const principal = await caller(request)
      const launchId = idOf(request, 'launchId')
      const key = await projectOf(launchId)
      const project = await inProjectOf(principals, principal, key, 'launches:report', TEXTS.launchNotFound)
      request.reporter = { caller: principal, project, launchId }
    },
    /** Resolves with the projects that the user may report to. */
    async projectIds(principal: Principal): Promise<number[]> {
      const keys = await db.selectFrom('project').select('key').execute()
      const scopes = await Promise.all(keys.map(({ key }) => principals.project(principal, key)))
      return scopes.flatMap((scope) => (scope?.role && scope.role !== 'GUEST' ? [scope.id] : []))
    },
  }
}

const InQuery = z.object({ projectKey: z._default(z.string(), 'DEF') })

/** Caller and target of a request, set by a hook of the gate. */
interface Reporter {
  caller: Principal
  project: ProjectScope | null
  launchId: number | null
}

const reporterOf = ({ reporter }: FastifyRequest): Reporter => {
  if (reporter === null) throw new Error('the route does not authorise its requests')
  return reporter
}
export const callerIn = (request: FastifyRequest): Principal => reporterOf(request).caller
export const projectIn = (request: FastifyRequest): ProjectScope => {
  const { project } = reporterOf(request)
  if (project === null) throw new Error('the call belongs to no project')
  return project
}
export const launchIn = (request: FastifyRequest): number => {
  const { launchId } = reporterOf(request)
  if (launchId === null) throw new Error('the call belongs to no launch')
  return launchId
}

declare module 'fastify' {
  interface FastifyRequest {
    reporter: Reporter | null
  }
}

/** Parses a numeric path parameter: 404 when it is not a number. */
export const idOf = (request: FastifyRequest, name: string): number => {
  const text = (request.params as Record<string, string>)[name] ?? ''
  if (!/^\d{1,15}$/.test(text)) throw notFound(`${name} ${text} does not exist: it must be a number`)
  return Number(text)
}
