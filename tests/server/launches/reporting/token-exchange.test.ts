import { expect, test } from 'vitest'
import { deleteAccessToken } from '../../../../contract/workspace/profile.ts'
import { hashToken } from '../../../../server/access/tokens.ts'
import { createToken } from '../../../../server/access/access-tokens.ts'
import { ask, send } from '../../support/app.ts'
import { anAccessToken } from '../../support/people.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer({ AGENT_TOKEN_HOURS: '48' })
const exchange = (refreshToken: unknown, headers: Record<string, string> = {}) =>
  send(server.app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken }, headers })
const start = (token: string) =>
  send(server.app, '/api/reporting/v1/test-runs?projectKey=DEF', {
    method: 'POST',
    token,
    body: { name: 'Nightly', startedAt: '2026-11-20T17:19:06Z' },
  })
const hours = 3600

test('protocol 2.1: an access token is exchanged for a Bearer token, again and again', async () => {
  const value = await anAccessToken(server.app, server.owner)
  const first = await exchange(value)
  expect(first).toMatchObject({
    status: 200,
    body: {
      authToken: expect.stringMatching(/^\S{20,}$/),
      authTokenType: 'Bearer',
      authTokenExpirationInSecs: 48 * hours,
      refreshToken: value,
      userId: server.owner.id,
      tenantName: expect.any(String),
    },
  })
  const second = await exchange(value)
  const tokens = [first, second].map(({ body }) => (body as { authToken: string }).authToken)
  expect(new Set(tokens).size).toBe(2)
  for (const token of tokens) expect((await start(token)).status).toBe(200)
})

test('protocol 2.1: a stale Authorization header does not matter', async () => {
  const value = await anAccessToken(server.app, server.owner)
  for (const authorization of ['Bearer long-gone', 'Bearer', 'Basic dXNlcjpwYXNz', 'undefined undefined'])
    expect((await exchange(value, { authorization })).status).toBe(200)
})

test('protocol 2.1: rejects an unknown, deleted or expired access token with 401 and a message', async () => {
  const { id, value } = await createToken(server.app.db, server.owner.id, { name: 'gone', expiresAt: null })
  await ask(server.app, deleteAccessToken, { params: { accessTokenId: id }, token: server.owner.token })
  const expired = await createToken(server.app.db, server.owner.id, { name: 'old', expiresAt: '2026-01-01T00:00:00Z' })
  for (const wrong of ['nobody-knows-this', value, expired.value, 'nul\0', '\ud800'])
    expect(await exchange(wrong)).toMatchObject({ status: 401, body: { message: expect.stringMatching(/./) } })
  for (const wrong of [null, '', {}, []])
    expect(await exchange(wrong)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('refreshToken') },
    })
})

test('protocol 2.1: the token stays valid after its access token expires, and ends when that is deleted', async () => {
  const { id, value } = await createToken(server.app.db, server.owner.id, {
    name: 'short',
    expiresAt: new Date(Date.now() + 3600_000).toISOString(),
  })
  const { authToken } = (await exchange(value)).body as { authToken: string }
  const row = await server.app.db
    .selectFrom('auth_token')
    .select('expires_at')
    .where('hash', '=', hashToken(authToken))
    .executeTakeFirstOrThrow()
  expect(row.expires_at.getTime()).toBeGreaterThan(Date.now() + 47 * hours * 1000)
  expect((await start(authToken)).status).toBe(200)
  await ask(server.app, deleteAccessToken, { params: { accessTokenId: id }, token: server.owner.token })
  expect(await start(authToken)).toMatchObject({ status: 401, body: { message: expect.stringMatching(/./) } })
})

test('agents get no headers for browsers', async () => {
  const { headers } = await start('no token')
  expect(headers.get('content-security-policy')).toBeNull()
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const open = await send(server.app, '/api/health')
  expect(open.headers.get('content-security-policy')).toContain("script-src 'self'")
})

test('a call of the page can run nothing where a browser takes its answer for a document', async () => {
  for (const { headers } of [await send(server.app, '/api/welcome'), await send(server.app, '/api/projects')]) {
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBeNull()
  }
})
