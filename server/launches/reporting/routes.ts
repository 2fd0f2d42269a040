import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { BODY_BYTES } from '../../../contract/call.ts'
import * as wire from '../../../contract/launches/reporting.ts'
import { MB } from '../../http/limits/body-limits.ts'
import { idempotencyKeyOf } from '../../db/idempotency-keys.ts'
import { WITHOUT_HELMET } from '../../http/headers.ts'
import { launchAnswer, sessionAnswer, testAnswer } from './answers.ts'
import { jsonOf, takeAnyBody } from './body.ts'
import { callerIn, createGate, idOf, launchIn, projectIn } from './gate.ts'
import { finishLaunch } from './launch-endings.ts'
import * as launches from './launch-operations.ts'
import { addLogs } from './log-operations.ts'
import type { ReportingParts } from './parts.ts'
import { exchangeRunContext, RunContext } from './run-context.ts'
import * as sessions from './session-operations.ts'
import * as tests from './test-operations.ts'
import { reportTests } from './test-reports.ts'
import { exchangeToken } from './token-exchange.ts'
import { uploadRoutes } from './upload-routes.ts'
import type { Db } from '../../db/open.ts'
import { failureOf } from '../failure.ts'
import { endShard, joinShard } from '../shards/shards.ts'

/** All calls of the reporting protocol, with the status codes of its section 1. */
export const reportingRoutes = async (root: FastifyInstance, parts: ReportingParts): Promise<void> => {
  await root.register(async (app) => {
    // Agents are not browsers: security headers for browsers would cost a tenth of the time of a call.
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...WITHOUT_HELMET }
    })
    app.decorateRequest('reporter', null)
    takeAnyBody(app)
    exchanges(app, parts)
    await app.register(async (scope) => calls(scope, parts), { prefix: '/api/reporting/v1' })
  })
}

const exchanges = (app: FastifyInstance, { db, config, principals }: ReportingParts): void => {
  app.post('/api/iam/v1/auth/refresh', { bodyLimit: BODY_BYTES.open, config: { isOpen: true } }, async (request) =>
    exchangeToken(db, jsonOf(request, wire.TokenExchange).refreshToken, config.AGENT_TOKEN_HOURS),
  )
  const gate = createGate(db, principals)
  app.post(
    '/api/reporting/v1/run-context-exchanges',
    { bodyLimit: BODY_BYTES.signedIn, onRequest: gate.asUser },
    async (request) => exchangeRunContext(db, await gate.projectIds(callerIn(request)), jsonOf(request, RunContext)),
  )
}

/** Limit of a usual body: names, labels, capabilities and variables of a CI environment. */
const BODY_MB = 4
/** Limit of a body with a reason: two million characters, each up to six bytes in JSON. */
const LONG_BODY_MB = 16
const maxBytes = ({ MAX_BODY_MB }: ReportingParts['config'], mb: number): number => Math.min(mb, MAX_BODY_MB) * MB

