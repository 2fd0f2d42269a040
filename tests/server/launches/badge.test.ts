import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBadgeToken, getBadgeToken, revokeBadgeToken } from '../../../contract/launches/badge.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  await aProject(app, owner, 'OTHER')
  agent = await TestAgent.of(app, owner)
  const aLaunch = async (name: string, results: readonly ('PASSED' | 'FAILED')[], given: object = {}) => {
    const launch = await agent.startLaunch({ name, ...given })
    for (const [i, result] of results.entries())
      await launch.test(`test ${i}`, { result, ...(result === 'FAILED' ? { reason: 'Error: no' } : {}) })
    return launch
  }
  await (await aLaunch('Smoke', ['PASSED'], { config: { environment: 'stage' } })).finish()
  await (await aLaunch('Nightly', ['PASSED', 'PASSED', 'FAILED'])).finish()
  await aLaunch('Nightly', ['PASSED'])
})
afterAll(() => app.close())

const params = { projectKey: 'DEF' }
const badge = (query: Record<string, string>, token?: string, key = 'DEF') =>
  send(app, `/api/projects/${key}/badge.svg?${new URLSearchParams(query).toString()}`, token ? { token } : {})
const words = async (query: Record<string, string>) =>
  /<title>(.*?)<\/title>/.exec(String((await badge(query, owner.token)).body))?.[1]

test('the badge shows the newest finished launch that the query is about', async () => {
  expect(await words({})).toBe('Project DEF: failed')
  expect(await words({ show: 'pass-rate' })).toBe('Project DEF: 66.6% passed')
  expect(await words({ suite: 'Smoke' })).toBe('Smoke: passed')
  expect(await words({ environment: 'stage', title: 'Stage' })).toBe('Stage: passed')
  expect(await words({ branch: 'main' })).toBe('Project DEF: no launches')
  expect((await badge({ show: 'all' }, owner.token)).status).toBe(400)
})

test('the badge is an image with an accessible name for any query', async () => {
  const { body, headers } = await badge({ title: '"><script>alert(1)</script>\u0001&' }, owner.token)
  expect(String(body)).not.toContain('<script>')
  expect(String(body)).toContain('aria-label="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp;: failed"')
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('accepts the project’s token without a session, until the token is replaced or revoked', async () => {
  expect((await badge({})).status).toBe(404)
  const stranger = await aUser(app, {})
  expect((await badge({}, stranger.token)).status).toBe(404)
  const requested = { params, token: owner.token }
  expect(await ask(app, getBadgeToken, requested)).toEqual({ token: null })
  const { token: first } = await ask(app, createBadgeToken, { ...requested, body: {} })
  const shown = await badge({ token: first ?? '' })
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
  expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect((await badge({ token: first ?? '' }, undefined, 'OTHER')).status, 'of another project').toBe(404)
  expect((await badge({ token: '' })).status).toBe(404)
  const { token: second } = await ask(app, createBadgeToken, { ...requested, body: {} })
  expect((await badge({ token: first ?? '' })).status).toBe(404)
  expect((await badge({ token: second ?? '' })).status).toBe(200)
  await ask(app, revokeBadgeToken, requested)
  expect((await badge({ token: second ?? '' })).status).toBe(404)
})
