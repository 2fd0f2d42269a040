import { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod/mini'
import { acceptSuggestedCases, generateTestCases, getAiCredits } from '../../../contract/cases/suggestions.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { Refusal, notFound } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { createOutgoing, type Outgoing } from '../../outgoing/outgoing.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { connectionOf, isStored } from '../../integrations/integrations.ts'
import { whereOf, changeRepository } from '../repository.ts'
import { readContext } from './context.ts'
import { creditsLeft } from './credits.ts'
import { suggestedCases } from './generate.ts'
import { createProvider, type AiProvider } from './provider.ts'
import type { ProjectScope } from '../../access/principals.ts'
import { knownSuites } from '../content/create.ts'
import { insertCases } from '../content/insert.ts'
import { checkValues, readDefinitions, readUsers } from '../content/definitions.ts'
import { readCases } from '../content/read.ts'
import { noteCreated } from '../operations/operation.ts'

interface Parts {
  db: Db
  config: Config
  secrets: Secrets
  outgoing: Outgoing
}

/** Suggested test cases (AISG rows). */
export const suggestionRoutes = (routes: Routes, parts: Parts): void => {
  const { db, config } = parts
  const creditsPerMonth = config.AI_CREDITS

  routes.inProject(generateTestCases, async (given) => {
    const { body, request, reply } = given
    const provider = await providerOf(parts)
    if (provider === null) throw new Refusal(409, ERROR_CODES.aiNotConnected, TEXTS.assistantNotConnected)
    const where = whereOf(given)
    const requested = { suiteId: body.testSuiteId, requirements: body.requirements ?? '' }
    const context = await readContext(db, where, requested)
    if ((await creditsLeft(db, creditsPerMonth)) === 0)
      throw new Refusal(402, ERROR_CODES.aiCreditsExhausted, TEXTS.outOfCredits)
    const leaving = new AbortController()
    reply.raw.once('close', () => leaving.abort())
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // Disables buffering in proxies, which would delay the cases.
      .header('x-accel-buffering', 'no')
    const world = { db, provider, creditsPerMonth, log: request.log }
    return Readable.from(suggestedCases(world, where, context, leaving.signal))
  })

  routes.inProject(acceptSuggestedCases, ({ project, caller, body }) => acceptCases(db, project, caller.userId, body))

  routes.inProject(getAiCredits, async () => ({
    data: { model: (await providerOf(parts))?.model ?? null, credits: await creditsLeft(db, creditsPerMonth) },
  }))
}

/** Returns the workspace's provider, otherwise the one of the server's configuration. A disabled one is not used. */
const providerOf = async ({ db, config, secrets, outgoing }: Parts): Promise<AiProvider | null> => {
  const connection = await connectionOf(db, secrets, 'ai')
  if (connection !== null) {
    const { url = '', model = '', token } = connection
    return createProvider({ url, model, key: token, outgoing })
  }
  const { AI_URL: url, AI_MODEL: model, AI_KEY: key } = config
  if (url === undefined || model === undefined || (await isStored(db, 'ai'))) return null
  // The server's operator may run the model on an internal address.
  return createProvider({ url, model, key, outgoing: createOutgoing({ ALLOW_INTERNAL_ADDRESSES: 'true' }) })
}

type AcceptedCases = z.infer<typeof acceptSuggestedCases.body>

/**
 * Appends all cases to their suite in one transaction. Throws 404 for an unknown suite, 400 that lists every value that the project does
 * not have.
 */
const acceptCases = (
  db: Db,
  project: ProjectScope,
  userId: number,
  { testSuiteId, testCases }: AcceptedCases,
): Promise<z.infer<typeof acceptSuggestedCases.answer>> =>
  changeRepository(db, { projectId: project.id, userId }, 'cases/created', async (tx, touched) => {
    const bodies = testCases.map((one) => ({ ...one, testSuiteId }))
    const [definitions, suites] = await Promise.all([
      readDefinitions(tx, project.id),
      knownSuites(tx, project.id, bodies.slice(0, 1)),
    ])
    if (!suites.has(testSuiteId)) throw notFound(TEXTS.suiteNotFound)
    const users = await readUsers(tx, project.id, definitions, bodies)
    for (const [i, body] of bodies.entries()) checkValues(definitions, users, body, { under: `testCases.${i}.` })
    const ids = await insertCases(tx, { projectId: project.id, userId }, definitions, bodies)
    touched.cases(...ids)
    touched.suiteCases(testSuiteId)
    const operationId = randomUUID()
    await noteCreated(tx, { projectId: project.id, userId }, operationId, ids)
    return { data: await readCases(tx, project, ids), operationId }
  })
