import { z } from 'zod/mini'

/** Codes that a client may branch on. Others are free text in `code`. */
export const ERROR_CODES = {
  /** 400: one entry in `errors` for every wrong field. */
  invalid: 'API-4000',
  unauthorised: 'IAM-4010',
  /** 401 at sign-in: never answered by a renewal (SESSION-10). */
  wrongCredentials: 'IAM-4011',
  /** 401 at a renewal whose refresh token is over, unknown or was used twice (SESSION-11). */
  renewalRefused: 'IAM-4012',
  /** 403 to be treated like a 401 (SESSION-04). */
  accessTokenOutdated: 'REP-1005',
  forbidden: 'IAM-4030',
  /** 404: a public link that is unknown, revoked or expired (PUBLIC-06). */
  publicResourceNotFound: 'IAM-3516',
  /** 403: a wrong passcode of a public link (PUBLIC-07). */
  wrongPasscode: 'IAM-3517',
  /** 403: the session owes a second factor; its next renewal says which (`SessionRestriction`). */
  secondFactorOwed: 'IAM-4032',
  featureOff: 'IAM-4031',
  notFound: 'API-4040',
  /** 409: the thing is already there, or is not in a state that allows this. */
  conflict: 'API-4090',
  /** 409: what was to be saved is founded on an older state; `current` is what is stored now. */
  stale: 'API-4091',
  /** 410: a link that was used, or is over. */
  gone: 'API-4100',
  /** 412: a launch does not pass the quality gate that was asked for. */
  gateFailed: 'REP-4120',
  /** 409: a test has the failure tag already (TAGS-09). */
  tagUnchanged: 'REP-2348',
  tooLarge: 'API-4130',
  tooMany: 'API-4290',
  /** 402: the credits of the assistant are used up (AISG-18). */
  aiCreditsExhausted: 'AI-2100',
  /** 409: no provider is configured that could suggest anything. */
  aiNotConnected: 'AI-2101',
  /** Of a stream: the provider refused, failed or broke off. */
  aiFailed: 'AI-2102',
  internal: 'API-5000',
  /** 502: the mail server did not take a mail. */
  mailRefused: 'API-5020',
  /** 502: the tracker did not take an issue, or was not reached. */
  trackerFailed: 'API-5021',
  /** 503: the database or the disk does not take this now; the same call may succeed later. */
  unavailable: 'API-5030',
} as const

/** One wrong field: `field` is its path with dots, `message` what a person reads. */
export const FieldError = z.object({ field: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** Every refusal of the API. */
export const Problem = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.optional(z.array(FieldError)),
  /** With `stale`: the call's answer as it would be now. */
  current: z.optional(z.unknown()),
  requestId: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>
