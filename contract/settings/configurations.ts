import { z } from 'zod/mini'
import { callsOf, defineCall, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { EntryName } from './entry-name.ts'

/** One option of a group, such as Chrome in Browsers. */
export const ConfigurationOption = z.object({ id: z.int(), name: z.string() })
export type ConfigurationOption = z.infer<typeof ConfigurationOption>

/** Groups of alternatives that tests are run on (CONFIGS-03). Groups and options are in order of creation. */
export const ConfigurationGroup = z.object({ id: z.int(), name: z.string(), options: z.array(ConfigurationOption) })
export type ConfigurationGroup = z.infer<typeof ConfigurationGroup>

/** An option of a configuration group, with both names at the time of selection (ESED-11, RUNED-05). */
export const SelectedConfiguration = z.object({
  groupId: z.int(),
  optionId: z.int(),
  groupName: z.string(),
  optionName: z.string(),
})
export type SelectedConfiguration = z.infer<typeof SelectedConfiguration>

/** Name of a group or an option, unique among its siblings, ignoring case. */
export const ConfigurationName = z.object({ name: EntryName })

/** An edit as in `concurrent-edits.ts`. */
const Renaming = withExpected(ConfigurationName)

const path = '/api/projects/:projectKey/configuration-groups'
const InGroup = z.object({ ...inProject, groupId: idInPath })
const InOption = z.object({ ...inProject, groupId: idInPath, optionId: idInPath })

export const listConfigurationGroups = defineCall({
  name: 'listConfigurationGroups',
  summary: 'The configuration groups of a project with their options',
  method: 'GET',
  path,
  access: { project: 'settings:read' },
  params: InProject,
  answer: z.object({ items: z.array(ConfigurationGroup) }),
})

/** 409 with a message at `name` when another group has it. */
export const createConfigurationGroup = defineCall({
  name: 'createConfigurationGroup',
  summary: 'Creates a configuration group without options',
  method: 'POST',
  path,
  access: { project: 'settings:write' },
  params: InProject,
  body: ConfigurationName,
  answer: ConfigurationGroup,
})

const groupCalls = callsOf({
  path: `${path}/:groupId`,
  params: InGroup,
  read: { project: 'settings:write' },
  write: { project: 'settings:write' },
})

/** 409 with a message at `name` when another group has it. */
export const renameConfigurationGroup = groupCalls.patch(
  'renameConfigurationGroup',
  'Gives a configuration group another name',
  {
    body: Renaming,
    answer: ConfigurationGroup,
  },
)

export const deleteConfigurationGroup = groupCalls.delete(
  'deleteConfigurationGroup',
  'Deletes a configuration group with its options',
)

/** 409 with a message at `name` when another option of the group has it. */
export const createConfigurationOption = groupCalls.post(
  'createConfigurationOption',
  'Adds an option to a configuration group',
  {
    path: '/options',
    body: ConfigurationName,
    answer: ConfigurationOption,
  },
)

/** 409 with a message at `name` when another option of the group has it. */
export const renameConfigurationOption = defineCall({
  name: 'renameConfigurationOption',
  summary: 'Gives an option of a configuration group another name',
  method: 'PATCH',
  path: `${path}/:groupId/options/:optionId`,
  access: { project: 'settings:write' },
  params: InOption,
  body: Renaming,
  answer: ConfigurationOption,
})

export const deleteConfigurationOption = defineCall({
  name: 'deleteConfigurationOption',
  summary: 'Deletes an option of a configuration group',
  method: 'DELETE',
  path: `${path}/:groupId/options/:optionId`,
  access: { project: 'settings:write' },
  params: InOption,
})
