import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import type { OpenedDatabase } from './db/open.ts'
import { readVersion, ROOT } from './installation.ts'
import type { Tracing } from './metrics/tracing.ts'
import { setUpUnattended } from './workspace/unattended.ts'

/**
 * Sets up an empty database from the configuration, and listens. `isEmpty`: nobody has created the workspace yet. The caller closes the
 * application, then the database.
 */
export const startServer = async (
  config: Config,
  opened: OpenedDatabase,
  logger: Logger,
  tracing: Tracing | null = null,
): Promise<{ app: FastifyInstance; isEmpty: boolean }> => {
  const isNew = await setUpUnattended(opened.db, config)
  const [clientDir, docsDir] = [path.join(ROOT, 'dist/client'), path.join(ROOT, 'dist/docs')]
  const app = await createApp({ config, opened, logger, tracing, version: readVersion(), clientDir, docsDir })
  await app.listen({ host: config.HOST, port: config.PORT })
  const isEmpty = !isNew && !(await opened.db.selectFrom('workspace').select('id').executeTakeFirst())
  return { app, isEmpty }
}
