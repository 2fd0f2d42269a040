import type { z } from 'zod/mini'
import { inviteUsers, resendInvitation } from '../../contract/workspace/invitations.ts'
import { resetSecondFactor } from '../../contract/workspace/second-factor.ts'
import { getSeats, updateSeats } from '../../contract/workspace/seats.ts'
import {
  changeUserPassword,
  checkReadOnly,
  checkUserExists,
  createUser,
  listUsers,
  updateUser,
  type UsersQuery,
} from '../../contract/workspace/users.ts'
import type { Send } from '../http/http.ts'

/** Calls about users, invitations and seats. */
export const createUsersService = (send: Send) => ({
  /** With the groups of each. */
  list: (query: Partial<UsersQuery>, signal?: AbortSignal) =>
    send(listUsers, { query: { ...query, includeGroups: true }, signal }),
  seats: async () => (await send(getSeats)).data,
  changeSeats: async (body: z.infer<typeof updateSeats.body>) => (await send(updateSeats, { body })).data,
  create: (body: z.infer<typeof createUser.body>) => send(createUser, { body }),
  update: (userId: number, body: z.infer<typeof updateUser.body>) => send(updateUser, { params: { userId }, body }),
  checkReadOnly: (userId: number) => send(checkReadOnly, { params: { userId } }),
  changePassword: (userId: number, newPassword: string) =>
    send(changeUserPassword, { params: { userId }, body: { newPassword } }),
  resetSecondFactor: (userId: number) => send(resetSecondFactor, { params: { userId } }),
  /** Resolves with whether another user than `id` has the name or address. */
  exists: (query: Partial<z.infer<typeof checkUserExists.query>>, signal: AbortSignal) =>
    send(checkUserExists, { query, signal }),
  invite: (body: z.infer<typeof inviteUsers.body>) => send(inviteUsers, { body }),
  resendInvitation: (userId: number) => send(resendInvitation, { params: { userId }, body: {} }),
})
