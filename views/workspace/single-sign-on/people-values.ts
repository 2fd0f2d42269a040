import type { z } from 'zod/mini'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import type { GroupMapping, peopleOptions } from '../../../contract/workspace/identity-providers.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'

/** Account and group settings of a provider, as form values. */
export type PeopleValues = { [Name in keyof typeof peopleOptions]: z.infer<(typeof peopleOptions)[Name]> }

export const NO_PEOPLE: PeopleValues = {
  createsPeople: false,
  groupId: null,
  groupAttribute: '',
  groupMapping: [],
  removesGroups: false,
  linksByEmail: false,
}

export const peopleValuesOf = ({
  createsPeople,
  groupId,
  groupAttribute,
  groupMapping,
  removesGroups,
  linksByEmail,
}: PeopleValues): PeopleValues => ({
  createsPeople,
  groupId,
  groupAttribute,
  groupMapping,
  removesGroups,
  linksByEmail,
})

/** Validation that only the form can do, before the contract's schema. */
export const peopleProblemsOf = (values: PeopleValues): Partial<Record<keyof PeopleValues, string>> => {
  const { groupMapping, groupAttribute, createsPeople, groupId } = values
  return {
    ...(createsPeople && groupId === null ? { groupId: USER_TEXTS.groupRequired } : {}),
    ...(groupMapping.length > 0 && groupAttribute.trim() === ''
      ? { groupAttribute: PROVIDER_TEXTS.mappingWithoutAttribute }
      : {}),
    ...(groupMapping.some(isIncomplete) ? { groupMapping: PROVIDER_TEXTS.mappingIncomplete } : {}),
  }
}

const isIncomplete = ({ value, groupId }: GroupMapping): boolean => value.trim() === '' || groupId < 1

export const PEOPLE_LABELS = {
  createsPeople: 'Create accounts',
  groupId: 'Group of new users',
  groupAttribute: 'Group attribute',
  groupMapping: 'Groups by attribute',
  removesGroups: 'Remove groups',
  linksByEmail: 'Link by e-mail address',
}
