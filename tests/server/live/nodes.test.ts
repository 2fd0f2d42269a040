import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { topics } from '../../../contract/live.ts'
import { deleteAccessToken } from '../../../contract/workspace/profile.ts'
import { createToken } from '../../../server/access/access-tokens.ts'
import { TENANT } from '../../../server/config.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, send, type TestApp } from '../support/app.ts'
import { testEngine } from '../support/database.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { listen } from './support/client.ts'
import { startNode } from './support/node.ts'

// The embedded database allows one process.
describe.skipIf(testEngine() === 'pglite')('two nodes on one PostgreSQL', () => {
  let first: TestApp
  let second: TestApp
  let owner: TestUser
  let projectId: number
  beforeAll(async () => {
    first = await startNode()
    second = await startNode({ beside: first.database, live: { recheckMs: 200 } })
    owner = await aWorkspace(first)
    projectId = await aProject(first, owner)
  })
  afterAll(async () => {
    await second.close()
    await first.close()
  })

  test('a report to one node reaches subscribers of the other, in order', async () => {
    const client = await listen(second, { token: owner.token })
    await client.subscribe(topics.statistics(TENANT))
    await client.subscribe(topics.testRuns(TENANT))
    const agents = [await TestAgent.of(first, owner), await TestAgent.of(second, owner)]
    const launches = await Promise.all([...agents, ...agents].map((agent) => agent.startLaunch()))
    await Promise.all(launches.map((launch) => launch.finish()))
    const isOver = ({ id }: { id: number }) =>
      client.messages.some((m) => m.event === 'launch/finished' && m.testRun.id === id)
    await client.until(() => launches.every(isOver))
    const previous = client.messages.map((message) => message.previous ?? message.sequence - 1)
    expect(previous.slice(1)).toEqual(client.messages.slice(0, -1).map(({ sequence }) => sequence))
    await client.close()
  })

  test('a token deleted at one node closes its connections at the other', async () => {
    const reporter = await aUser(first, { roles: { [projectId]: 'ENGINEER' } })
    const { id, value } = await createToken(first.db, reporter.id, { name: 'dashboard', expiresAt: null })
    const { body } = await send(first, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken: value } })
    const client = await listen(second, { token: (body as { authToken: string }).authToken })
    await ask(first, deleteAccessToken, { token: reporter.token, params: { accessTokenId: id } })
    await client.ended
    expect(client.errors[0]?.headers.message).toBe('unauthorised')
  })

  test('a session that ends without a word ends its connections at the next look', async () => {
    const reader = await aUser(first, { roles: { [projectId]: 'GUEST' } })
    const client = await listen(second, { token: reader.token })
    await first.db.deleteFrom('session').where('user_id', '=', reader.id).execute()
    await client.ended
    expect(client.errors[0]?.headers.message).toBe('unauthorised')
  })
})
