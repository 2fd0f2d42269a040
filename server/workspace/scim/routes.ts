import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createScimToken, deleteScimToken, listScimTokens, SCIM_PATH } from '../../../contract/workspace/scim.ts'
import type { Principals } from '../../access/principals.ts'
import type { Config } from '../../config.ts'
import { requestedFrom } from '../../db/audit-chain.ts'
import type { Db } from '../../db/open.ts'
import { leavingOf, setRetryAfter } from '../../http/errors.ts'
import { OF_CALLS, WITHOUT_HELMET } from '../../http/headers.ts'
import { parseJson } from '../../http/json.ts'
import type { Routes } from '../../http/routes.ts'
import { createSlowDown } from '../../http/limits/slow-down.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './about.ts'
import { createGroup, deleteGroup, findGroups, GROUP_FILTERS, patchGroup, readGroup, replaceGroup } from './groups.ts'
import { listOf, readFilter, readPage } from './list.ts'
import { readPatch } from './patch.ts'
import { errorBody, ScimRefusal } from './problem.ts'
import { createToken, deleteToken, directoryOf, listTokens, type Directory } from './tokens.ts'
import { patchUser, readUserBody } from './user-values.ts'
import { changeUser, createUser, findUsers, readUser, USER_FILTERS } from './users.ts'

interface Parts {
  db: Db
  config: Config
  principals: Principals
}

/** A group of ten thousand members has about 500 kB. */
const BODY_BYTES = 1024 * 1024
/** At this rate an initial synchronisation of 3,000 users takes a few minutes. */
const CALLS_PER_MINUTE = 1500

type Query = Record<string, unknown>
interface One {
  Params: { id: string }
  Querystring: Query
}

/** Routes of directories' tokens, for users who configure single sign-on. */
export const scimTokenRoutes = (routes: Routes, { db, config }: Pick<Parts, 'db' | 'config'>): void => {
  routes.signedIn(listScimTokens, async () => ({ items: await listTokens(db), url: config.PUBLIC_URL + SCIM_PATH }))
  routes.signedIn(createScimToken, ({ caller, body }) => createToken(db, caller, body))
  routes.signedIn(deleteScimToken, async ({ caller, params }) => {
    await deleteToken(db, caller, params.scimTokenId)
    return {}
  })
}

