import { z } from 'zod/mini'

/** Codes on which a client may branch. Other errors have free text in `code`. */
export const ERROR_CODES = {
  /** 400: one entry in `errors` for each invalid field. */
  invalid: 'API-4000',
  unauthorised: 'IAM-4010',
  /** 401 at sign-in. Does not trigger a renewal of the session (SESSION-10). */
  wrongCredentials: 'IAM-4011',
  /** 401 at a renewal whose refresh token is expired, unknown or reused (SESSION-11). */
  renewalRefused: 'IAM-4012',
  /** 403 that clients treat like a 401 (SESSION-04). */
  accessTokenOutdated: 'REP-1005',
  forbidden: 'IAM-4030',
  /** 404: a public link that is unknown, revoked or expired (PUBLIC-06). */
  publicResourceNotFound: 'IAM-3516',
  /** 403: a wrong passcode of a public link (PUBLIC-07). */
  wrongPasscode: 'IAM-3517',
  /** 403: the session needs a second factor; its next renewal says which (`SessionRestriction`). */
  secondFactorOwed: 'IAM-4032',
  featureOff: 'IAM-4031',
  notFound: 'API-4040',
  /** 409: the object already exists, or its state does not allow the call. */
  conflict: 'API-4090',
  /** 409: the edit is based on an older state; `current` is the stored state. */
  stale: 'API-4091',
  /** 410: a link that was used or has expired. */
  gone: 'API-4100',
  /** 412: a launch does not pass the requested quality gate. */
  gateFailed: 'REP-4120',
  /** 409: the test already has the failure tag (TAGS-09). */
  tagUnchanged: 'REP-2348',
  tooLarge: 'API-4130',
  tooMany: 'API-4290',
  /** 402: no credits of the assistant are left (AISG-18). */
  aiCreditsExhausted: 'AI-2100',
  /** 409: no provider of an assistant is configured. */
  aiNotConnected: 'AI-2101',
  /** In a stream: the provider rejected the request, failed or interrupted the stream. */
  aiFailed: 'AI-2102',
  internal: 'API-5000',
  /** 502: the mail server rejected a mail. */
  mailRefused: 'API-5020',
  /** 502: the tracker rejected an issue or was unreachable. */
  trackerFailed: 'API-5021',
  /** 503: the database or the disk is temporarily unavailable; a retry may succeed. */
  unavailable: 'API-5030',
} as const

/** One invalid field: `field` is its path with dots, `message` the text for the user. */
export const FieldError = z.object({ field: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** Body of every error response of the API. */
export const Problem = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.optional(z.array(FieldError)),
  /** With `stale`: the call's answer for the current state. */
  current: z.optional(z.unknown()),
  requestId: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>
