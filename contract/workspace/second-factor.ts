import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { SecondFactorCode } from '../session/second-factor.ts'
import { TEXTS } from '../texts.ts'

const path = '/api/iam/v1/second-factor'
const Password = z.string().check(z.minLength(1, TEXTS.passwordRequired), z.maxLength(200))
/** Each code opens one session. The codes are only in the answer that creates them. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const SecondFactor = z.object({
  /** Time at which it was turned on; null while it is off. */
  since: z.nullable(z.string()),
  recoveryCodesLeft: z.int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const getSecondFactor = defineCall({
  name: 'getSecondFactor',
  summary: 'Whether the signed-in user has a second factor',
  method: 'GET',
  path,
  access: 'signed-in',
  whileRestricted: true,
  answer: SecondFactor,
})

/** Data for an authenticator app. The second factor is not active until a code confirms it. */
export const Enrolment = z.object({
  /** Base32, for manual entry. */
  secret: z.string(),
  /** `otpauth:` URL with the same secret, for a QR code. */
  uri: z.string(),
})
export type Enrolment = z.infer<typeof Enrolment>

/** 400 at `password`; 409 while it is on, and for users of single sign-on unless the workspace requires a second factor from them. */
export const beginEnrolment = defineCall({
  name: 'beginEnrolment',
  summary: 'Makes the secret of a second factor, to be confirmed by a code',
  method: 'POST',
  path: `${path}/enrolment`,
  access: 'signed-in',
  whileRestricted: true,
  secretAnswer: true,
  /** Omitted by users of single sign-on, who have no password. */
  body: z.object({ password: z.optional(Password) }),
  answer: Enrolment,
})

/** 400 at `code`; 409 if no enrolment was started. */
export const confirmEnrolment = defineCall({
  name: 'confirmEnrolment',
  summary: 'Turns the second factor on',
  method: 'POST',
  path,
  access: 'signed-in',
  whileRestricted: true,
  secretAnswer: true,
  body: z.object({ code: SecondFactorCode }),
  answer: RecoveryCodes,
})

/** 400 at `password`; 409 while the second factor is off. */
export const renewRecoveryCodes = defineCall({
  name: 'renewRecoveryCodes',
  summary: 'Makes new recovery codes; the ones before stop working',
  method: 'POST',
  path: `${path}/recovery-codes`,
  access: 'signed-in',
  secretAnswer: true,
  body: z.object({ password: Password }),
  answer: RecoveryCodes,
})

/** 400 at `password` and `code`; 409 while it is off. */
export const turnOffSecondFactor = defineCall({
  name: 'turnOffSecondFactor',
  summary: 'Turns the second factor off',
  method: 'POST',
  path: `${path}/turn-off`,
  access: 'signed-in',
  body: z.object({ password: Password, code: SecondFactorCode }),
})

/** 403 as in `changeUserPassword`; 409 if the user has no second factor. */
export const resetSecondFactor = defineCall({
  name: 'resetSecondFactor',
  summary: 'Turns off the second factor of another user, who has lost it',
  method: 'DELETE',
  path: '/api/iam/v1/users/:userId/second-factor',
  access: { workspace: 'IAM_USERS_UPDATE' },
  params: z.object({ userId: idInPath }),
})
