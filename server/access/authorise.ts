import type { FastifyRequest } from 'fastify'
import { roleMay, type Feature, type Permission, type ProjectAction, type Role } from '../../contract/access.ts'
import { ERROR_CODES } from '../../contract/errors.ts'
import type { AnyCall } from '../../contract/call.ts'
import { isStorable } from '../http/parse.ts'
import { forbidden, notFound, Refusal, unauthorised, wrongField } from '../http/refusal.ts'
import type { PublicResourceType } from '../../contract/public/resources.ts'
import type { Principal, Principals, ProjectScope } from './principals.ts'
import type { Visitor } from './visitors.ts'

/** Result of the authorization: the caller and, for a call in a project, the project. */
export interface Grant {
  caller: Principal | null
  project: ProjectScope | null
  /** Visitor with a public link. */
  visitor: Visitor | null
}

/** Authorizes a call completely; every route uses it. Throws 401, 403 or 404. */
export const authorise = async (
  principals: Principals,
  call: Pick<AnyCall, 'access' | 'reports' | 'feature' | 'anyFeature' | 'allFeatures' | 'whileRestricted'>,
  request: Pick<FastifyRequest, 'headers' | 'method' | 'params' | 'query'>,
): Promise<Grant> => {
  const { access } = call
  if (access === 'anyone') return { caller: null, project: null, visitor: null }
  if (typeof access === 'object' && 'public' in access) {
    const visitor = await visitorOf(principals, access.public, request.headers.authorization)
    if (call.feature) await requireFeature(principals, call.feature)
    return { caller: null, project: null, visitor }
  }
  const inOneProject = typeof access === 'object' && 'project' in access ? access.project : null
  const caller = await callerOf(principals, request, call)
  if (caller.limit?.projectId != null && inOneProject === null)
    throw forbidden('The token is valid in its project only')
  if (call.feature) await requireFeature(principals, call.feature)
  if (call.anyFeature) await requireAnyFeature(principals, call.anyFeature)
  for (const feature of call.allFeatures ?? []) await requireFeature(principals, feature)
  if (access === 'signed-in') return { caller, project: null, visitor: null }
  if (access === 'writer') {
    if (caller.readOnly) throw forbidden('Read-only users may not do this')
    return { caller, project: null, visitor: null }
  }
  if ('workspace' in access) {
    const { workspace, or = [], orRole } = access
    if (orRole === undefined || !(await hasRole(principals, caller, orRole)))
      requirePermission(caller, [workspace, ...or])
    return { caller, project: null, visitor: null }
  }
  return {
    caller,
    project: await inProject(principals, caller, projectNamed(request), access.project, access.orHolding),
    visitor: null,
  }
}

/** Returns the project key of the path, or else the project id of the query. Throws 400 for neither, 404 for an impossible key. */
const projectNamed = ({ params, query }: Pick<FastifyRequest, 'params' | 'query'>): string | number => {
  const { projectKey } = params as { projectKey?: string }
  if (projectKey !== undefined) {
    if (!isStorable(projectKey)) throw notFound('No project has such a key')
    return projectKey
  }
  const projectId = Number((query as { projectId?: unknown }).projectId)
  if (!Number.isSafeInteger(projectId) || projectId < 1) throw wrongField('projectId', 'Must be the id of a project')
  return projectId
}

/**
 * Resolves with the user of an `Authorization` header. Throws 401 for none, 403 for one whose credential does not permit the call. Ignores
 * the scheme, because agents send any.
 */
export const callerOf = async (
  principals: Principals,
  { headers: { authorization }, method }: Pick<FastifyRequest, 'headers' | 'method'>,
  { whileRestricted = false, reports = false }: Pick<AnyCall, 'whileRestricted' | 'reports'>,
): Promise<Principal> => {
  const token = tokenIn(authorization)
  const caller = token ? await principals.byToken(token) : null
  if (!caller) throw NO_TOKEN()
  if (caller.restriction !== null && !whileRestricted)
    throw new Refusal(403, ERROR_CODES.secondFactorOwed, 'This workspace asks for a second factor first')
  if (caller.limit?.scope === 'report' && !reports) throw forbidden('The token may only report results')
  if (caller.limit?.scope === 'read' && method !== 'GET') throw forbidden('The token may only read')
  return caller
}

/** Users' and visitors' tokens are separate: neither is valid for the other's calls. */
const visitorOf = async (
  principals: Principals,
  type: PublicResourceType,
  authorization: string | undefined,
): Promise<Visitor> => {
  const token = tokenIn(authorization)
  const visitor = token ? await principals.visitor(token) : null
  if (visitor?.resource.type !== type) throw NO_TOKEN()
  return visitor
}

const tokenIn = (authorization: string | undefined): string | undefined => authorization?.trim().split(/\s+/).at(-1)
const NO_TOKEN = () => unauthorised('The token is missing, unknown or expired')

/**
 * Resolves with the project, in which the caller may perform the action. Throws 404 when it does not exist or the caller may not know of
 * it, 403 when the caller's role does not allow the action.
 */
export const inProject = async (
  principals: Principals,
  caller: Principal,
  named: string | number,
  action: ProjectAction,
  orHolding?: Permission,
): Promise<ProjectScope> => {
  const project = await principals.project(caller, named)
  if (project) {
    if (project.role !== null && roleMay(project.role, action)) return project
    if (orHolding !== undefined && holds(caller, orHolding)) return project
    if (project.role !== null) throw forbidden(`You have no right to do this in project ${named}`)
  }
  throw notFound(`Project ${named} does not exist`)
}

/** Like `inProject`, for a resource that identifies its project: 404 responses have the message `missing`, about the resource. */
export const inProjectOf = async (
  principals: Principals,
  caller: Principal,
  projectKey: string,
  action: ProjectAction,
  missing: string,
): Promise<ProjectScope> => {
  const project = await principals.project(caller, projectKey)
  if (!project || project.role === null) throw notFound(missing)
  return inProject(principals, caller, projectKey, action)
}

/** Returns whether a user's groups include a permission of the workspace. */
export const holds = ({ permissions }: Pick<Principal, 'permissions'>, permission: Permission): boolean =>
  permissions.includes(permission)

const requirePermission = (caller: Principal, permissions: readonly Permission[]): void => {
  if (!permissions.some((permission) => holds(caller, permission)))
    throw forbidden(`You need the permission ${permissions.join(' or ')} for this`)
}

const hasRole = async (
  principals: Principals,
  caller: Principal,
  { roles, in: where }: { roles: readonly Role[]; in: 'any-project' | 'every-project' },
): Promise<boolean> => {
  if (caller.groupRole !== null && roles.includes(caller.groupRole)) return true
  return where === 'any-project' && (await principals.hasRoleSomewhere(caller, roles))
}

const requireAnyFeature = async (principals: Principals, features: readonly Feature[]): Promise<void> => {
  const on = await principals.features()
  if (!features.some((feature) => on.includes(feature)))
    throw new Refusal(
      403,
      ERROR_CODES.featureOff,
      `The features ${features.join(', ')} are switched off in this workspace`,
    )
}

export const requireFeature = async (principals: Principals, feature: Feature): Promise<void> => {
  if (!(await principals.features()).includes(feature))
    throw new Refusal(403, ERROR_CODES.featureOff, `The feature ${feature} is switched off in this workspace`)
}
