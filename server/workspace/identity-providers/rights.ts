import type { z } from 'zod/mini'
import {
  type GroupMapping,
  type peopleOptions,
  type ProviderType,
} from '../../../contract/workspace/identity-providers.ts'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import type { Principal } from '../../access/principals.ts'
import { appendEvents } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'
import { forbidden, wrongField } from '../../http/refusal.ts'
import type { StoredProvider } from '../../session/session.ts'
import { requireMayChange, requireMayGrant } from '../administration.ts'
import { unknownProvider } from './stored.ts'

/** What a provider may do with accounts. */
export type PeopleOptions = { [Name in keyof typeof peopleOptions]: z.infer<(typeof peopleOptions)[Name]> }

export const columnsOfPeople = (options: PeopleOptions) => ({
  creates_people: options.createsPeople,
  group_id: options.groupId,
  group_attribute: options.groupAttribute,
  group_mapping: JSON.stringify(options.groupMapping),
  removes_groups: options.removesGroups,
  links_by_email: options.linksByEmail,
})

export const peopleOptionsOf = (row: StoredProvider): PeopleOptions => ({
  createsPeople: row.creates_people,
  groupId: row.group_id,
  groupAttribute: row.group_attribute,
  groupMapping: row.group_mapping,
  removesGroups: row.removes_groups,
  linksByEmail: row.links_by_email,
})

/** Locks a provider of this type. Throws 404. */
export const lockProvider = async (tx: Tx, id: number, type: ProviderType): Promise<StoredProvider> => {
  const row = await tx
    .selectFrom('identity_provider')
    .selectAll()
    .where('id', '=', id)
    .where('type', '=', type)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw unknownProvider()
  return row
}

export const NOTHING_HELD: PeopleOptions = {
  createsPeople: false,
  groupId: null,
  groupAttribute: '',
  groupMapping: [],
  removesGroups: false,
  linksByEmail: false,
}

/**
 * Throws unless the caller may grant a provider these options: the caller must be able to grant its groups, and only super admins allow it
 * to take over accounts. Options that are already `held` are not checked, but only if unchanged: the same group for another value is a new
 * grant.
 */
export const requireMayLet = async (
  tx: Tx,
  caller: Principal,
  options: PeopleOptions,
  held: PeopleOptions,
): Promise<void> => {
  const { groupId, groupMapping, groupAttribute, createsPeople, linksByEmail, removesGroups } = options
  if (createsPeople && groupId === null) throw wrongField('groupId', USER_TEXTS.groupRequired)
  if (groupMapping.length > 0 && groupAttribute === '')
    throw wrongField('groupAttribute', PROVIDER_TEXTS.mappingWithoutAttribute)
  if (linksByEmail && !held.linksByEmail && !caller.superAdmin) throw forbidden(PROVIDER_TEXTS.linksBySuperAdminsOnly)
  const isDefaultHeld = groupId === held.groupId && (held.createsPeople || !createsPeople)
  const isMappingHeld = groupAttribute === held.groupAttribute && (held.removesGroups || !removesGroups)
  const isHeld = (row: GroupMapping) =>
    isMappingHeld && held.groupMapping.some(({ value, groupId: id }) => value === row.value && id === row.groupId)
  const named = [
    ...(groupId === null || isDefaultHeld ? [] : [{ field: 'groupId', id: groupId }]),
    ...groupMapping.flatMap((row, place) =>
      isHeld(row) ? [] : [{ field: `groupMapping.${place}.groupId`, id: row.groupId }],
    ),
  ]
  for (const { field, id } of named) {
    const group = await tx
      .selectFrom('user_group')
      .select(['built_in', 'permissions'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!group) throw wrongField(field, USER_TEXTS.groupUnknown)
    requireMayGrant(caller, group)
  }
}

/**
 * Throws unless the caller has all permissions of all users of the provider. Whoever changes its trust anchor could sign in as any of them.
 */
export const requireMaySpeakFor = async (tx: Tx, caller: Principal, providerId: number): Promise<void> => {
  const people = await tx
    .selectFrom('user_identity')
    .select('user_id')
    .distinct()
    .where('provider_id', '=', providerId)
    .execute()
  for (const { user_id: userId } of people) await requireMayChange(tx, caller, userId, { takesOver: true })
}

/** Appends to the workspace's stream, for the audit log. */
export const recordChange = (tx: Tx, caller: Principal, type: string, payload: object) =>
  appendEvents(tx, [{ stream: 'workspace', type, payload, userId: caller.userId }])
