import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { AccessTokenName } from './profile.ts'
import { ofProviders } from './identity-providers.ts'
import { USER_TEXTS } from './user-texts.ts'

export const SCIM_TEXTS = {
  superAdminsOnly: 'Only super admins can let a directory change users',
  tokenUnknown: 'This token does not exist',
}

/** Base path of the SCIM API. */
export const SCIM_PATH = '/scim/v2'

/** Token with which a directory (Entra, Okta) manages users and groups. Users that it creates join `groupId`. */
export const ScimToken = z.object({
  id: z.int(),
  name: z.string(),
  groupId: z.nullable(z.int()),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type ScimToken = z.infer<typeof ScimToken>

const path = '/api/iam/v1/scim-tokens'

/** Newest first. */
export const listScimTokens = defineCall({
  name: 'listScimTokens',
  summary: 'The tokens of directories that provision users by SCIM 2.0, and the address to give to them',
  method: 'GET',
  path,
  ...ofProviders,
  answer: z.object({ items: z.array(ScimToken), url: z.string() }),
})

/** 403 for everybody except super admins, because the token manages users with the rights of one. 400 at `groupId`. */
export const createScimToken = defineCall({
  name: 'createScimToken',
  summary: 'Creates a token for a directory; its value is in this answer and never again',
  method: 'POST',
  path,
  ...ofProviders,
  secretAnswer: true,
  body: z.object({
    name: AccessTokenName,
    groupId: z.int(USER_TEXTS.groupRequired).check(z.minimum(1, USER_TEXTS.groupRequired)),
  }),
  answer: z.object({ ...ScimToken.shape, value: z.string() }),
})

export const deleteScimToken = defineCall({
  name: 'deleteScimToken',
  summary: 'Revokes the token of a directory at once',
  method: 'DELETE',
  path: `${path}/:scimTokenId`,
  ...ofProviders,
  params: z.object({ scimTokenId: idInPath }),
})
