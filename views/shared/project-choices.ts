/** Options of the editors of runs, plans and exploratory sessions. */
import type { ProjectUser } from '../../contract/projects/people.ts'
import type { ConfigurationGroup } from '../../contract/settings/configurations.ts'
import { projectChoices } from '../../services/projects/choices.ts'
import { useProject, useResource, useApplication } from '../application/context.tsx'
import { useSettingsChanges } from './settings-changes.tsx'

/** Completed milestones and deleted environments are not offered; a draft may refer to them. */
export interface ProjectChoices {
  people: readonly ProjectUser[]
  milestones: readonly { id: number; label: string; isCompleted: boolean }[]
  environments: readonly { id: number; label: string; aside: string; isDeleted: boolean }[]
  configurations: readonly ConfigurationGroup[]
  /** False if a list did not load: what it lacks may exist. */
  isComplete: boolean
}

/** Returns the option to show for an id that no list has; null while the lists load. */
export const unlistedChoice = (
  choices: Pick<ProjectChoices, 'isComplete'> | null,
  id: number | null,
): { id: number; label: string } | null =>
  choices === null || id === null ? null : { id, label: choices.isComplete ? 'Deleted' : `#${id}` }

/** Null while loading. A failed list offers no options and does not block the form. */
export function useProjectChoices(): ProjectChoices | null {
  const { key } = useProject()
  const { send } = useApplication()
  const changes$ = useSettingsChanges(['members', 'milestones', 'environments', 'configurations'])
  const load = async (): Promise<ProjectChoices> => {
    const choices = projectChoices(send, key)
    let isComplete = true
    const or = async <T>(asked: Promise<T[]>): Promise<T[]> =>
      asked.catch(() => {
        isComplete = false
        return []
      })
    const [people, milestones, environments, configurations] = await Promise.all([
      or(choices.people()),
      or(choices.milestones('all')),
      or(choices.environments()),
      or(choices.configurations()),
    ])
    return {
      people,
      milestones: milestones.map(({ id, name, completed }) => ({ id, label: name, isCompleted: completed })),
      environments: environments.map(({ id, name, key: environmentKey, deletedAt }) => {
        const isDeleted = deletedAt !== null
        return { id, label: name, aside: isDeleted ? 'deleted' : environmentKey, isDeleted }
      }),
      configurations,
      isComplete,
    }
  }
  return useResource(load, { follow: () => changes$ }).value
}
