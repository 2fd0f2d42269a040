import { CALLERS, type Caller } from './callers.ts'

export const ANYONE: readonly Caller[] = CALLERS
export const PEOPLE: readonly Caller[] = [
  'GUEST',
  'ENGINEER',
  'MANAGER',
  'ADMINISTRATOR',
  'owner',
  'read-only',
  'non-member',
]
export const PEOPLE_AND_AGENTS: readonly Caller[] = [...PEOPLE, 'agent', 'access-token']
export const NOT_READ_ONLY: readonly Caller[] = ['GUEST', 'ENGINEER', 'MANAGER', 'ADMINISTRATOR', 'owner', 'non-member']
export const NOT_READ_ONLY_AND_AGENTS: readonly Caller[] = [...NOT_READ_ONLY, 'agent', 'access-token']
export const MEMBERS: readonly Caller[] = [
  'GUEST',
  'ENGINEER',
  'MANAGER',
  'ADMINISTRATOR',
  'owner',
  'read-only',
  'agent',
  'access-token',
]
export const WRITERS: readonly Caller[] = ['ENGINEER', 'MANAGER', 'ADMINISTRATOR', 'owner', 'agent', 'access-token']
export const MANAGERS: readonly Caller[] = ['MANAGER', 'ADMINISTRATOR', 'owner']
export const ADMINISTRATORS: readonly Caller[] = ['ADMINISTRATOR', 'owner']
export const OWNER: readonly Caller[] = ['owner']
export const VISITORS: readonly Caller[] = ['visitor']

/** Who may make which call. */
export type AccessTable = Record<string, readonly Caller[]>
