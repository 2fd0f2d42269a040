import { useLayoutEffect, useRef, type RefObject } from 'react'
import {
  listConfigurationGroups,
  deleteConfigurationGroup,
  deleteConfigurationOption,
  renameConfigurationGroup,
  createConfigurationOption,
  renameConfigurationOption,
  createConfigurationGroup,
  type ConfigurationGroup,
  type ConfigurationOption,
} from '../../../contract/settings/configurations.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { useDeletion } from '../deletion.tsx'
import { ExploratoryUses } from '../exploratory-uses.tsx'
import type { GroupActions } from './configuration-group.tsx'

type OptionOf = { group: ConfigurationGroup; option: ConfigurationOption }

/** Groups of the project with their actions. Answers update the list without a reload. */
export function useConfigurations(addButton: RefObject<HTMLElement | null>) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure, isLoading, retry, change } = useResource(() =>
    send(listConfigurationGroups, { params: { projectKey: key } }),
  )
  const groups = value?.items ?? null
  // The server normalises names.
  const latest = useRef<ConfigurationGroup[]>([])
  useLayoutEffect(() => {
    latest.current = groups ?? []
  })
  const patch = (map: (groups: ConfigurationGroup[]) => ConfigurationGroup[]) => {
    latest.current = map(latest.current)
    change({ items: latest.current })
  }
  const patchGroup = (id: number, map: (group: ConfigurationGroup) => ConfigurationGroup) =>
    patch((all) => all.map((group) => (group.id === id ? map(group) : group)))

  const groupDeletion = useDeletion<ConfigurationGroup>({
    perform: ({ id }) => send(deleteConfigurationGroup, { params: { projectKey: key, groupId: id } }),
    words: ({ id, name, options }) => ({
      title: `Delete group ${name}?`,
      action: 'Delete group',
      about: (
        <>
          {withOptions(options.length)} They can no longer be used in test runs. This cannot be undone.
          <ExploratoryUses kind="configuration-group" id={id} />
        </>
      ),
      done: TEXTS.configurationGroupDeleted,
    }),
    onDeleted: ({ id }) => patch((all) => all.filter((group) => group.id !== id)),
    focusAfter: () => addButton.current,
  })
  const optionDeletion = useDeletion<OptionOf>({
    perform: ({ group, option }) =>
      send(deleteConfigurationOption, { params: { projectKey: key, groupId: group.id, optionId: option.id } }),
    words: ({ group, option }) => ({
      title: `Delete option ${option.name}?`,
      action: 'Delete option',
      about: (
        <>
          It is removed from the group {group.name} and can no longer be used in test runs. This cannot be undone.
          <ExploratoryUses kind="configuration-option" id={option.id} />
        </>
      ),
      done: TEXTS.configurationOptionDeleted,
    }),
    onDeleted: ({ group, option }) =>
      patchGroup(group.id, (one) => ({ ...one, options: one.options.filter(({ id }) => id !== option.id) })),
    focusAfter: () => addButton.current,
  })
  const actions: GroupActions = {
    rename: async (group, name, expected) => {
      const renamed = await send(renameConfigurationGroup, {
        params: { projectKey: key, groupId: group.id },
        body: { name, expected: { name: expected } },
      })
      patchGroup(group.id, () => renamed)
    },
    addOption: async (group, name) => {
      const option = await send(createConfigurationOption, {
        params: { projectKey: key, groupId: group.id },
        body: { name },
      })
      patchGroup(group.id, (one) => ({ ...one, options: [...one.options, option] }))
    },
    renameOption: async (group, option, name, expected) => {
      const renamed = await send(renameConfigurationOption, {
        params: { projectKey: key, groupId: group.id, optionId: option.id },
        body: { name, expected: { name: expected } },
      })
      patchGroup(group.id, (one) => ({
        ...one,
        options: one.options.map((other) => (other.id === renamed.id ? renamed : other)),
      }))
    },
    askToDelete: groupDeletion.ask,
    askToDeleteOption: (group, option) => optionDeletion.ask({ group, option }),
  }
  return {
    groups,
    failure,
    isLoading,
    retry,
    actions,
    createGroup: async (name: string) => {
      const group = await send(createConfigurationGroup, { params: { projectKey: key }, body: { name } })
      patch((all) => [...all, group])
      return group
    },
    dialogs: (
      <>
        {groupDeletion.dialog}
        {optionDeletion.dialog}
      </>
    ),
  }
}

const withOptions = (count: number): string =>
  count === 0
    ? 'It has no options.'
    : count === 1
      ? 'Its option is deleted too.'
      : `Its ${count} options are deleted too.`
