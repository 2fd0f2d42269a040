import {
  REQUIREMENT_SYSTEM_TEXTS,
  listRequirementSystems,
  deleteRequirementSystem,
  type RequirementSystem,
} from '../../../contract/settings/requirement-systems.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { stateOfLoaded } from '../../shared/lists/list-states.tsx'
import { useDeletion } from '../deletion.tsx'

/** Requirement systems with their actions. */
export function useRequirementSystems(focusAfter: () => HTMLElement | null) {
  const { key } = useProject()
  const { send } = useApplication()
  const resource = useResource(() => send(listRequirementSystems, { params: { projectKey: key } }))
  const deletion = useDeletion<RequirementSystem>({
    perform: ({ id }) => send(deleteRequirementSystem, { params: { projectKey: key, requirementSystemId: id } }),
    words: ({ name, keyPrefix }) => ({
      title: `Delete requirement system ${name}?`,
      action: 'Delete requirement system',
      about: `Keys that begin with ${keyPrefix} stay, but are no longer links. This cannot be undone.`,
      done: REQUIREMENT_SYSTEM_TEXTS.deleted,
    }),
    onDeleted: resource.refresh,
    focusAfter,
  })
  return {
    list: stateOfLoaded(resource, ({ items }) => items),
    refresh: resource.refresh,
    askToDelete: deletion.ask,
    dialog: deletion.dialog,
  }
}
