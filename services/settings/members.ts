import type { Role } from '../../contract/access.ts'
import {
  addMembers,
  deleteMember,
  listCandidates,
  listMembers,
  updateMember,
  type MembersQuery,
} from '../../contract/settings/members.ts'
import type { Send } from '../http/http.ts'

/** Calls about members and roles. */
export const createMembersService = (send: Send) => ({
  list: (projectKey: string, query: Partial<MembersQuery>, signal?: AbortSignal) =>
    send(listMembers, { params: { projectKey }, query, signal }),
  /** Users of the workspace who can be added. */
  candidates: (projectKey: string, q: string, signal?: AbortSignal) =>
    send(listCandidates, { params: { projectKey }, query: { q }, signal }),
  add: (projectKey: string, role: Role, userIds: number[]) =>
    send(addMembers, { params: { projectKey }, body: { role, userIds } }),
  /** `expected`: the role that the author saw. */
  giveRole: (projectKey: string, userId: number, role: Role, expected: Role) =>
    send(updateMember, { params: { projectKey, userId }, body: { role, expected: { role: expected } } }),
  remove: (projectKey: string, userId: number) => send(deleteMember, { params: { projectKey, userId } }),
})
