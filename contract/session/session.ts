import { z } from 'zod/mini'
import { Feature, Permission, Role } from '../access.ts'
import { defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { TEXTS } from '../texts.ts'
import { WorkspaceName } from '../workspace/workspace.ts'

/** Characters allowed in a password (PASSW-03): printable ASCII, including the space. */
export const PASSWORD_CHARACTERS = /^[A-Za-z0-9!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~ ]*$/

/** A new password (PASSW-01, PASSW-02, PASSW-04). */
export const NewPassword = z
  .string(TEXTS.passwordRequired)
  .check(
    z.minLength(1, { error: TEXTS.passwordRequired, abort: true }),
    z.minLength(LIMITS.passwordLeast, TEXTS.passwordLength),
    z.maxLength(LIMITS.maxPassword, TEXTS.passwordLength),
    z.regex(PASSWORD_CHARACTERS, TEXTS.passwordCharacters),
  )

const personalName = (characters: RegExp, illegal: string) =>
  z.string().check(
    z.trim(),
    z.maxLength(LIMITS.personalName, TEXTS.nameLength100),
    z.refine((value) => value === '' || characters.test(value), illegal),
  )
/** First and last name (PROF-09 to 12); a space is allowed between its words (PROF-13). */
export const FirstName = personalName(/^[\p{L}\p{M}\p{N}.' -]+$/u, TEXTS.firstNameCharacters)
export const LastName = personalName(/^[\p{L}\p{M}\p{N}.'() -]+$/u, TEXTS.lastNameCharacters)

export const Email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(254, 'Must be at most 254 characters'),
    z.email('Must be a valid email address'),
  )

/** Name to sign in with, unique in the workspace, ignoring case. */
export const Username = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(50, 'Must be between 1 and 50 characters'),
    z.regex(/^[A-Za-z0-9._-]+$/, 'Username must have only latin letters, numbers, dots, hyphens or underscores'),
  )

/** The signed-in user. */
export const SignedInUser = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  photoUrl: z.nullable(z.string()),
  source: z.enum(['INTERNAL', 'SAML', 'OIDC', 'SCIM']),
  readOnly: z.boolean(),
  superAdmin: z.boolean(),
  /** Permissions of all the user's groups. */
  permissions: z.array(Permission),
  /** Roles of the user in any project, or in all projects through a group. */
  roles: z.array(Role),
})
export type SignedInUser = z.infer<typeof SignedInUser>

/** Current permissions and roles included: they may have changed since the session was opened. */
export const getProfile = defineCall({
  name: 'getProfile',
  summary: 'The signed-in user',
  method: 'GET',
  path: '/api/iam/v1/profile',
  access: 'signed-in',
  answer: SignedInUser,
})

export const Workspace = z.object({
  name: z.string(),
  /** Prefix of destinations of the live channel. */
  tenant: z.string(),
  features: z.array(Feature),
  /** `null` for no limit. */
  projectsLimit: z.nullable(z.int()),
  /** Logo displayed in place of the product's. */
  logoUrl: z.nullable(z.string()),
})
export type Workspace = z.infer<typeof Workspace>

/** What the user must do before the session can be used: set up a second factor, or verify with it. */
export const SessionRestriction = z.enum(['enrol', 'verify'])
export type SessionRestriction = z.infer<typeof SessionRestriction>

/** An open session. Never contains the refresh token, which is in an HttpOnly cookie. */
export const OpenSession = z.object({
  authToken: z.string(),
  authTokenType: z.literal('Bearer'),
  authTokenExpirationInSecs: z.int(),
  restriction: z.nullable(SessionRestriction),
  user: SignedInUser,
  workspace: Workspace,
})
export type OpenSession = z.infer<typeof OpenSession>

/** Data about the server for visitors without a session. */
export const getWelcome = defineCall({
  name: 'getWelcome',
  summary: 'Whether the workspace exists yet, and whether mail can be sent',
  method: 'GET',
  path: '/api/welcome',
  access: 'anyone',
  answer: z.object({
    /** Whether there is no workspace yet; the first visitor then creates the workspace and becomes its owner. */
    empty: z.boolean(),
    workspaceName: z.nullable(z.string()),
    workspaceLogoUrl: z.nullable(z.string()),
    mail: z.enum(['smtp', 'outbox']),
    /** Whether browsers can use passkeys at the server's URL. */
    passkeys: z.boolean(),
    /** Sorted by name. Empty while single sign-on is switched off. */
    identityProviders: z.array(z.object({ id: z.int(), name: z.string(), logoUrl: z.nullable(z.string()) })),
  }),
})

export const CreateWorkspace = z.object({
  workspaceName: WorkspaceName,
  username: Username,
  firstName: FirstName,
  lastName: LastName,
  email: Email,
  password: NewPassword,
})
/** 409 when the workspace already exists. */
export const createWorkspace = defineCall({
  name: 'createWorkspace',
  summary: 'Creates the workspace and its owner on an empty server, and signs the owner in',
  method: 'POST',
  path: '/api/workspace',
  access: 'anyone',
  body: CreateWorkspace,
  answer: OpenSession,
})

export const SecondFactorMethod = z.enum(['app', 'passkey'])
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>

/** Answer after a correct password if a code (`verifySecondFactor`) or a passkey (`signInByPasskey`) is also required. */
export const SecondFactorNeeded = z.object({
  secondFactor: z.literal('needed'),
  /** Methods that the user has set up. A recovery code replaces either. */
  methods: z.array(SecondFactorMethod),
  /** Proves the correct password, and allows nothing else. */
  ticket: z.string(),
  expiresInSecs: z.int(),
})
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>

/** `login` is a username or an e-mail address. 401 with `wrongCredentials` for every error. */
export const signIn = defineCall({
  name: 'signIn',
  summary: 'Opens a session',
  method: 'POST',
  path: '/api/iam/v1/auth/login',
  access: 'anyone',
  body: z.object({
    login: z.string().check(z.trim(), z.minLength(1, TEXTS.required), z.maxLength(254)),
    password: z.string().check(z.minLength(1, TEXTS.passwordRequired), z.maxLength(200)),
  }),
  answer: z.union([OpenSession, SecondFactorNeeded]),
})

/** Answer to a call that was requested together with the session: the call's URL as given, and its status and body, errors included. */
export const AnsweredAhead = z.object({ address: z.string(), status: z.int(), answer: z.unknown() })
export type AnsweredAhead = z.infer<typeof AnsweredAhead>

/**
 * Authenticates by the refresh cookie and replaces it. 401 with `renewalRefused`: the user must sign in again. `ahead`: URLs of calls in
 * a project that the browser is about to make; those that are answered immediately are returned with the session.
 */
export const renewSession = defineCall({
  name: 'renewSession',
  summary: 'Renews the session of the refresh cookie',
  method: 'POST',
  path: '/api/session/refresh',
  access: 'anyone',
  // Enough for the URLs of four calls with their filters.
  bodyBytes: 32 * 1024,
  body: z.object({ ahead: z.optional(z.array(z.string())) }),
  answer: z.extend(OpenSession, { ahead: z.optional(z.array(AnsweredAhead)) }),
})

export const signOut = defineCall({
  name: 'signOut',
  summary: 'Ends the session of the refresh cookie, on this and no other device',
  method: 'POST',
  path: '/api/session/sign-out',
  access: 'anyone',
  /** URL for signing out of the identity provider as well; null if not needed. */
  answer: z.object({ logoutUrl: z.nullable(z.string()) }),
})

/** The answer does not reveal whether the address is known. */
export const forgotPassword = defineCall({
  name: 'forgotPassword',
  summary: 'Mails a link that sets a new password',
  method: 'POST',
  path: '/api/iam/v1/auth/password/forgot',
  access: 'anyone',
  body: z.object({ email: Email }),
  answer: z.object({ mail: z.enum(['smtp', 'outbox']) }),
})

/**
 * Ends every session of the user; with `revokeAccessTokens` also deletes their access tokens. 400 with a message at `token` when the link
 * was used or has expired.
 */
export const resetPassword = defineCall({
  name: 'resetPassword',
  summary: 'Sets a new password by the token of a mailed link',
  method: 'POST',
  path: '/api/iam/v1/auth/password/reset',
  access: 'anyone',
  body: z.object({
    token: z.string().check(z.minLength(1)),
    newPassword: NewPassword,
    revokeAccessTokens: z.optional(z.boolean()),
  }),
})
