import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { BODY_BYTES } from '../contract/call.ts'
import { CALLS } from '../contract/call.ts'
import { createPrincipals } from './access/principals.ts'
import { attachmentRoutes } from './cases/attachments/routes.ts'
import { createReaders, type ReadingLimits } from './cases/import/reading/readers.ts'
import { importRoutes } from './cases/import/routes.ts'
import { createResultReaders } from './launches/import/reading/readers.ts'
import { resultImportRoutes } from './launches/import/routes.ts'
import { watchUnfinishedImports } from './launches/import/unfinished.ts'
import { caseRoutes } from './cases/routes.ts'
import type { Config } from './config.ts'
import { demoProjectRoutes } from './demo-project/routes.ts'
import type { OpenedDatabase } from './db/open.ts'
import { openApiOf } from './docs/openapi.ts'
import { modelRoutes } from './models/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { followResults } from './runs/automated/follow.ts'
import { requirementRoutes } from './requirements/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { startRetention } from './retention/run.ts'
import { runRoutes } from './runs/routes.ts'
import { exploratoryRoutes } from './exploratory/routes.ts'
import { sessionsWithFile } from './exploratory/held-files.ts'
import { uploadRoutes } from './files/uploads.ts'
import { runsWithFile } from './runs/held-files.ts'
import { fileRoutes } from './files/routes.ts'
import { openBlobs } from './files/open-blobs.ts'
import { createFileStore } from './files/store.ts'
import { limitBodies } from './http/limits/body-limits.ts'
import { compressAnswers } from './http/compress.ts'
import { closeQuietConnections } from './http/closing.ts'
import { handleErrors } from './http/errors.ts'
import { carryGrants } from './http/grants.ts'
import { healthRoutes } from './http/health.ts'
import { parseJson } from './http/json.ts'
import { createReadingQueue } from './reading/ask-process.ts'
import { createRoutes } from './http/routes.ts'
import { cutOffSlowBodies } from './http/limits/slow-bodies.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { launcherRoutes } from './launchers/routes.ts'
import { reportingRoutes } from './launches/reporting/routes.ts'
import { reportingSetupRoutes } from './launches/setup/routes.ts'
import { relaunchRoutes } from './launches/relaunch/routes.ts'
import { startAutoQuarantine } from './launches/flaky/auto-quarantine.ts'
import { launchRoutes } from './launches/routes.ts'
import { createBrowserErrorsReader } from './launches/traces/read-browser-errors.ts'
import { watchSilence } from './launches/silence.ts'
import { reportRoutes } from './reports/routes.ts'
import { badgeRoutes } from './launches/badge/routes.ts'
import { startClearing } from './launches/deletion/clear.ts'
import { startPacking } from './launches/logs/pack.ts'
import { postReview } from './notifications/reviews.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { startSender } from './notifications/sender.ts'
import { startPublisher } from './pull-requests/publisher.ts'
import { pullRequestRoutes } from './pull-requests/routes.ts'
import { createWriter } from './launches/writer/writer.ts'
import type { Allowances } from './live/allowances.ts'
import { forgetChanged, startBroker, watchForgetting } from './live/broker.ts'
import { openLiveChannel } from './live/channel.ts'
import { createMailer } from './mail/mailer.ts'
import { trustedProxiesOf } from './http/trusted-proxies.ts'
import { REACT_ARIA_STYLES } from './http/style-hashes.ts'
import { createOutgoing } from './outgoing/outgoing.ts'
import { servePage } from './page/page.ts'
import { serveDocumentation } from './page/documentation.ts'
import { serveTraceViewer } from './page/trace-viewer.ts'
import { openPrerender, scriptSources } from './page/prerender.ts'
import { startMeasures } from './metrics/measures.ts'
import type { Tracing } from './metrics/tracing.ts'
import { serverStatusRoutes } from './metrics/server-status.ts'
import { passkeyRoutes } from './workspace/profile/passkey-routes.ts'
import { secondFactorRoutes } from './workspace/profile/second-factor-routes.ts'
import { securityRoutes } from './workspace/profile/security-routes.ts'
import { profileRoutes } from './workspace/profile/routes.ts'
import { archiveRoutes } from './projects/archive/routes.ts'
import { startRemoval } from './projects/archive/unfinished.ts'
import { projectRoutes } from './projects/routes.ts'
import { publicRoutes } from './public/routes.ts'
import { createSecrets } from './secrets/secrets.ts'
import { createAttempts } from './http/limits/attempts.ts'
import { passkeySignInRoutes } from './session/passkeys/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { readSession } from './session/sessions.ts'
import { ssoRoutes } from './session/sso/routes.ts'
import { issueRoutes } from './trackers/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { sharedStepsRoutes } from './shared-steps/routes.ts'
import { auditRoutes } from './workspace/audit/routes.ts'
import { groupRoutes } from './workspace/groups/routes.ts'
import { signInAs } from './workspace/identity-providers/sign-in.ts'
import { identityProviderRoutes } from './workspace/identity-providers/routes.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { invitationRoutes } from './workspace/invitations/routes.ts'
import { scimRoutes, scimTokenRoutes } from './workspace/scim/routes.ts'
import { serviceAccountRoutes } from './workspace/service-accounts/routes.ts'
import { userRoutes } from './workspace/users/routes.ts'
import { signInPolicyRoutes } from './workspace/sign-in-policy.ts'
import { workspaceRoutes } from './workspace/workspace.ts'
import { engineUtilizationRoutes } from './workspace/engine-utilization.ts'
import { usageRoutes } from './workspace/usage.ts'
import { featureRoutes } from './workspace/features.ts'

