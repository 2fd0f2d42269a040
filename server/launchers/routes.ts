import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { labelsIn } from '../../contract/launchers/worker-labels.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { FileStore } from '../files/store.ts'
import type { Writer } from '../launches/launches.ts'
import { activityRoutes } from './activity/routes.ts'
import { configRoutes } from './configs/routes.ts'
import { createGit } from './git/git.ts'
import { parseInstanceLabels } from './options/instance-labels.ts'
import { optionRoutes } from './options/routes.ts'
import { providerRoutes } from './providers/routes.ts'
import { repositoryRoutes } from './repositories/routes.ts'
import { addressesOf, createDrivers } from './engine/drivers.ts'
import { startEngine, type Engine } from './engine/engine.ts'
import { engineRoutes } from './engine/routes.ts'
import { createDispatch } from './workers/local-dispatch.ts'
import { workerProtocol } from './workers/protocol-routes.ts'
import { workerRoutes } from './workers/routes.ts'
import { startSweeper } from './workers/sweeper.ts'
import { startRoutes } from './start/routes.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { startScheduler } from './schedules/scheduler.ts'
import { webhookReceiver } from './webhooks/receive.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export interface LauncherParts {
  db: Db
  config: Config
  secrets: Secrets
  outgoing: Outgoing
  writer: Writer
  files: FileStore
  /** Whether no other process uses the database. */
  isAlone: boolean
  /** Overrides the time limit of the instance type. */
  timeLimitMs?: number | undefined
}

/** Routes of the Launchers area: repositories, configurations and running launches. Resolves with the engine that runs them. */
export const launcherRoutes = async (
  app: FastifyInstance,
  routes: Routes,
  parts: LauncherParts,
): Promise<Pick<Engine, 'stop' | 'wake'>> => {
  const git = createGit(parts.config)
  providerRoutes(app, routes, parts)
  repositoryRoutes(routes, { ...parts, git })
  const instanceLabels = parseInstanceLabels(parts.config.LAUNCHER_INSTANCE_LABELS) ?? {}
  optionRoutes(routes, { ...parts, instanceLabels, log: app.log })
  configRoutes(routes, parts)
  const { db, config } = parts
  const own = randomUUID()
  const dispatching = { ...parts, instanceLabels, log: app.log }
  const engine = startEngine({
    dispatch: createDispatch(dispatching, { worker: own, tokenId: null }),
    config,
    choices: createDrivers({
      ...config,
      installation: config.DATABASE_URL ?? config.DATA_DIR,
      ...addressesOf(config, app.server),
    }),
    concurrency: config.LAUNCHER_CONCURRENCY,
    name: hostname(),
    labels: labelsIn(config.ASSAY_WORKER_LABELS),
    stopReason: 'The server was stopped',
    log: app.log,
    onState: (state, launchId) => app.log.debug({ launchId, state }, 'a launch goes on'),
  })
  const sweeper = startSweeper({ ...dispatching, own, isAlone: parts.isAlone, onSwept: engine.wake })
  await workerProtocol(app, dispatching)
  workerRoutes(routes, { db, wake: engine.wake })
  engineRoutes(routes, { db, writer: parts.writer, engine, instanceLabels })
  activityRoutes(routes, { db, instanceLabels })
  startRoutes(routes, { ...parts, engine })
  scheduleRoutes(routes, db)
  const starting = { ...parts, git, engine, log: app.log }
  webhookRoutes(routes, starting)
  await webhookReceiver(app, starting)
  const scheduler = startScheduler(starting)
  return {
    wake: engine.wake,
    stop: async () => {
      await scheduler.stop()
      await sweeper.stop()
      await engine.stop()
    },
  }
}
