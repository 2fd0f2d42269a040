import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALLS } from '../../../../contract/call.ts'
import { getHomepage, setHomepage } from '../../../../contract/workspace/homepage.ts'
import { createAccessToken, deleteAccessToken, listAccessTokens } from '../../../../contract/workspace/profile.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../../support/people.ts'

let app: TestApp
let user: TestUser
let other: TestUser

beforeAll(async () => {
  app = await startTestApp()
  await aWorkspace(app)
  user = await aUser(app)
  other = await aUser(app)
})
afterAll(() => app.close())

const create = (body: { name: string; expiresAt?: string | null }, { token } = user) =>
  ask(app, createAccessToken, { token, body })
const list = async ({ token } = user) => (await ask(app, listAccessTokens, { token })).items
const remove = (accessTokenId: number, { token } = user) => ({ token, params: { accessTokenId } })
const exchange = (refreshToken: string) =>
  send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken } })

test('[TOKN-18] [TOKN-19] a token has a name and an optional last day; its value is returned once, and only its owner lists it', async () => {
  const expiresAt = '2099-03-01T22:59:59.000Z'
  const { value, ...nightly } = await create({ name: 'nightly build', expiresAt })
  const { value: second, ...laptop } = await create({ name: 'laptop' })
  expect(nightly).toMatchObject({ name: 'nightly build', expiresAt, lastUsedAt: null })
  expect(laptop).toMatchObject({ name: 'laptop', expiresAt: null })
  expect(value).not.toBe(second)
  expect(await list()).toEqual([laptop, nightly])
  expect(await list(other)).toEqual([])
  expect((await exchange(value)).status).toBe(200)
  expect((await list())[1]?.lastUsedAt).toEqual(expect.any(String))
})

test('[TOKN-19] a day that is no date is named', async () => {
  const body = { name: 'laptop', expiresAt: 'tomorrow' }
  const { status, errors } = await refusalOf(app, createAccessToken, { token: user.token, body })
  expect([status, errors?.map(({ field }) => field)]).toEqual([400, ['expiresAt']])
})

test('[TOKN-20] only its owner deletes a token, by its id', async () => {
  const { id, value } = await create({ name: 'to be deleted' })
  expect((await refusalOf(app, deleteAccessToken, remove(id, other))).status).toBe(404)
  expect((await exchange(value)).status).toBe(200)
  await ask(app, deleteAccessToken, remove(id))
  expect((await list()).map((token) => token.id)).not.toContain(id)
  expect((await exchange(value)).status).toBe(401)
  expect((await refusalOf(app, deleteAccessToken, remove(id))).status).toBe(404)
})

test('[TOKN-06] no call changes the name of a token', async () => {
  const { id } = await create({ name: 'as it was' })
  const calls = CALLS.filter(({ path }) => path.startsWith(listAccessTokens.path))
  expect(calls.map(({ method }) => method).sort()).toEqual(['DELETE', 'GET', 'POST'])
  for (const method of ['PUT', 'PATCH', 'POST'])
    expect(
      (
        await send(app, `${listAccessTokens.path}/${id}`, {
          method,
          token: user.token,
          body: { name: 'another' },
        })
      ).status,
    ).toBe(404)
  expect((await list()).find((token) => token.id === id)?.name).toBe('as it was')
})

test('[PROF-19] the homepage is a preference of each user, and the projects page by default', async () => {
  const { token } = user
  const homepageOf = async (one: TestUser) => (await ask(app, getHomepage, { token: one.token })).homepage
  expect(await homepageOf(user)).toBe('projects')
  expect(await ask(app, setHomepage, { token, body: { homepage: 'last-project' } })).toEqual({
    homepage: 'last-project',
  })
  expect(await homepageOf(user)).toBe('last-project')
  expect(await homepageOf(other)).toBe('projects')
  const refused = await refusalOf(app, setHomepage, { token, body: { homepage: 'elsewhere' } })
  expect([refused.status, refused.errors?.map(({ field }) => field)]).toEqual([400, ['homepage']])
})
