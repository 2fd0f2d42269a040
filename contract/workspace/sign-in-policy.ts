import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { SecondFactorCode } from '../session/second-factor.ts'

/** Longest minimum that a workspace can ask for. */
export const PASSWORD_LEAST_MOST = 30
const LEAST = `Must be between ${LIMITS.passwordLeast} and ${PASSWORD_LEAST_MOST}`

/** How people sign in to the workspace. Access tokens of agents are not affected. */
export const SignInPolicy = z.object({
  /** Whoever has no second factor sets one up before anything else. */
  secondFactorRequired: z.boolean(),
  /** Users of single sign-on verify with their identity provider alone. */
  secondFactorExemptsSso: z.boolean(),
  passwordLeast: z.int(LEAST).check(z.minimum(LIMITS.passwordLeast, LEAST), z.maximum(PASSWORD_LEAST_MOST, LEAST)),
  refusesCommonPasswords: z.boolean(),
})
export type SignInPolicy = z.infer<typeof SignInPolicy>

const path = '/api/workspace/sign-in-policy'
const access = { workspace: 'iam:sso-saml:configure' } as const

export const getSignInPolicy = defineCall({
  name: 'getSignInPolicy',
  summary: 'How people sign in to the workspace',
  method: 'GET',
  path,
  access,
  answer: z.extend(SignInPolicy, {
    /** Active users who have no second factor. */
    usersWithoutFactor: z.int(),
  }),
})

/** An edit as in `concurrent-edits.ts`. Holds at once, also for who is signed in; passwords are checked when they are next set. */
export const updateSignInPolicy = defineCall({
  name: 'updateSignInPolicy',
  summary: 'Changes how people sign in to the workspace',
  method: 'PATCH',
  path,
  access,
  body: withExpected(z.partial(SignInPolicy)),
  answer: SignInPolicy,
})

/** 400 at `code`; 409 without a second factor. For sessions that began without it, when the workspace asks for one. */
export const verifySession = defineCall({
  name: 'verifySession',
  summary: 'Verifies the session that makes this call with a code',
  method: 'POST',
  path: '/api/iam/v1/second-factor/verification',
  access: 'signed-in',
  whileRestricted: true,
  body: z.object({ code: SecondFactorCode }),
})
