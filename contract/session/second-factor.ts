import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { TEXTS } from '../texts.ts'
import { OpenSession } from './session.ts'

/** Six digits of an authenticator app, or a recovery code, as typed. */
export const SecondFactorCode = z
  .string(TEXTS.required)
  .check(z.trim(), z.minLength(1, TEXTS.required), z.maxLength(40, 'This code is too long'))

/**
 * 400 at `code` when it is wrong or was used before; the ticket stays valid for another attempt. 410 when the ticket was used, has expired,
 * or was issued for a password that has changed since.
 */
export const verifySecondFactor = defineCall({
  name: 'verifySecondFactor',
  summary: 'Opens a session by the ticket of a sign-in and a code',
  method: 'POST',
  path: '/api/iam/v1/auth/second-factor',
  access: 'anyone',
  body: z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(100)), code: SecondFactorCode }),
  answer: OpenSession,
})
