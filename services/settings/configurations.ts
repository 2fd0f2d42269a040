import {
  createConfigurationGroup,
  createConfigurationOption,
  deleteConfigurationGroup,
  deleteConfigurationOption,
  listConfigurationGroups,
  renameConfigurationGroup,
  renameConfigurationOption,
} from '../../contract/settings/configurations.ts'
import type { Send } from '../http/http.ts'

/** Calls about configurations. */
export const createConfigurationsService = (send: Send) => ({
  list: (projectKey: string) => send(listConfigurationGroups, { params: { projectKey } }),
  createGroup: (projectKey: string, name: string) =>
    send(createConfigurationGroup, { params: { projectKey }, body: { name } }),
  /** `expected`: the name that the author saw. */
  renameGroup: (projectKey: string, groupId: number, name: string, expected: string) =>
    send(renameConfigurationGroup, { params: { projectKey, groupId }, body: { name, expected: { name: expected } } }),
  deleteGroup: (projectKey: string, groupId: number) =>
    send(deleteConfigurationGroup, { params: { projectKey, groupId } }),
  createOption: (projectKey: string, groupId: number, name: string) =>
    send(createConfigurationOption, { params: { projectKey, groupId }, body: { name } }),
  renameOption: (projectKey: string, groupId: number, optionId: number, name: string, expected: string) =>
    send(renameConfigurationOption, {
      params: { projectKey, groupId, optionId },
      body: { name, expected: { name: expected } },
    }),
  deleteOption: (projectKey: string, groupId: number, optionId: number) =>
    send(deleteConfigurationOption, { params: { projectKey, groupId, optionId } }),
})
