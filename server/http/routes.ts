import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../../contract/call.ts'
import type { Principal, Principals, ProjectScope } from '../access/principals.ts'
import type { Visitor } from '../access/visitors.ts'
import { requestedFrom } from '../db/audit-chain.ts'
import { carryOutOnce, idempotencyKeyOf } from '../db/idempotency-keys.ts'
import type { Db } from '../db/open.ts'
import type { Grant } from '../access/authorise.ts'
import { authoriseFirst, grantOf } from './grants.ts'
import { OF_CALLS, WITHOUT_HELMET } from './headers.ts'
import { forbidden } from './refusal.ts'
import { parseRequest } from './parse.ts'

interface Given<P, Q, B> {
  params: P
  query: Q
  body: B
  request: FastifyRequest
  reply: FastifyReply
}
type Act<P, Q, B, A, Granted> = (given: Given<P, Q, B> & Granted) => Promise<A> | A

/** Runs before the request's body is read; throws to reject the request. */
type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void

/** Registers the contract's calls. Every route authorizes, reads the body, parses, acts and responds, in this order. */
export interface Routes {
  /** Registers a call without a session. `check` can apply a rate limit before the body is read. */
  open<P, Q, B, A>(call: Call<P, Q, B, A>, act: Act<P, Q, B, A, object>, check?: Check): void
  /** Registers a call of a user outside any project. */
  signedIn<P, Q, B, A>(call: Call<P, Q, B, A>, act: Act<P, Q, B, A, { caller: Principal }>): void
  /** Registers a call in the project of its path. */
  inProject<P, Q, B, A>(
    call: Call<P, Q, B, A>,
    act: Act<P, Q, B, A, { caller: Principal; project: ProjectScope }>,
  ): void
  /** Registers a call of a visitor with a public link. */
  visiting<P, Q, B, A>(call: Call<P, Q, B, A>, act: Act<P, Q, B, A, { visitor: Visitor }>): void
}

export const createRoutes = (app: FastifyInstance, principals: Principals, db: Db): Routes => {
  const register = <P, Q, B, A>(
    call: Call<P, Q, B, A>,
    act: (given: Given<P, Q, B>, granted: Grant) => Promise<A> | A,
    check?: Check,
  ) => {
    const authoriseCall = authoriseFirst(principals, call)
    app.route({
      method: call.method,
      // Escapes a colon within a path segment, as in `resource:verb`, which the router would parse as a parameter.
      url: call.path.replace(/(?<!\/):/g, '::'),
      bodyLimit: call.bodyBytes,
      config: { call: call.name, isOpen: call.access === 'anyone', ...WITHOUT_HELMET },
      onRequest: async (request, reply) => {
        reply.headers(OF_CALLS)
        await check?.(request, reply)
        await authoriseCall(request)
        const { caller } = grantOf(request)
        // Access tokens are stored in test environments: a leaked one must not permit taking over the account.
        if (caller && 'accessTokenId' in caller.via && call.path.startsWith('/api/iam/'))
          throw forbidden('An access token may not change the account it belongs to')
      },
      handler: async (request, reply) => {
        const granted = grantOf(request)
        const { caller } = granted
        const rejectsUnknown = caller !== null && 'accessTokenId' in caller.via
        const given = { ...parseRequest(call, request, { rejectsUnknown }), request, reply }
        const carryOut = async () => requestedFrom(request.ip, () => act(given, granted))
        const key = caller && call.method !== 'GET' ? idempotencyKeyOf(caller.userId, request) : null
        const answer = await (key
          ? carryOutOnce(db, key, carryOut, { keepsAnswer: call.secretAnswer !== true })
          : carryOut())
        return reply.sent ? reply : reply.send(answer ?? {})
      },
    })
  }
  return {
    open: (call, act, check) => {
      if (call.access !== 'anyone') throw new Error(`${call.name} is not open to anyone`)
      register(call, (given) => act(given), check)
    },
    signedIn: (call, act) => {
      const { access } = call
      if (access === 'anyone' || (typeof access === 'object' && ('project' in access || 'public' in access)))
        throw new Error(`${call.name} is not a call of a user outside projects`)
      register(call, (given, { caller }) => act({ ...given, caller: caller as Principal }))
    },
    inProject: (call, act) => {
      if (typeof call.access !== 'object' || !('project' in call.access))
        throw new Error(`${call.name} is not a call in a project`)
      register(call, (given, { caller, project }) =>
        act({ ...given, caller: caller as Principal, project: project as ProjectScope }),
      )
    },
    visiting: (call, act) => {
      if (typeof call.access !== 'object' || !('public' in call.access))
        throw new Error(`${call.name} is not a call of a public link`)
      register(call, (given, { visitor }) => act({ ...given, visitor: visitor as Visitor }))
    },
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the contract's call. */
    call?: string
  }
}
