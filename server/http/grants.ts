import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authorise, type Grant } from '../access/authorise.ts'
import type { AnyCall } from '../../contract/call.ts'
import type { Principals } from '../access/principals.ts'

/** Decorates requests with their grant. */
export const carryGrants = (app: FastifyInstance): void => {
  app.decorateRequest('grant', null)
}

/**
 * Returns the `onRequest` hook that authorizes a request before its body is read: an unauthorized caller cannot make the server buffer or
 * parse a body.
 */
export const authoriseFirst =
  (
    principals: Principals,
    call: Pick<AnyCall, 'access' | 'reports' | 'feature' | 'anyFeature' | 'allFeatures' | 'whileRestricted'>,
  ) =>
  async (request: FastifyRequest): Promise<void> => {
    request.grant = await authorise(principals, call, request)
  }

/** Returns the grant of a request. Throws when its route lacks `authoriseFirst`. */
export const grantOf = ({ grant }: FastifyRequest): Grant => {
  if (grant === null) throw new Error('the route does not authorise its requests')
  return grant
}

/** Returns the caller and the project of a request. Throws for a call outside projects. */
export const projectGrantOf = (
  request: FastifyRequest,
): { [Part in 'caller' | 'project']: NonNullable<Grant[Part]> } => {
  const { caller, project } = grantOf(request)
  if (caller === null || project === null) throw new Error('the call belongs to no project')
  return { caller, project }
}

declare module 'fastify' {
  interface FastifyRequest {
    grant: Grant | null
  }
}
