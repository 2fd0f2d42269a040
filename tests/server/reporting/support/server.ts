import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { TestAgent } from '../../support/agent.ts'
import { aProject, aWorkspace, type TestPerson } from '../../support/people.ts'

/** A server with a workspace, its owner, the project DEF and an agent of the owner's. */
export interface ReportingServer {
  app: TestApp
  owner: TestPerson
  projectId: number
  agent: TestAgent
}

/** One for all tests of a file; what it holds is there once the tests run. */
export const reportingServer = (environment: Record<string, string> = {}): ReportingServer => {
  const server = {} as ReportingServer
  beforeAll(async () => {
    server.app = await startTestApp(environment)
    server.owner = await aWorkspace(server.app)
    server.projectId = await aProject(server.app, server.owner)
    server.agent = await TestAgent.of(server.app, server.owner)
  })
  afterAll(() => server.app.close())
  return server
}