const calls = async (app: FastifyInstance, parts: ReportingParts): Promise<void> => {
  const { db, config, principals, writer } = parts
  const gate = createGate(db, principals)
  const keyOf = (request: FastifyRequest) => idempotencyKeyOf(callerIn(request).userId, request)
  const inTest = (request: FastifyRequest) => {
    const launchId = launchIn(request)
    return { launchId, testId: idOf(request, 'testId') }
  }
  // The path or query names the target: unauthorized calls are rejected before their bodies are read.
  app.addHook('onRequest', (request) =>
    'launchId' in (request.params as object) ? gate.toLaunch(request) : gate.toProject(request),
  )
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= maxBytes(config, BODY_MB)
  })
  const long = { bodyLimit: maxBytes(config, LONG_BODY_MB) }
  const isHeadless = (request: FastifyRequest) => (request.query as { headless?: string }).headless === 'true'

  app.post('/test-runs', async (request) => {
    const [caller, project] = [callerIn(request), projectIn(request)]
    const given = jsonOf(request, wire.StartLaunch)
    const { buildKey, shard } = given
    if (buildKey === null || shard == null)
      return writer.submitOnce(keyOf(request), launches.startLaunch(project.id, caller.userId, given), launchAnswer)
    const joined = { buildKey, shard, id: given.uuid ?? randomUUID(), hash: null, isPartial: false }
    return writer.submitOnce(keyOf(request), joinShard(project.id, caller.userId, given, joined), ({ launch }) =>
      launchAnswer(launch),
    )
  })
  app.put('/test-runs/:launchId', async (request) => {
    const launchId = launchIn(request)
    const { endedAt, shard } = jsonOf(request, wire.FinishLaunch)
    return launchAnswer(
      await writer.submit(shard ? endShard(launchId, shard.index, endedAt) : finishLaunch(launchId, endedAt)),
    )
  })
  app.patch('/test-runs/:launchId', async (request, reply) => {
    const launchId = launchIn(request)
    await writer.submit(launches.patchLaunch(launchId, jsonOf(request, wire.PatchLaunch)))
    return reply.status(204).send()
  })
  app.put('/test-runs/:launchId/platform', async (request, reply) => {
    const launchId = launchIn(request)
    const { name, version } = jsonOf(request, wire.LaunchPlatform)
    await writer.submit(launches.setPlatform(launchId, name, version))
    return reply.status(204).send()
  })
  app.put('/test-runs/:launchId/labels', async (request, reply) => {
    const launchId = launchIn(request)
    await writer.submit(launches.labelLaunch(launchId, jsonOf(request, wire.ReportedLabels).items))
    return reply.status(204).send()
  })
  app.put('/test-runs/:launchId/artifact-references', async (request, reply) => {
    const launchId = launchIn(request)
    await writer.submit(launches.referLaunch(launchId, jsonOf(request, wire.ReportedReferences).items))
    return reply.status(204).send()
  })
  app.patch('/test-runs/:launchId/tcm-configs', async (request, reply) => {
    const launchId = launchIn(request)
    await writer.submit(launches.configureTcm(launchId, jsonOf(request, wire.TcmConfigs)))
    return reply.status(204).send()
  })

  app.post('/test-runs/:launchId/tests', async (request) => {
    const launchId = launchIn(request)
    const given = jsonOf(request, wire.StartTest)
    return writer.submitOnce(keyOf(request), tests.startTest(launchId, given, isHeadless(request)), testAnswer)
  })
  app.post('/test-runs/:launchId/test-reports', { bodyLimit: config.MAX_BODY_MB * MB }, async (request) => {
    const launchId = launchIn(request)
    const { tests: reports } = jsonOf(request, wire.ReportTests)
    return writer.submitOnce(keyOf(request), reportTests(launchId, reports), (answer) => answer)
  })
  app.post('/test-runs/:launchId/tests/:testId', async (request) => {
    const { launchId, testId } = inTest(request)
    const given = jsonOf(request, wire.StartTest)
    const restart = tests.restartTest(launchId, testId, given, isHeadless(request))
    return writer.submitOnce(keyOf(request), restart, testAnswer)
  })
  app.put('/test-runs/:launchId/tests/:testId', long, async (request) => {
    const { launchId, testId } = inTest(request)
    const operation = isHeadless(request)
      ? tests.identifyTest(launchId, testId, jsonOf(request, wire.StartTest))
      : tests.finishTest(launchId, testId, jsonOf(request, wire.FinishTest))
    return testAnswer(await writer.submit(operation))
  })
  app.patch('/test-runs/:launchId/tests/:testId', async (request) => {
    const { launchId, testId } = inTest(request)
    return testAnswer(
      await writer.submit(tests.setMaintainer(launchId, testId, jsonOf(request, wire.PatchTest).maintainer)),
    )
  })
  app.delete('/test-runs/:launchId/tests/:testId', async (request, reply) => {
    const { launchId, testId } = inTest(request)
    await writer.submit(tests.revertTest(launchId, testId))
    return reply.status(204).send()
  })
  app.put('/test-runs/:launchId/tests/:testId/labels', async (request, reply) => {
    const { launchId, testId } = inTest(request)
    await writer.submit(tests.labelTest(launchId, testId, jsonOf(request, wire.ReportedLabels).items))
    return reply.status(204).send()
  })
  app.put('/test-runs/:launchId/tests/:testId/artifact-references', async (request, reply) => {
    const { launchId, testId } = inTest(request)
    await writer.submit(tests.referTest(launchId, testId, jsonOf(request, wire.ReportedReferences).items))
    return reply.status(204).send()
  })
  app.post('/test-runs/:launchId/tests/:testId/test-cases::upsert', async (request, reply) => {
    const { launchId, testId } = inTest(request)
    const { items, testCases } = jsonOf(request, wire.UpsertTestCases)
    await writer.submit(tests.linkTestCases(launchId, testId, [...items, ...testCases]))
    return reply.status(204).send()
  })
  app.post('/test-runs/:launchId/tests/:testId/known-issue-confirmations', long, async (request) => {
    const { launchId } = inTest(request)
    return { knownIssue: await isKnownIssue(db, launchId, jsonOf(request, wire.KnownIssueQuestion).failureReason) }
  })

  app.post('/test-runs/:launchId/test-sessions', async (request) => {
    const launchId = launchIn(request)
    const given = jsonOf(request, wire.StartSession)
    return writer.submitOnce(keyOf(request), sessions.startSession(launchId, given), sessionAnswer)
  })
  app.put('/test-runs/:launchId/test-sessions/:sessionId', async (request) => {
    const launchId = launchIn(request)
    const given = jsonOf(request, wire.UpdateSession)
    return sessionAnswer(await writer.submit(sessions.updateSession(launchId, idOf(request, 'sessionId'), given)))
  })

  app.post('/test-runs/:launchId/logs', { bodyLimit: config.MAX_BODY_MB * MB }, async (request, reply) => {
    const launchId = launchIn(request)
    const lines = jsonOf(request, wire.SendLogs)
    await writer.submitOnce(keyOf(request), addLogs(launchId, lines), () => ({}))
    return reply.status(202).send()
  })

  await uploadRoutes(app, parts)
}

/**
 * Resolves with whether an equal failure is linked to an issue in the launch's project: the agent then need not retry the test (protocol
 * 2.5).
 */
const isKnownIssue = async (db: Db, launchId: number, reason: string | null): Promise<boolean> => {
  const { failure_key: key } = failureOf(reason)
  if (key === null) return false
  const known = await db
    .selectFrom('test')
    .select('id')
    .where('project_id', '=', ({ selectFrom }) => selectFrom('launch').select('project_id').where('id', '=', launchId))
    .where('failure_key', '=', key)
    .where('issue_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}
