import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { z } from 'zod/mini'
import { BODY_BYTES } from '../../../contract/call.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import {
  ARTIFACT_LIMITS,
  ARTIFACT_PATH,
  ArtifactQuery,
  WORKER_CALLS,
  WORKER_PATH,
  type WorkerCall,
} from '../../../contract/launchers/worker-protocol.ts'
import { OF_CALLS, WITHOUT_HELMET } from '../../http/headers.ts'
import { parseRequest } from '../../http/parse.ts'
import { conflict, Refusal, unauthorised, wrongField } from '../../http/refusal.ts'
import { createSlowDown } from '../../http/limits/slow-down.ts'
import { LeaseLost, type Dispatch } from './dispatch.ts'
import { createDispatch, type DispatchParts } from './local-dispatch.ts'
import { ArtifactRefused } from './problems.ts'
import { belongsTo, tokenOf } from './tokens.ts'

/** Rate limit: several workers share one IP address, and each calls a few times a second. */
const CALLS_PER_MINUTE = 6000
const NO_PARTS = { params: z.object({}), query: z.object({}) }

type Body<Name extends WorkerCall> = z.output<(typeof WORKER_CALLS)[Name]['body']>
type Answer<Name extends WorkerCall> = z.input<(typeof WORKER_CALLS)[Name]['answer']>
type Acts = { [Name in WorkerCall]: (dispatch: Dispatch, body: Body<Name>) => Promise<Answer<Name>> }

const done = async (acting: Promise<void>) => {
  await acting
  return {}
}

const ACTS: Acts = {
  renew: async (dispatch, { state, leases }) => ({ held: await dispatch.renew(state, leases) }),
  claim: async (dispatch, { driver }) => ({ job: await dispatch.claim(driver) }),
  begin: (dispatch, { lease, commit, lines }) => done(dispatch.begin(lease, commit, lines)),
  reach: (dispatch, { lease, stage, lines }) => done(dispatch.reach(lease, stage, lines)),
  write: (dispatch, { lease, lines }) =>
    done(
      dispatch.write(
        lease,
        lines.map((line) => ({ ...line, at: new Date(line.at) })),
      ),
    ),
  end: (dispatch, { lease, outcome }) => done(dispatch.end(lease, outcome)),
  handBack: (dispatch, { lease }) => done(dispatch.handBack(lease)),
  strays: async (dispatch, { leases }) => ({ leases: await dispatch.strays(leases) }),
  leave: (dispatch) => done(dispatch.leave()),
}

/** Calls of workers outside the server. Their token permits nothing else. */
export const workerProtocol = async (app: FastifyInstance, parts: DispatchParts): Promise<void> => {
  const { db } = parts
  const slowDown = createSlowDown(app, CALLS_PER_MINUTE)
  const tokens = new WeakMap<FastifyRequest, number>()

  const answer = async <Name extends WorkerCall>(name: Name, request: FastifyRequest): Promise<Answer<Name>> => {
    // The only cast: here the name and the body type of a call are known to match.
    const call = { ...NO_PARTS, body: WORKER_CALLS[name].body as unknown as z.ZodMiniType<Body<Name>> }
    const { body } = parseRequest(call, { params: {}, query: {}, body: request.body })
    return acting(request, body.worker, (dispatch) => ACTS[name](dispatch, body))
  }

  const acting = async <Result>(
    request: FastifyRequest,
    worker: string,
    act: (dispatch: Dispatch) => Promise<Result>,
  ): Promise<Result> => {
    const tokenId = tokens.get(request) as number
    if (!(await belongsTo(db, worker, tokenId))) throw unauthorised('This worker came in with another token')
    try {
      return await act(createDispatch(parts, { worker, tokenId }))
    } catch (error) {
      if (error instanceof LeaseLost) throw conflict(error.message)
      if (error instanceof ArtifactRefused) throw new Refusal(413, ERROR_CODES.tooLarge, error.message)
      throw error
    }
  }

  const letIn = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers({ ...OF_CALLS, 'cache-control': 'no-store' })
    await slowDown(request)
    const tokenId = await tokenOf(db, request.headers.authorization)
    if (tokenId === null) throw unauthorised('The token of this worker is unknown or was revoked')
    tokens.set(request, tokenId)
  }

  for (const name of Object.keys(WORKER_CALLS) as WorkerCall[])
    app.route({
      method: 'POST',
      url: `${WORKER_PATH}/${name}`,
      bodyLimit: name === 'write' ? BODY_BYTES.long : BODY_BYTES.signedIn,
      config: WITHOUT_HELMET,
      onRequest: letIn,
      handler: (request) => answer(name, request),
    })

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    scope.post(
      ARTIFACT_PATH,
      { bodyLimit: ARTIFACT_LIMITS.bytes, config: WITHOUT_HELMET, onRequest: letIn },
      async (request, reply) => {
        const { query } = parseRequest(
          { params: z.object({}), query: ArtifactQuery, body: z.any() },
          { params: {}, query: request.query, body: {} },
        )
        const content = request.body
        if (!(content instanceof Readable)) throw wrongField('body', 'The body has to be application/octet-stream')
        await acting(request, query.worker, (dispatch) => dispatch.artifact(query.lease, query.name, content))
        return reply.send({})
      },
    )
  })
}