/** SCIM 2.0 endpoints (RFC 7644). Every change is subject to the rules of users and groups. */
export const scimRoutes = async (app: FastifyInstance, { db, config, principals }: Parts): Promise<void> => {
  const url = config.PUBLIC_URL + SCIM_PATH
  const slowDown = createSlowDown(app, CALLS_PER_MINUTE)
  const directories = new WeakMap<FastifyRequest, Directory>()
  const caller = (request: FastifyRequest): Directory => {
    const directory = directories.get(request)
    if (!directory) throw new ScimRefusal(401, 'The token is missing, unknown or was revoked')
    return directory
  }
  /** Runs a change as the directory: audit entries name the token, since no user makes it. */
  const by = <Result>(request: FastifyRequest, act: (directory: Directory) => Promise<Result>): Promise<Result> => {
    const directory = caller(request)
    return requestedFrom(`${request.ip} (SCIM token ${directory.tokenName})`, () => act(directory))
  }
  const forget = (people: readonly number[]) => {
    for (const userId of people) principals.forget(userId)
  }

  await app.register(
    (scope, _options, done) => {
      scope.addContentTypeParser(
        'application/scim+json',
        { parseAs: 'buffer' },
        async (_request: FastifyRequest, body: Buffer) => parseJson(body),
      )
      scope.setErrorHandler((error, request, reply) => {
        const leaving = error instanceof ScimRefusal ? error : leavingOf(error)
        const { status, message } = leaving
        const scimType = error instanceof ScimRefusal ? error.scimType : undefined
        if (status >= 500) request.log.error({ err: error }, 'a request of a directory failed')
        if ('retryAfterSeconds' in leaving) setRetryAfter(reply, leaving)
        if (status === 401) reply.header('www-authenticate', 'Bearer')
        return reply.status(status).send(errorBody({ status, message, scimType }))
      })
      scope.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
        reply.headers({ ...OF_CALLS, 'cache-control': 'no-store' }).type('application/scim+json; charset=utf-8')
        await slowDown(request)
        const directory = await directoryOf(db, request.headers.authorization)
        if (!directory) throw new ScimRefusal(401, 'The token is missing, unknown or was revoked')
        if (!(await principals.features()).includes('saml-sso'))
          throw new ScimRefusal(403, 'Single sign-on is switched off in this workspace')
        directories.set(request, directory)
      })
      const open = { config: WITHOUT_HELMET }
      const taking = { ...open, bodyLimit: BODY_BYTES }

      scope.get('/ServiceProviderConfig', open, () => serviceProviderConfig(url))
      scope.get('/ResourceTypes', open, () => listOf(2, 1, resourceTypes(url)))
      scope.get('/Schemas', open, () => listOf(2, 1, schemas(url)))

      scope.get<{ Querystring: Query }>('/Users', open, async ({ query }) => {
        const page = readPage(query)
        const { total, resources } = await findUsers(db, readFilter(query['filter'], USER_FILTERS), page, url)
        return listOf(total, page.startIndex, resources)
      })
      scope.post('/Users', taking, async (request, reply) => {
        const id = await by(request, (directory) => createUser(db, directory, readUserBody(request.body)))
        return reply.status(201).send(await readUser(db, id, url))
      })
      scope.get<One>('/Users/:id', open, ({ params }) => readUser(db, params.id, url))
      scope.put<One>('/Users/:id', taking, async (request) => {
        const { params, body } = request
        const next = (before: Parameters<typeof patchUser>[0]) => readUserBody(body, before)
        forget([await by(request, (directory) => changeUser(db, directory, params.id, next))])
        return readUser(db, params.id, url)
      })
      scope.patch<One>('/Users/:id', taking, async (request) => {
        const { params, body } = request
        const operations = readPatch(body)
        const next = (before: Parameters<typeof patchUser>[0]) => patchUser(before, operations)
        forget([await by(request, (directory) => changeUser(db, directory, params.id, next))])
        return readUser(db, params.id, url)
      })
      // Deactivates the user: users are never deleted, because their work refers to them.
      scope.delete<One>('/Users/:id', taking, async (request, reply) => {
        const next = (before: Parameters<typeof patchUser>[0]) => ({ ...before, active: false })
        forget([await by(request, (directory) => changeUser(db, directory, request.params.id, next))])
        return reply.status(204).send()
      })

      const includesMembers = ({ excludedAttributes }: Query): boolean =>
        typeof excludedAttributes !== 'string' || !excludedAttributes.split(',').includes('members')
      scope.get<{ Querystring: Query }>('/Groups', open, async ({ query }) => {
        const page = readPage(query)
        const filter = readFilter(query['filter'], GROUP_FILTERS)
        const { total, resources } = await findGroups(db, filter, page, url, includesMembers(query))
        return listOf(total, page.startIndex, resources)
      })
      scope.post('/Groups', taking, async (request, reply) => {
        const { id, people } = await by(request, (directory) => createGroup(db, directory, request.body))
        forget(people)
        return reply.status(201).send(await readGroup(db, id, url, true))
      })
      scope.get<One>('/Groups/:id', open, ({ params, query }) => readGroup(db, params.id, url, includesMembers(query)))
      scope.put<One>('/Groups/:id', taking, async (request) => {
        const { params, body } = request
        forget(await by(request, (directory) => replaceGroup(db, directory, params.id, body)))
        return readGroup(db, params.id, url, true)
      })
      scope.patch<One>('/Groups/:id', taking, async (request) => {
        const { params, body } = request
        const operations = readPatch(body)
        forget(await by(request, (directory) => patchGroup(db, directory, params.id, operations)))
        return readGroup(db, params.id, url, true)
      })
      scope.delete<One>('/Groups/:id', taking, async (request, reply) => {
        await by(request, (directory) => deleteGroup(db, directory, request.params.id))
        principals.forget()
        return reply.status(204).send()
      })
      done()
    },
    { prefix: SCIM_PATH },
  )
}
