import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { listQuarantine } from '../../../contract/launches/quarantine.ts'
import { resultImportsPath } from '../../../contract/launches/result-import.ts'
import { listProjects } from '../../../contract/projects/projects.ts'
import { topics } from '../../../contract/live.ts'
import {
  createAccessToken,
  deleteAccessToken,
  listAccessTokens,
  type TokenScope,
} from '../../../contract/workspace/profile.ts'
import { updateUser } from '../../../contract/workspace/users.ts'
import { createToken } from '../../../server/access/access-tokens.ts'
import { createPrincipals } from '../../../server/access/principals.ts'
import { TENANT } from '../../../server/config.ts'
import { createGuideToken } from '../../../server/launches/setup/guide-token.ts'
import { listen } from '../live/support/client.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aUser, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let projectId: number
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
})
afterAll(() => app.close())

const opens = async (token: string) => (await send(app, listProjects.path, { token })).status
const create = (token: string) => ask(app, createAccessToken, { token, body: { name: 'ci' } })
const lastUse = async (token: string) =>
  (await ask(app, listAccessTokens, { token })).items.map(({ lastUsedAt }) => lastUsedAt)

test('an access token is a bearer token until it is deleted, with every scheme that agents send', async () => {
  const { id, value } = await create(owner.token)
  expect(await opens(value)).toBe(200)
  for (const authorization of [value, `Token ${value}`])
    expect((await send(app, listProjects.path, { headers: { authorization } })).status).toBe(200)
  expect(await opens(`${value}x`)).toBe(401)
  await ask(app, deleteAccessToken, { token: owner.token, params: { accessTokenId: id } })
  expect(await opens(value)).toBe(401)
})

test('an access token is rejected after its expiry, also by a server that has cached it', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const { value } = await createToken(app.db, owner.id, { name: 'hour', expiresAt: expiresAt.toISOString() })
  let now = Date.now()
  const principals = createPrincipals(app.db, () => now)
  expect(await principals.byToken(value)).toMatchObject({ userId: owner.id })
  now = expiresAt.getTime() - 1
  expect(await principals.byToken(value)).toMatchObject({ userId: owner.id })
  now = expiresAt.getTime()
  expect(await principals.byToken(value)).toBeNull()
})

test('an access token ends with the deactivation of its user', async () => {
  const leaver = await aUser(app)
  const { value } = await create(leaver.token)
  expect(await opens(value)).toBe(200)
  await ask(app, updateUser, {
    token: owner.token,
    params: { userId: leaver.id },
    body: { status: 'INACTIVE' } as never,
  })
  expect(await opens(value)).toBe(401)
})

test('the time of last use is updated once a minute while a token is in use', async () => {
  const user = await aUser(app)
  const { value } = await create(user.token)
  expect(await lastUse(user.token)).toEqual([null])
  let now = Date.UTC(2026, 0, 1)
  const principals = createPrincipals(app.db, () => now)
  const uses: unknown[] = []
  for (const seconds of [0, 59, 61]) {
    now = Date.UTC(2026, 0, 1) + seconds * 1000
    await principals.byToken(value)
    uses.push(...(await lastUse(user.token)))
  }
  expect(uses).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:01:01.000Z'])
})

test('an access token may not create or list access tokens of its user', async () => {
  const { value } = await create(owner.token)
  for (const [method, body] of [['GET'], ['POST', { name: 'another' }]] as const)
    expect((await send(app, createAccessToken.path, { method, token: value, body })).status).toBe(403)
})

test('the token of a guide is a bearer token that reports to its project, and does nothing else', async () => {
  await aProject(app, owner, 'OTHER')
  const { value: token } = await createGuideToken(app.db, { userId: owner.id, projectId, guide: 'pytest' })
  const report = (projectKey: string) =>
    send(app, `/api/reporting/v1/test-runs?projectKey=${projectKey}`, {
      method: 'POST',
      token,
      body: { name: 'Nightly', startedAt: '2026-11-20T17:19:06Z' },
    })
  expect([(await report('DEF')).status, (await report('OTHER')).status, await opens(token)]).toEqual([200, 404, 403])
})

const scoped = async (scope: TokenScope, projectKey: string | null = null) =>
  (await ask(app, createAccessToken, { token: owner.token, body: { name: scope, scope, projectKey } })).value
const launchesOf = (projectKey: string) => listLaunches.path.replace(':projectKey', projectKey)
const status = async (token: string, path: string, method: 'GET' | 'POST' = 'GET', body: unknown = {}) =>
  (await send(app, path, { method, token, ...(method === 'GET' ? {} : { body }) })).status
const LAUNCH = { name: 'Nightly', startedAt: '2026-11-20T17:19:06Z' }
const reporting = (projectKey: string) => `/api/reporting/v1/test-runs?projectKey=${projectKey}`

test('a token that may report imports results, asks for the quality gate, and reads nothing else', async () => {
  const token = await scoped('report')
  expect(await status(token, reporting('DEF'), 'POST', LAUNCH)).toBe(200)
  expect(await status(token, listQuarantine.path.replace(':projectKey', 'DEF'))).toBe(200)
  expect(await status(token, resultImportsPath('DEF'), 'POST')).not.toBe(403)
  expect(await status(token, launchesOf('DEF'))).toBe(403)
  expect(await status(token, listProjects.path)).toBe(403)
  await expect(listen(app, { token })).rejects.toThrow('unauthorised')
})

test('a token that may read sends GET calls only, and uploads nothing', async () => {
  const token = await scoped('read')
  expect(await status(token, launchesOf('DEF'))).toBe(200)
  expect(await status(token, listProjects.path)).toBe(200)
  expect(await status(token, listProjects.path, 'POST', { key: 'NEW', name: 'New' })).toBe(403)
  expect(await status(token, reporting('DEF'), 'POST', LAUNCH)).toBe(403)
  expect(await status(token, resultImportsPath('DEF'), 'POST')).toBe(403)
})

test('a token of one project is valid there only, also after an agent exchanged it', async () => {
  const token = await scoped('manage', 'DEF')
  expect(await status(token, launchesOf('DEF'))).toBe(200)
  expect(await status(token, launchesOf('OTHER'))).toBe(404)
  expect(await status(token, listProjects.path)).toBe(403)
  const exchanged = await send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken: token } })
  const { authToken } = exchanged.body as { authToken: string }
  expect(await status(authToken, reporting('DEF'), 'POST', LAUNCH)).toBe(200)
  expect(await status(authToken, reporting('OTHER'), 'POST', LAUNCH)).toBe(404)
})

test('a token is created for a project that its user can open, and the list says what each token permits', async () => {
  const stranger = await aUser(app)
  const refused = await refusalOf(app, createAccessToken, {
    token: stranger.token,
    body: { name: 'ci', projectKey: 'DEF' },
  })
  expect([refused.status, refused.errors?.map(({ field }) => field)]).toEqual([400, ['projectKey']])
  await scoped('report', 'OTHER')
  const [newest] = (await ask(app, listAccessTokens, { token: owner.token })).items
  expect(newest).toMatchObject({ scope: 'report', project: { key: 'OTHER' } })
})

test('an access token opens the live channel, which ends when the token is deleted', async () => {
  const { id, value } = await create(owner.token)
  const client = await listen(app, { token: value })
  await client.subscribe(topics.statistics(TENANT))
  await ask(app, deleteAccessToken, { token: owner.token, params: { accessTokenId: id } })
  await client.ended
  expect(client.errors[0]?.headers.message).toBe('unauthorised')
})
