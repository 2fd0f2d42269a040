import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authorise, type Grant } from '../access/authorise.ts'
import type { AnyCall } from '../../contract/call.ts'
import type { Principals } from '../access/principals.ts'

/** Lets requests carry what they were granted. */
export const carryGrants = (app: FastifyInstance): void => {
  app.decorateRequest('grant', null)
}

/**
 * Returns the `onRequest` hook that authorises a request before any of its body is read: a refused caller cannot make the
 * server hold or parse what they send.
 */
export const authoriseFirst =
  (
    principals: Principals,
    call: Pick<AnyCall, 'access' | 'feature' | 'anyFeature' | 'allFeatures' | 'whileRestricted'>,
  ) =>
  async (request: FastifyRequest): Promise<void> => {
    request.grant = await authorise(principals, call, request)
  }

/** Returns what the request was granted. Throws where its route has no `authoriseFirst`. */
export const grantOf = ({ grant }: FastifyRequest): Grant => {
  if (grant === null) throw new Error('the route does not authorise its requests')
  return grant
}

/** Returns who calls, and in which project. Throws for a call outside projects. */
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
