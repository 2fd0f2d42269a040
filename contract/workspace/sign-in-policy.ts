import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { SecondFactorCode } from '../session/second-factor.ts'

/** Maximum value of the minimum password length that a workspace can require. */
export const PASSWORD_LEAST_MOST = 30
const MIN = `Must be between ${LIMITS.passwordLeast} and ${PASSWORD_LEAST_MOST}`

/** Rules for signing in to the workspace. They do not apply to access tokens of agents. */
export const SignInPolicy = z.object({
  /** Whether users without a second factor must set one up before anything else. */
  secondFactorRequired: z.boolean(),
  /** Whether users of single sign-on verify only with their identity provider. */
  secondFactorExemptsSso: z.boolean(),
  passwordLeast: z.int(MIN).check(z.minimum(LIMITS.passwordLeast, MIN), z.maximum(PASSWORD_LEAST_MOST, MIN)),
  refusesCommonPasswords: z.boolean(),
})
export type SignInPolicy = z.infer<typeof SignInPolicy>

const path = '/api/workspace/sign-in-policy'
const access = { workspace: 'CONFIGURATION_SSO_SAML' } as const

export const getSignInPolicy = defineCall({
  name: 'getSignInPolicy',
  summary: 'How people sign in to the workspace',
  method: 'GET',
  path,
  access,
  answer: z.extend(SignInPolicy, {
    /** Number of active users without a second factor. */
    usersWithoutFactor: z.int(),
  }),
})

/** An edit as in `concurrent-edits.ts`. Takes effect immediately, also for open sessions; passwords are checked when they are set next. */
export const updateSignInPolicy = defineCall({
  name: 'updateSignInPolicy',
  summary: 'Changes how people sign in to the workspace',
  method: 'PATCH',
  path,
  access,
  body: withExpected(z.partial(SignInPolicy)),
  answer: SignInPolicy,
})

/** For sessions that were opened without a second factor when the workspace requires one. 400 at `code`; 409 without a second factor. */
export const verifySession = defineCall({
  name: 'verifySession',
  summary: 'Verifies the session that makes this call with a code',
  method: 'POST',
  path: '/api/iam/v1/second-factor/verification',
  access: 'signed-in',
  whileRestricted: true,
  body: z.object({ code: SecondFactorCode }),
})
