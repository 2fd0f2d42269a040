import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Writer } from '../launches/writer/writer.ts'
import { configRoutes } from './configs/routes.ts'
import { createGit } from './git/git.ts'
import { optionRoutes } from './options/routes.ts'
import { providerRoutes } from './providers/routes.ts'
import { repositoryRoutes } from './repositories/routes.ts'
import { startRoutes } from './start/routes.ts'

export interface LauncherParts {
  db: Db
  config: Config
  secrets: Secrets
  outgoing: Outgoing
  writer: Writer
}

/** The Launchers area: repositories, what they are launched with, and starting launches. */
export const launcherRoutes = (app: FastifyInstance, routes: Routes, parts: LauncherParts): void => {
  const git = createGit(parts.config)
  providerRoutes(app, routes, parts)
  repositoryRoutes(routes, { ...parts, git })
  optionRoutes(routes, parts.db)
  configRoutes(routes, parts)
  startRoutes(routes, parts)
}
