import { afterEach, beforeEach, expect, test } from 'vitest'
import { turnOffSecondFactor } from '../../../contract/workspace/second-factor.ts'
import { refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace } from '../support/people.ts'
import { question, digitsOf, enrolled, outcomeOf, ticketOf, verify, wrongDigits } from './authenticator.ts'
import { PASSWORD } from './browser.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '4' })
  await aWorkspace(app)
})
afterEach(() => app.close())

test('delays wrong codes for any ticket, and the right one too', async () => {
  const { user, secret } = await enrolled(app)
  const wrong = wrongDigits(secret)
  for (let i = 0; i < 4; i += 1) expect(outcomeOf(await verify(app, await ticketOf(app, user), wrong))).toBe('code')
  const { status, headers } = await verify(app, await ticketOf(app, user), digitsOf(secret))
  expect([status, headers.get('retry-after')]).toEqual([429, '30'])
})

test('wrong codes on turning it off have to wait', async () => {
  const { user, secret } = await enrolled(app)
  const body = { password: PASSWORD, code: wrongDigits(secret) }
  const statuses: number[] = []
  for (let i = 0; i < 5; i += 1) statuses.push((await refusalOf(app, turnOffSecondFactor, question(user, body))).status)
  expect(statuses).toEqual([400, 400, 400, 400, 429])
})
