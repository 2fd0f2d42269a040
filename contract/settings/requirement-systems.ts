import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { EntryName } from './entry-name.ts'
import { isWebAddress } from '../links.ts'

/** Stands in an address for the requirement's key. */
export const KEY_IN_ADDRESS = '{key}'

export const REQUIREMENT_SYSTEM_TEXTS = {
  prefixTaken: 'Another system has the keys that begin with this',
  prefixCharacters: 'Key prefix latin letters, numbers, dots, hyphens or underscores',
  addressForm: `An http or https address in which ${KEY_IN_ADDRESS} stands for the key`,
  addressTooLong: (most: number) => `The address must have at most ${most} characters`,
  prefixTooLong: (most: number) => `The beginning must have at most ${most} characters`,
  none: 'There are no requirement systems yet',
  created: 'Requirement system was successfully created',
  updated: 'Requirement system was successfully updated',
  deleted: 'Requirement system was successfully deleted',
} as const

const MOST = { address: 500, prefix: 40 } as const

/** A key or an address of something elsewhere: `PRD-91`, `https://…`. */
export const RequirementReference = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(LIMITS.requirementMost, TEXTS.nameTooLong(LIMITS.requirementMost)))

/** Where requirements are kept outside: whatever is named by a key such as SHOP-12 stands there at an address (TREE-58). */
export const RequirementSystem = z.object({
  id: z.int(),
  name: z.string(),
  /** What its keys begin with, as `SHOP-`. */
  keyPrefix: z.string(),
  /** Holds `{key}` once or more. */
  address: z.string(),
})
export type RequirementSystem = z.infer<typeof RequirementSystem>

const isAddress = (address: string): boolean => {
  if (!address.includes(KEY_IN_ADDRESS) || !isWebAddress(address)) return false
  // Neither the server's name nor who signs in there may come from a key.
  const [, host = ''] = /^https?:\/\/([^/?#]*)/i.exec(address) ?? []
  return (
    !host.includes(KEY_IN_ADDRESS) && !host.includes('@') && URL.canParse(address.replaceAll(KEY_IN_ADDRESS, 'A-1'))
  )
}

/** Name and beginning are each unique in the project, whatever the case. */
export const RequirementSystemValues = z.object({
  name: EntryName,
  keyPrefix: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: TEXTS.required, abort: true }),
      z.maxLength(MOST.prefix, REQUIREMENT_SYSTEM_TEXTS.prefixTooLong(MOST.prefix)),
      z.regex(/^[A-Za-z0-9._-]+$/, REQUIREMENT_SYSTEM_TEXTS.prefixCharacters),
    ),
  address: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: TEXTS.required, abort: true }),
      z.maxLength(MOST.address, REQUIREMENT_SYSTEM_TEXTS.addressTooLong(MOST.address)),
      z.refine(isAddress, REQUIREMENT_SYSTEM_TEXTS.addressForm),
    ),
})
export type RequirementSystemValues = z.infer<typeof RequirementSystemValues>

/** An edit as in `concurrent-edits.ts`. */
export const RequirementSystemChange = withExpected(z.partial(RequirementSystemValues))
export type RequirementSystemChange = z.infer<typeof RequirementSystemChange>

/**
 * Where a requirement can be read: an address is its own, and a key's is that of the system with the longest beginning that fits.
 * Null where nobody knows.
 */
export const addressOfRequirement = (
  requirement: string,
  systems: readonly Pick<RequirementSystem, 'keyPrefix' | 'address'>[],
): string | null => {
  if (isWebAddress(requirement)) return requirement
  const key = requirement.toLowerCase()
  const [system] = systems
    .filter(({ keyPrefix }) => key.startsWith(keyPrefix.toLowerCase()) && key.length > keyPrefix.length)
    .sort((a, b) => b.keyPrefix.length - a.keyPrefix.length)
  return system?.address.replaceAll(KEY_IN_ADDRESS, () => encodeURIComponent(requirement)) ?? null
}

const path = '/api/projects/:projectKey/requirement-systems'
const feature = 'requirements-mapping'
const InSystem = z.object({ ...inProject, requirementSystemId: idInPath })

export const listRequirementSystems = defineCall({
  name: 'listRequirementSystems',
  summary: 'The systems that hold the requirements of a project, by name',
  method: 'GET',
  path,
  access: { project: 'settings:read' },
  feature,
  params: InProject,
  answer: z.object({ items: z.array(RequirementSystem) }),
})

/** 409 with a message at `name` or `keyPrefix` when another system has it. */
export const createRequirementSystem = defineCall({
  name: 'createRequirementSystem',
  summary: 'Adds a system that holds requirements',
  method: 'POST',
  path,
  access: { project: 'settings:write' },
  feature,
  params: InProject,
  body: RequirementSystemValues,
  answer: RequirementSystem,
})

/** 409 with a message at `name` or `keyPrefix` when another system has it, `stale` when edits collide. */
export const updateRequirementSystem = defineCall({
  name: 'updateRequirementSystem',
  summary: 'Changes a system that holds requirements',
  method: 'PUT',
  path: `${path}/:requirementSystemId`,
  access: { project: 'settings:write' },
  feature,
  params: InSystem,
  body: RequirementSystemChange,
  answer: RequirementSystem,
})

/** Requirements keep their keys, which lead nowhere then. */
export const deleteRequirementSystem = defineCall({
  name: 'deleteRequirementSystem',
  summary: 'Deletes a system that holds requirements',
  method: 'DELETE',
  path: `${path}/:requirementSystemId`,
  access: { project: 'settings:write' },
  feature,
  params: InSystem,
})
