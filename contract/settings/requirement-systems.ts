import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { EntryName } from './entry-name.ts'
import { isWebAddress } from '../links.ts'

/** Placeholder for the requirement's key in a URL. */
export const KEY_IN_ADDRESS = '{key}'

export const REQUIREMENT_SYSTEM_TEXTS = {
  prefixTaken: 'Another system has the keys that begin with this',
  prefixCharacters: 'Key prefix latin letters, numbers, dots, hyphens or underscores',
  addressForm: `An http or https address in which ${KEY_IN_ADDRESS} stands for the key`,
  addressTooLong: (max: number) => `The address must have at most ${max} characters`,
  prefixTooLong: (max: number) => `The beginning must have at most ${max} characters`,
  none: 'There are no requirement systems yet',
  created: 'Requirement system was successfully created',
  updated: 'Requirement system was successfully updated',
  deleted: 'Requirement system was successfully deleted',
} as const

const MAX = { address: 500, prefix: 40 } as const

/** Key or URL of a requirement in another system: `PRD-91`, `https://…`. */
export const RequirementReference = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(LIMITS.maxRequirement, TEXTS.nameTooLong(LIMITS.maxRequirement)))

/** An external system for requirements: keys with the given prefix, such as SHOP-12, are displayed at the given URL (TREE-58). */
export const RequirementSystem = z.object({
  id: z.int(),
  name: z.string(),
  /** Beginning of its keys, such as `SHOP-`. */
  keyPrefix: z.string(),
  /** URL that contains `{key}` at least once. */
  address: z.string(),
})
export type RequirementSystem = z.infer<typeof RequirementSystem>

const isAddress = (address: string): boolean => {
  if (!address.includes(KEY_IN_ADDRESS) || !isWebAddress(address)) return false
  // A key must not determine the host or the credentials of the URL.
  const [, host = ''] = /^https?:\/\/([^/?#]*)/i.exec(address) ?? []
  return (
    !host.includes(KEY_IN_ADDRESS) && !host.includes('@') && URL.canParse(address.replaceAll(KEY_IN_ADDRESS, 'A-1'))
  )
}

/** Name and prefix are each unique in the project, ignoring case. */
export const RequirementSystemValues = z.object({
  name: EntryName,
  keyPrefix: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: TEXTS.required, abort: true }),
      z.maxLength(MAX.prefix, REQUIREMENT_SYSTEM_TEXTS.prefixTooLong(MAX.prefix)),
      z.regex(/^[A-Za-z0-9._-]+$/, REQUIREMENT_SYSTEM_TEXTS.prefixCharacters),
    ),
  address: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: TEXTS.required, abort: true }),
      z.maxLength(MAX.address, REQUIREMENT_SYSTEM_TEXTS.addressTooLong(MAX.address)),
      z.refine(isAddress, REQUIREMENT_SYSTEM_TEXTS.addressForm),
    ),
})
export type RequirementSystemValues = z.infer<typeof RequirementSystemValues>

/** An edit as in `concurrent-edits.ts`. */
export const RequirementSystemChange = withExpected(z.partial(RequirementSystemValues))
export type RequirementSystemChange = z.infer<typeof RequirementSystemChange>

/**
 * Returns the URL of a requirement: the requirement itself if it is a URL, otherwise that of the system with the longest matching prefix;
 * null if no prefix matches.
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

/** Requirements keep their keys, which are then no longer links. */
export const deleteRequirementSystem = defineCall({
  name: 'deleteRequirementSystem',
  summary: 'Deletes a system that holds requirements',
  method: 'DELETE',
  path: `${path}/:requirementSystemId`,
  access: { project: 'settings:write' },
  feature,
  params: InSystem,
})
