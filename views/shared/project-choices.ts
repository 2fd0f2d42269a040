/** Options of the editors of runs, plans and exploratory sessions. */
import type { ProjectUser } from '../../contract/projects/people.ts'
import type { ConfigurationGroup } from '../../contract/settings/configurations.ts'
import { projectChoices } from '../../services/projects/choices.ts'
import { useProject, useResource, useApplication } from '../application/context.tsx'
import { useSettingsChanges } from './settings-changes.tsx'

export interface ProjectChoices {
  people: readonly ProjectUser[]
  milestones: readonly { id: number; label: string }[]
  environments: readonly { id: number; label: string; aside: string }[]
  configurations: readonly ConfigurationGroup[]
}

/** Null while loading. A failed list offers no options and does not block the form. */
export function useProjectChoices(): ProjectChoices | null {
  const { key } = useProject()
  const { send } = useApplication()
  const changes$ = useSettingsChanges(['members', 'milestones', 'environments', 'configurations'])
  const load = async (): Promise<ProjectChoices> => {
    const choices = projectChoices(send, key)
    const or = async <T>(asked: Promise<T[]>): Promise<T[]> => asked.catch(() => [])
    const [people, milestones, environments, configurations] = await Promise.all([
      or(choices.people()),
      or(choices.milestones()),
      or(choices.environments()),
      or(choices.configurations()),
    ])
    return {
      people,
      milestones: milestones.map(({ id, name }) => ({ id, label: name })),
      environments: environments
        .filter(({ deletedAt }) => deletedAt === null)
        .map(({ id, name, key: aside }) => ({ id, label: name, aside })),
      configurations,
    }
  }
  return useResource(load, { follow: () => changes$ }).value
}
