import type { FastifyRequest } from 'fastify'
import { TEXTS } from '../../../contract/texts.ts'
import { callerOf, inProject, requireFeature } from '../../access/authorise.ts'
import type { Principal, Principals, ProjectScope } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'

/** Decides who may report where. An agent's token stands for a person; the person's role in the launch's project counts. */
export const createGate = (db: Db, principals: Principals) => {
  // A launch never moves to another project.
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
    const principal = await callerOf(principals, request.headers.authorization)
    await requireFeature(principals, 'test-automation')
    return principal
  }

  return {
    caller,
    async project(request: FastifyRequest, projectKey: string): Promise<{ caller: Principal; project: ProjectScope }> {
      const principal = await caller(request)
      if (!/^[\x21-\x7e]{1,50}$/.test(projectKey)) throw notFound(`Project ${projectKey} does not exist`)
      return { caller: principal, project: await inProject(principals, principal, projectKey, 'launches:report') }
    },
    /** The launch of the address, once the caller may report to its project. */
    async launch(request: FastifyRequest): Promise<number> {
      const principal = await caller(request)
      const launchId = idOf(request, 'launchId')
      await inProject(principals, principal, await projectOf(launchId), 'launches:report')
      return launchId
    },
    /** Projects that the person may report to. */
    async projectIds(principal: Principal): Promise<number[]> {
      const keys = await db.selectFrom('project').select('key').execute()
      const scopes = await Promise.all(keys.map(({ key }) => principals.project(principal, key)))
      return scopes.flatMap((scope) => (scope?.role && scope.role !== 'GUEST' ? [scope.id] : []))
    },
  }
}
export type Gate = ReturnType<typeof createGate>

/** A number of the address: 404 where none can be meant. */
export const idOf = (request: FastifyRequest, name: string): number => {
  const text = (request.params as Record<string, string>)[name] ?? ''
  if (!/^\d{1,15}$/.test(text)) throw notFound(`${name} ${text} does not exist: it must be a number`)
  return Number(text)
}
