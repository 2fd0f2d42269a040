import { z } from 'zod/mini'
import { defineCall } from '../call.ts'

/** Retention of the sign-in log in days, and maximum entries in one answer. */
export const SIGN_IN_LOG = { days: 90, entries: 100 } as const

/** A session of the signed-in user, on one device. */
export const DeviceSession = z.object({
  id: z.string(),
  /** Browser and operating system, as in `Firefox on Windows`. */
  device: z.string(),
  /** IP address of the last renewal; null if unknown. */
  address: z.nullable(z.string()),
  createdAt: z.string(),
  /** Time of the last renewal, which is not updated by other calls. */
  lastUsedAt: z.string(),
  /** Whether this is the session that makes the call. */
  isCurrent: z.boolean(),
})
export type DeviceSession = z.infer<typeof DeviceSession>

export const listSessions = defineCall({
  name: 'listSessions',
  summary: "The signed-in user's sessions, last used first",
  method: 'GET',
  path: '/api/iam/v1/sessions',
  access: 'signed-in',
  answer: z.object({ items: z.array(DeviceSession) }),
})

/** 404 also for another user's session. */
export const endSession = defineCall({
  name: 'endSession',
  summary: 'Ends one session of the signed-in user, with its tokens and live channels',
  method: 'DELETE',
  path: '/api/iam/v1/sessions/:sessionId',
  access: 'signed-in',
  params: z.object({ sessionId: z.uuid() }),
})

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  summary: 'Ends every session of the signed-in user but the one that makes this call',
  method: 'DELETE',
  path: '/api/iam/v1/sessions',
  access: 'signed-in',
})

export const SIGN_IN_METHODS = [
  'password',
  'code',
  'recovery-code',
  'passkey',
  'password-and-passkey',
  'single-sign-on',
  'invitation',
  'set-up',
] as const
/** How a user signed in. `code` and `recovery-code` follow a correct password. */
export const SignInMethod = z.enum(SIGN_IN_METHODS)
export type SignInMethod = z.infer<typeof SignInMethod>

export const SignInEntry = z.object({
  id: z.int(),
  at: z.string(),
  device: z.string(),
  address: z.nullable(z.string()),
  method: SignInMethod,
  /** Whether the sign-in was rejected. */
  isRefused: z.boolean(),
})
export type SignInEntry = z.infer<typeof SignInEntry>

export const listSignIns = defineCall({
  name: 'listSignIns',
  summary: "The signed-in user's latest sign-ins of the last 90 days, refused ones among them, newest first",
  method: 'GET',
  path: '/api/iam/v1/sign-ins',
  access: 'signed-in',
  answer: z.object({ items: z.array(SignInEntry) }),
})
