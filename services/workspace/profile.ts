import type { z } from 'zod/mini'
import { getHomepage, setHomepage, type Homepage } from '../../contract/workspace/homepage.ts'
import {
  changePassword,
  createAccessToken,
  deleteAccessToken,
  listAccessTokens,
  removePhoto,
  setPhoto,
  updateProfile,
} from '../../contract/workspace/profile.ts'
import type { Send } from '../http/http.ts'

/** Calls about the signed-in user's account. */
export const createProfileService = (send: Send) => ({
  update: (body: z.infer<typeof updateProfile.body>) => send(updateProfile, { body }),
  /** `image`: bytes in base64. */
  setPhoto: (image: string) => send(setPhoto, { body: { image } }),
  removePhoto: () => send(removePhoto),
  homepage: () => send(getHomepage),
  setHomepage: (homepage: Homepage) => send(setHomepage, { body: { homepage } }),
  changePassword: (oldPassword: string, newPassword: string) =>
    send(changePassword, { body: { oldPassword, newPassword } }),
  tokens: () => send(listAccessTokens),
  createToken: (name: string, expiresAt: string | null) => send(createAccessToken, { body: { name, expiresAt } }),
  deleteToken: (accessTokenId: number) => send(deleteAccessToken, { params: { accessTokenId } }),
})
