import { z } from 'zod/mini'
import { Role } from '../access.ts'
import { callsOf, defineCall, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { TEXTS } from '../texts.ts'
import { AccessToken, NewAccessToken } from './profile.ts'
import { ProjectAssignments } from './users.ts'

export const SERVICE_ACCOUNT_TEXTS = {
  nameLength: `Must be between 1 and ${LIMITS.serviceAccountName} characters`,
  nameCharacters: 'Must have no control characters',
  nameTaken: 'A user or a service account has this name',
  descriptionLength: `Must be at most ${LIMITS.serviceAccountDescription} characters`,
  unknown: 'This service account does not exist',
  tooMany: `A workspace has at most ${LIMITS.serviceAccounts} service accounts`,
  tooManyTokens: `A service account has at most ${LIMITS.serviceAccountTokens} access tokens`,
  tokenOfProject: 'The service account has no role in this project',
  created: (name: string) => `Service account ${name} was created`,
  updated: (name: string) => `Service account ${name} was updated`,
  enabled: (name: string) => `Service account ${name} was enabled`,
  disabled: (name: string) => `Service account ${name} was disabled`,
  deleted: (name: string) => `Service account ${name} was deleted`,
}

/**
 * An account of programs, such as pipelines: it owns access tokens and belongs to no user. Nobody signs in to it, it has no e-mail address
 * and takes no seat.
 */
export const ServiceAccount = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** Tokens of a disabled service account are invalid until it is enabled again. */
  enabled: z.boolean(),
  /** Roles in the projects that the caller may know of, by project id. */
  projects: z.array(z.object({ projectId: z.int(), key: z.string(), name: z.string(), role: Role })),
  /** Number of other projects in which it has a role. */
  hiddenProjects: z.int(),
  tokens: z.int(),
  /** Time of the last use of any of its tokens. */
  lastUsedAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** Name of the user who created it; null if that user was deleted. */
  createdBy: z.nullable(z.string()),
})
export type ServiceAccount = z.infer<typeof ServiceAccount>

/** Unique among users and service accounts, ignoring case. */
const Name = z
  .string(TEXTS.required)
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.serviceAccountName, { error: SERVICE_ACCOUNT_TEXTS.nameLength, abort: true }),
    z.regex(/^\P{C}+$/u, SERVICE_ACCOUNT_TEXTS.nameCharacters),
  )
const Description = z
  .string()
  .check(z.trim(), z.maxLength(LIMITS.serviceAccountDescription, SERVICE_ACCOUNT_TEXTS.descriptionLength))

/** Fields of a service account that its form checks. */
export const ServiceAccountFields = z.object({ name: Name, description: Description })

const path = '/api/iam/v1/service-accounts'
const read = { workspace: 'IAM_USERS_READ', or: ['IAM_USERS_UPDATE'] } as const
const write = { workspace: 'IAM_USERS_UPDATE' } as const
const inServiceAccount = { serviceAccountId: idInPath }
const accountCalls = callsOf({
  path: `${path}/:serviceAccountId`,
  params: z.object(inServiceAccount),
  read,
  write,
})

/** By name. */
export const listServiceAccounts = defineCall({
  name: 'listServiceAccounts',
  summary: 'The service accounts of the workspace',
  method: 'GET',
  path,
  access: read,
  answer: z.object({ items: z.array(ServiceAccount) }),
})

export const getServiceAccount = accountCalls.get('getServiceAccount', 'One service account', {
  answer: ServiceAccount,
})

/**
 * 409 at `name` when it is in use, without a field at the maximum number of service accounts; 400 at `projects.N.projectId`; 403 for a role
 * that the caller may not give.
 */
export const createServiceAccount = defineCall({
  name: 'createServiceAccount',
  summary: 'Creates a service account with roles in projects',
  method: 'POST',
  path,
  access: write,
  body: z.object({
    name: Name,
    description: z._default(Description, ''),
    projects: z._default(ProjectAssignments, []),
  }),
  answer: ServiceAccount,
})

/**
 * An edit as in `concurrent-edits.ts`. `projects` replaces the roles in the projects that the caller may know of, sorted by project id; other
 * roles stay. Errors as of `createServiceAccount`; 403 also for a changed role above the caller's own.
 */
export const updateServiceAccount = accountCalls.patch(
  'updateServiceAccount',
  'Changes, disables or enables a service account',
  {
    body: withExpected(
      z.partial(z.object({ name: Name, description: Description, enabled: z.boolean(), projects: ProjectAssignments })),
    ),
    answer: ServiceAccount,
  },
)

/** Revokes its tokens and removes its roles. What it has reported stays, with its name. */
export const deleteServiceAccount = accountCalls.delete('deleteServiceAccount', 'Deletes a service account')

/** `createdBy`: name of the user who created the token; null if that user was deleted. */
export const ServiceAccountToken = z.extend(AccessToken, { createdBy: z.nullable(z.string()) })
export type ServiceAccountToken = z.infer<typeof ServiceAccountToken>

const tokensPath = '/access-tokens'

export const listServiceAccountTokens = accountCalls.get(
  'listServiceAccountTokens',
  'The access tokens of a service account, newest first',
  { path: tokensPath, answer: z.object({ items: z.array(ServiceAccountToken) }) },
)

/**
 * 403 unless the caller has every role of the service account, because the token acts with them. 400 at `projectKey` for a project in which
 * the service account has no role; 409 at the maximum number of tokens.
 */
export const createServiceAccountToken = accountCalls.post(
  'createServiceAccountToken',
  'Creates an access token of a service account; its value is in this answer and never again',
  {
    path: tokensPath,
    secretAnswer: true,
    body: NewAccessToken,
    answer: z.object({ ...ServiceAccountToken.shape, value: z.string() }),
  },
)

export const deleteServiceAccountToken = defineCall({
  name: 'deleteServiceAccountToken',
  summary: 'Deletes an access token of a service account, and the tokens that agents obtained with it',
  method: 'DELETE',
  path: `${path}/:serviceAccountId${tokensPath}/:accessTokenId`,
  access: write,
  params: z.object({ ...inServiceAccount, accessTokenId: idInPath }),
})
