import { REQUIREMENT_SYSTEM_TEXTS, type RequirementSystem } from '../../../contract/settings/requirement-systems.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { useDeletion } from '../deletion.tsx'
import { useSettings } from '../use-settings.ts'

/** Requirement systems with their actions; null while loading. */
export function useRequirementSystems(focusAfter: () => HTMLElement | null) {
  const { key } = useProject()
  const { requirementSystems } = useSettings()
  const { value, failure, isLoading, retry, refresh } = useResource(() => requirementSystems.list(key))
  const deletion = useDeletion<RequirementSystem>({
    perform: ({ id }) => requirementSystems.delete(key, id),
    words: ({ name, keyPrefix }) => ({
      title: `Delete requirement system ${name}?`,
      action: 'Delete requirement system',
      about: `Keys that begin with ${keyPrefix} stay, but are no longer links. This cannot be undone.`,
      done: REQUIREMENT_SYSTEM_TEXTS.deleted,
    }),
    onDeleted: refresh,
    focusAfter,
  })
  return {
    systems: value?.items ?? null,
    failure,
    isLoading,
    retry,
    refresh,
    askToDelete: deletion.ask,
    dialog: deletion.dialog,
  }
}
