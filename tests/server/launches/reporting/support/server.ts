import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { createApp } from '../../../../../server/app.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { TestAgent } from '../../../support/agent.ts'
import { aProject, aWorkspace, type TestUser } from '../../../support/people.ts'

/** A server with a workspace, its owner, the project DEF and an agent of the owner's. */
export interface ReportingServer {
  app: TestApp
  owner: TestUser
  projectId: number
  agent: TestAgent
  /** Restarts the server on the same database: its memory is lost. Agents continue with their tokens. */
  restart: () => Promise<void>
}

/** One for all tests of a file; its fields exist once the tests run. */
export const reportingServer = (environment: Record<string, string> = {}): ReportingServer => {
  const server = {
    restart: async () => {
      const { app } = server
      await app.app.close()
      app.app = await createApp({
        config: app.config,
        opened: app.database,
        logger: pino({ level: app.config.LOG_LEVEL }),
        version: '0.0.0-test',
      })
      await app.app.listen({ host: '127.0.0.1', port: 0 })
      app.url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
    },
  } as ReportingServer
  beforeAll(async () => {
    server.app = await startTestApp(environment)
    server.owner = await aWorkspace(server.app)
    server.projectId = await aProject(server.app, server.owner)
    server.agent = await TestAgent.of(server.app, server.owner)
  })
  afterAll(async () => {
    await server.app.app.close()
    await server.app.close()
  })
  return server
}
