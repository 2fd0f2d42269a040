import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { verifySecondFactor } from '../../../contract/session/second-factor.ts'
import { SecondFactorNeeded, signIn } from '../../../contract/session/session.ts'
import { beginEnrolment, confirmEnrolment } from '../../../contract/workspace/second-factor.ts'
import { ask, type Received, type TestApp } from '../support/app.ts'
import { aUser, type UserWanted, type TestUser } from '../support/people.ts'
import { Browser, givePassword, PASSWORD } from './browser.ts'

/** Digits of this moment, or this many steps later. */
export const digitsOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

export const wrongDigits = (secret: string): string => {
  const near = [-2, -1, 0, 1, 2].map((steps) => digitsOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((one) => !near.includes(one)) ?? ''
}

export const withPassword = async (app: TestApp, requested: UserWanted = {}): Promise<TestUser> => {
  const user = await aUser(app, requested)
  await givePassword(app, user)
  return user
}

export const question = ({ token }: TestUser, body: object) => ({ token, body: body as never })

/** A user with an enabled second factor. The current digits are valid although they confirmed it. */
export const enrolled = async (app: TestApp, requested: UserWanted = {}) => {
  const user = await withPassword(app, requested)
  const { secret } = await ask(app, beginEnrolment, question(user, { password: PASSWORD }))
  const { recoveryCodes } = await ask(app, confirmEnrolment, question(user, { code: digitsOf(secret) }))
  await app.db.updateTable('second_factor').set({ last_step: 0 }).where('user_id', '=', user.id).execute()
  return { user, secret, recoveryCodes }
}

export const ticketOf = async (app: TestApp, { username }: TestUser, browser = new Browser(app)): Promise<string> => {
  const { status, body } = await browser.post(signIn.path, { login: username, password: PASSWORD })
  expect(status).toBe(200)
  return SecondFactorNeeded.parse(body).ticket
}

export const verify = (app: TestApp, ticket: string, code: string, browser = new Browser(app)): Promise<Received> =>
  browser.post(verifySecondFactor.path, { ticket, code })

/** The invalid field, or the code of the rejection. */
export const outcomeOf = ({ status, body }: Received): string | undefined => {
  const { code, errors } = body as { code?: string; errors?: { field: string }[] }
  return status === 200 ? 'opened' : (errors?.[0]?.field ?? code)
}
