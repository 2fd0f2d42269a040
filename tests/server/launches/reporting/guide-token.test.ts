import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createGuideToken, getReportingSetup } from '../../../../contract/launches/reporting-setup.ts'
import { listLaunches } from '../../../../contract/launches/launches.ts'
import { listAccessTokens } from '../../../../contract/workspace/profile.ts'
import { ask, refusalOf, send } from '../../support/app.ts'
import { aUser, aProject } from '../../support/people.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer({ AGENT_TOKEN_HOURS: '48' })
const params = { projectKey: 'DEF' }
const setup = (token = server.owner.token, guide = 'pytest') =>
  ask(server.app, getReportingSetup, { params, token, query: { guide } })
const issue = (token = server.owner.token, guide = 'pytest') =>
  ask(server.app, createGuideToken, { params, token, body: { guide } })
const exchange = (refreshToken: string) =>
  send(server.app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken } })
const agentOf = async (value: string) => ((await exchange(value)).body as { authToken: string }).authToken
const start = (token: string, name: string, projectKey = 'DEF') =>
  send(server.app, `/api/reporting/v1/test-runs?projectKey=${projectKey}`, {
    method: 'POST',
    token,
    body: { name, startedAt: new Date().toISOString() },
  })

const expireAt = (expires_at: Date) =>
  server.app.db.updateTable('access_token').set({ expires_at }).where('project_id', 'is not', null).execute()

test('[GUIDE-27] [GUIDE-28] the token of a guide is valid for 60 minutes, like the token it is exchanged for', async () => {
  const before = Date.now()
  const { value, expiresAt } = await issue()
  expect((await setup()).tokenExpiresAt).toBe(expiresAt)
  const lifetime = Date.parse(expiresAt) - before
  expect(lifetime).toBeGreaterThanOrEqual(60 * 60_000)
  expect(lifetime).toBeLessThan(61 * 60_000)
  expect(await exchange(value)).toMatchObject({ status: 200, body: { authTokenExpirationInSecs: 3600 } })

  await expireAt(new Date())
  expect((await exchange(value)).status).toBe(401)
  expect((await setup()).tokenExpiresAt).toBeNull()
  // A new one is created in the same place, and one that expired long ago is deleted.
  await expireAt(new Date('2026-01-01T00:00:00Z'))
  const next = await issue()
  expect((await exchange(next.value)).status).toBe(200)
  const saved = server.app.db.selectFrom('access_token').select('id').where('project_id', 'is not', null)
  expect(await saved.execute()).toHaveLength(1)
})

test('the token of a guide reports to its project and does nothing else', async () => {
  const { value } = await issue()
  const agent = await agentOf(value)
  expect((await start(agent, 'Demo Launch')).status).toBe(200)
  await aProject(server.app, server.owner, 'OTHER')
  expect((await start(agent, 'Demo Launch', 'OTHER')).status).toBe(404)
  expect((await refusalOf(server.app, listLaunches, { params, token: agent })).status).toBe(403)
  expect(
    (await refusalOf(server.app, createGuideToken, { params, token: agent, body: { guide: 'pytest' } })).status,
  ).toBe(403)
  const { items } = await ask(server.app, listAccessTokens, { token: server.owner.token })
  expect(items.map(({ name }) => name)).not.toContain('Guide to reporting: pytest')
})

test('a guide receives the first launch that its reader reported since the token was created', async () => {
  const ines = await aUser(server.app, { roles: { [server.projectId]: 'ENGINEER' } })
  expect(await setup(ines.token)).toEqual({ tokenExpiresAt: null, firstLaunch: null, callerAddress: '127.0.0.1' })
  const earlier = await agentOf((await issue(ines.token)).value)
  await start(earlier, 'Before')
  await sql`update launch set created_at = '2026-01-01T00:00:00Z'`.execute(server.app.db)
  const agent = await agentOf((await issue(ines.token)).value)
  await start(await agentOf((await issue()).value), 'Somebody else')
  expect((await setup(ines.token)).firstLaunch).toBeNull()
  await start(agent, 'Demo Launch')
  await start(agent, 'Once more')
  expect((await setup(ines.token)).firstLaunch).toMatchObject({ name: 'Demo Launch', number: expect.any(Number) })
  // Another guide within the hour waits for its own launch.
  expect(await setup(ines.token, 'cypress')).toMatchObject({ tokenExpiresAt: null, firstLaunch: null })
  await issue(ines.token, 'cypress')
  expect((await setup(ines.token, 'cypress')).firstLaunch).toBeNull()
  await start(agent, 'Second guide')
  expect((await setup(ines.token, 'cypress')).firstLaunch).toMatchObject({ name: 'Second guide' })
  expect((await setup(ines.token)).firstLaunch).toMatchObject({ name: 'Demo Launch' })
})
