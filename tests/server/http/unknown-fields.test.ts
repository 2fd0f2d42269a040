import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCase } from '../../../contract/cases/cases.ts'
import { pathOf } from '../../../contract/call.ts'
import { aRepository } from '../cases/support.ts'
import { send, startTestApp, type TestApp } from '../support/app.ts'
import { anAccessToken, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

test('names unknown fields of a script at their path, and ignores those of a page of another version', async () => {
  const { params, suite } = await aRepository(app, owner)
  const refreshToken = await anAccessToken(app, owner)
  const { body: exchanged } = await send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken } })
  const body = {
    testSuiteId: await suite('Checkout'),
    title: 'Pay',
    sumary: 'x',
    constructor: 'x',
  }
  const create = (token: string) => send(app, pathOf(createTestCase.path, params), { method: 'POST', token, body })
  const rejected = await create((exchanged as { authToken: string }).authToken)
  expect(rejected.status).toBe(400)
  const { errors } = rejected.body as { errors: { field: string; message: string }[] }
  expect(errors.map(({ field }) => field)).toEqual(expect.arrayContaining(['sumary', 'constructor']))
  expect(errors.find(({ field }) => field === 'sumary')?.message).toMatch(/^Unknown field\. Known: .*title/)
  expect((await create(owner.token)).status).toBe(200)
})
