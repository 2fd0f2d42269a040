import { z } from 'zod/mini'
import { BODY_BYTES, defineCall, idInPath, zonedTime } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { pictureBody } from '../pictures.ts'
import { Email, FirstName, LastName, NewPassword, SignedInUser } from '../session/session.ts'
import { TEXTS } from '../texts.ts'

/**
 * An edit as in `concurrent-edits.ts`, because a user may have several windows. Changing the e-mail address requires `currentPassword`,
 * because password reset links are mailed to it: 400 at `currentPassword` when it is wrong.
 */
export const updateProfile = defineCall({
  name: 'updateProfile',
  summary: "Changes the signed-in user's names and address",
  method: 'PATCH',
  path: '/api/iam/v1/profile',
  access: 'signed-in',
  body: z.extend(withExpected(z.partial(z.object({ firstName: FirstName, lastName: LastName, email: Email }))), {
    currentPassword: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: SignedInUser,
})

export const PHOTO_TEXTS = { wrongType: TEXTS.photoType, tooLarge: TEXTS.photoSize }

export const setPhoto = defineCall({
  name: 'setPhoto',
  summary: 'Gives the signed-in user a photo',
  method: 'PUT',
  path: '/api/iam/v1/profile/photo',
  access: 'writer',
  bodyBytes: BODY_BYTES.picture,
  body: pictureBody(PHOTO_TEXTS),
  answer: SignedInUser,
})

export const removePhoto = defineCall({
  name: 'removePhoto',
  summary: "Takes the signed-in user's photo away",
  method: 'DELETE',
  path: '/api/iam/v1/profile/photo',
  access: 'writer',
  answer: SignedInUser,
})

/** Ends every other session of the user. 400 at `oldPassword` when it is wrong. */
export const changePassword = defineCall({
  name: 'changePassword',
  summary: "Changes the signed-in user's password",
  method: 'PUT',
  path: '/api/iam/v1/profile/password',
  access: 'signed-in',
  body: z.object({
    oldPassword: z.string().check(z.minLength(1, TEXTS.passwordRequired), z.maxLength(200)),
    newPassword: NewPassword,
  }),
})

/** Name of an access token (TOKN-03 to 05). */
export const AccessTokenName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.tokenName, TEXTS.tokenNameLength),
    z.regex(/^[\x20-\x7e]+$/, TEXTS.tokenNameCharacters),
  )

/**
 * What an access token may do: `report` results and ask for their quality gate (calls with `reports`), `read` with GET calls, or `manage`
 * all that its user may.
 */
export const TOKEN_SCOPES = ['report', 'read', 'manage'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/**
 * A long-lived bearer token of calls within its scope and project, except those of its user's account (`/api/iam`). Reporting agents exchange
 * it for a token that expires.
 */
export const AccessToken = z.object({
  id: z.int(),
  name: z.string(),
  scope: z._default(z.enum(TOKEN_SCOPES), 'manage'),
  /** Null for a token of all projects of its user. */
  project: z._default(z.nullable(z.object({ key: z.string(), name: z.string() })), null),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
})
export type AccessToken = z.infer<typeof AccessToken>

export const listAccessTokens = defineCall({
  name: 'listAccessTokens',
  summary: "The signed-in user's access tokens, newest first",
  method: 'GET',
  path: '/api/iam/v1/access-tokens',
  access: 'writer',
  answer: z.object({ items: z.array(AccessToken) }),
})

/** `expiresAt`: 23:59:59 of the chosen day in the user's time zone (TOKN-11), in the future; if omitted, the token does not expire. */
export const NewAccessToken = z.object({
  name: AccessTokenName,
  expiresAt: z.optional(z.nullable(zonedTime)),
  /** By default `manage`. */
  scope: z.optional(z.enum(TOKEN_SCOPES)),
  /** Limits the token to one project. */
  projectKey: z.optional(z.nullable(z.string().check(z.maxLength(50)))),
})
export type NewAccessToken = z.infer<typeof NewAccessToken>

export const createAccessToken = defineCall({
  name: 'createAccessToken',
  summary: 'Creates an access token; its value is in this answer and never again',
  method: 'POST',
  path: '/api/iam/v1/access-tokens',
  access: 'writer',
  secretAnswer: true,
  body: NewAccessToken,
  answer: z.object({ ...AccessToken.shape, value: z.string() }),
})

export const deleteAccessToken = defineCall({
  name: 'deleteAccessToken',
  summary: 'Deletes an access token, and the tokens that agents obtained with it',
  method: 'DELETE',
  path: '/api/iam/v1/access-tokens/:accessTokenId',
  access: 'writer',
  params: z.object({ accessTokenId: idInPath }),
})