export interface AppParts {
  config: Config
  opened: OpenedDatabase
  logger: Logger
  tracing?: Tracing | null
  /** Folder of the built page; without it only the API is served. */
  clientDir?: string
  /** Folder of the documentation site, if it is served. */
  docsDir?: string
  version: string
  /** Time limit of launches that overrides that of their instance type. */
  launchTimeMs?: number
  /** Overrides of the live channel's limits. */
  live?: Partial<Allowances>
  /** Overrides of the limits of reading an imported file. */
  readingLimits?: Partial<ReadingLimits>
}

/** Returns the whole server, ready to listen. Closing it stops what it started; the caller closes the database. */
export const createApp = async (parts: AppParts): Promise<FastifyInstance> => {
  const { config, opened, logger } = parts
  const blobs = await openBlobs(config)
  await opened.claimStorage(blobs.id)
  const trustedProxies = trustedProxiesOf(config.TRUST_PROXY)
  const loggerInstance: FastifyBaseLogger = logger
  const app = fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies,
    // Applies to unknown routes; others declare their own limit.
    bodyLimit: BODY_BYTES.open,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Enough for the largest upload on a slow line; slow clients are cut off much earlier.
    requestTimeout: 60 * 60_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 300 },
  })
  parts.tracing?.traceRequests(app)
  closeQuietConnections(app)
  cutOffSlowBodies(app)
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      { method: request.method, url: request.url, status: reply.statusCode, ms: reply.elapsedTime },
      'answered',
    )
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  // DELETE and others send a JSON content type without a body.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    parseJson(body),
  )
  handleErrors(app)
  limitBodies(app)
  carryGrants(app)

  const { db, fromReplica } = opened
  const principals = watchForgetting(createPrincipals(db), (userId) => live.changed(userId))
  const writer = createWriter(db, app.log, opened.isAlone)
  const files = createFileStore(blobs, db)
  const measures = startMeasures(app, config.METRICS_TOKEN !== undefined)
  await reportingRoutes(app, { db, config, principals, writer, files })

  const bucketOrigins = blobs.direct === null ? [] : [blobs.direct.origin]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: scriptSources(parts.clientDir),
        styleSrc: ["'self'", ...REACT_ARIA_STYLES],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...bucketOrigins],
        mediaSrc: ["'self'", 'blob:', ...bucketOrigins],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Plain HTTP inside a team's network is supported; with TLS, the header is sent.
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
  })
  await app.register(cookie)
  compressAnswers(app)
  await app.register(rateLimit, { global: false })

  const mailer = createMailer(config)
  const routes = createRoutes(app, principals, db)

  healthRoutes(app, opened, parts.version)
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiOf(CALLS, config.PUBLIC_URL, parts.version) as never },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })

  const passwordAttempts = createAttempts(config.SIGN_IN_ATTEMPTS)
  const codeAttempts = createAttempts(config.SIGN_IN_ATTEMPTS)
  const secrets = createSecrets(config)
  const outgoing = createOutgoing(config)
  sessionRoutes(app, routes, { db, config, principals, mailer, passwordAttempts, codeAttempts, secrets })
  await ssoRoutes(app, { db, config, principals, secrets, signInAs })
  profileRoutes(routes, { db, principals, files, passwordAttempts })
  securityRoutes(routes, { db, principals })
  secondFactorRoutes(routes, { db, principals, secrets, passwordAttempts, codeAttempts })
  passkeySignInRoutes(app, routes, { db, config, codeAttempts })
  passkeyRoutes(routes, { db, config, principals, passwordAttempts })
  signInPolicyRoutes(routes, { db, principals, secrets, codeAttempts })
  workspaceRoutes(routes, { db, principals, files })
  engineUtilizationRoutes(routes, fromReplica)
  usageRoutes(routes, { db, fromReplica, version: parts.version })
  featureRoutes(routes, { db, principals })
  userRoutes(routes, { db, principals })
  serviceAccountRoutes(routes, { db, principals })
  auditRoutes(routes, { db })
  groupRoutes(routes, { db, principals })
  identityProviderRoutes(routes, { db, config, secrets, files })
  scimTokenRoutes(routes, { db, config })
  await scimRoutes(app, { db, config, principals })
  integrationRoutes(routes, { db, config, principals, secrets, mailer, outgoing })
  invitationRoutes(routes, { db, config, principals, mailer })
  projectRoutes(routes, { db, principals, files })
  const removal = startRemoval({ db, isAlone: opened.isAlone }, app.log)
  await archiveRoutes(app, routes, {
    db,
    fromReplica,
    engine: opened.engine,
    principals,
    files,
    config,
    version: parts.version,
    wakeRemoval: removal.wake,
  })
  demoProjectRoutes(routes, { db, principals, files })
  settingsRoutes(routes, { db, principals, secrets })
  caseRoutes(routes, { db, fromReplica, principals, config, secrets, outgoing })
  modelRoutes(routes, db)
  sharedStepsRoutes(routes, db)
  await attachmentRoutes(app, { db, principals, files })
  exploratoryRoutes(routes, { db, principals })
  requirementRoutes(routes, { db, secrets, outgoing })
  runRoutes(routes, { db, principals, mailer, config })
  planRoutes(routes, { db, principals, mailer, config })
  await uploadRoutes(app, routes, { db, principals, files, holders: [sessionsWithFile, runsWithFile] })
  const readingQueue = createReadingQueue()
  const readers = createReaders(readingQueue, parts.readingLimits)
  await importRoutes(app, routes, { db, principals, files, readers })
  const resultReaders = createResultReaders(readingQueue, files)
  await resultImportRoutes(app, routes, { db, principals, files, writer, readers: resultReaders })
  fileRoutes(app, { db, principals, files })
  const launchers = await launcherRoutes(app, routes, {
    db,
    config,
    secrets,
    outgoing,
    writer,
    files,
    isAlone: opened.isAlone,
    timeLimitMs: parts.launchTimeMs,
  })
  relaunchRoutes(routes, { db, writer, principals, secrets, outgoing, wake: launchers.wake })
  reportingSetupRoutes(routes, { db })
  const clearing = startClearing({ db, files }, app.log)
  const readBrowserErrors = createBrowserErrorsReader(db, files)
  launchRoutes(routes, {
    db,
    fromReplica,
    writer,
    files,
    readBrowserErrors,
    wakeClearing: clearing.wake,
    mailer,
    config,
    postReview,
    log: app.log,
  })
  issueRoutes(routes, { db, secrets, outgoing, writer, files, publicUrl: config.PUBLIC_URL })
  reportRoutes(routes, fromReplica)
  retentionRoutes(routes, { db, fromReplica })
  const retention = startRetention({ db, writer, files, wakeClearing: clearing.wake }, app.log)
  const packing = startPacking({ db, files }, app.log)
  badgeRoutes(app, routes, { db, principals })
  const senderParts = { db, secrets, outgoing, mailer, log: app.log, publicUrl: config.PUBLIC_URL }
  notificationRoutes(routes, senderParts)
  const sender = startSender(senderParts)
  const publisherParts = { db, secrets, outgoing, log: app.log, publicUrl: config.PUBLIC_URL }
  pullRequestRoutes(routes, publisherParts)
  const publisher = startPublisher(publisherParts)
  publicRoutes(app, routes, { db, config, principals, files, readBrowserErrors })
  const stopWatching = watchSilence(db, writer, config.LAUNCH_SILENCE_MINUTES, app.log)
  const autoQuarantine = startAutoQuarantine(db, app.log)
  const stopImports = watchUnfinishedImports({ db, writer, isAlone: opened.isAlone }, app.log)

  const housekeeping = startHousekeeping({ db, files, config, log: app.log })
  const live = openLiveChannel(app, routes, {
    db,
    principals,
    publicUrl: config.PUBLIC_URL,
    trustedProxies,
    allowances: parts.live,
  })
  const results = followResults(db, app.log)
  const delivered = serverStatusRoutes(app, routes, {
    measures,
    config,
    opened,
    version: parts.version,
    liveConnections: live.size,
  })
  const listeners = [forgetChanged(principals), live.deliver, delivered, results.follow]
  const tail = await startBroker(opened, listeners, live.needed, app.log)
  app.addHook('onClose', async () => {
    stopWatching()
    await autoQuarantine.stop()
    await retention.stop()
    await packing.stop()
    await removal.stop()
    await clearing.stop()
    await stopImports()
    await launchers.stop()
    await sender.stop()
    await publisher.stop()
    await housekeeping.stop()
    await writer.idle()
    await tail.stop()
    await results.idle()
    mailer.close()
  })
  if (parts.docsDir !== undefined) serveDocumentation(app, parts.docsDir)
  if (parts.clientDir !== undefined) serveTraceViewer(app, parts.clientDir, config.PUBLIC_URL)
  servePage(
    app,
    parts.clientDir,
    parts.clientDir === undefined ? null : await openPrerender(app, parts.clientDir, { db, principals, readSession }),
  )
  await app.ready()
  return app
}
