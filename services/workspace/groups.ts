import type { z } from 'zod/mini'
import {
  addGroupUser,
  createGroup,
  deleteGroup,
  listGroups,
  removeGroupUser,
  updateGroup,
} from '../../contract/workspace/groups.ts'
import type { Send } from '../http/http.ts'

/** Calls about user groups and permissions. */
export const createGroupsService = (send: Send) => ({
  /** Without users: for filters and fields. */
  list: async () => (await send(listGroups, { query: {} })).results,
  listWithUsers: async () => (await send(listGroups, { query: { includeUsers: true } })).results,
  create: (body: z.infer<typeof createGroup.body>) => send(createGroup, { body }),
  update: (groupId: number, body: z.infer<typeof updateGroup.body>) => send(updateGroup, { params: { groupId }, body }),
  delete: (groupId: number) => send(deleteGroup, { params: { groupId } }),
  addUser: (groupId: number, userId: number) => send(addGroupUser, { params: { groupId, userId }, body: {} }),
  removeUser: (groupId: number, userId: number) => send(removeGroupUser, { params: { groupId, userId } }),
})
