/** What an exploratory session can refer to, as the form offers it. */
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useExploratory } from '../use-exploratory.ts'
import type { PickOption } from '../../ui/pickers/picker.tsx'

export const personPick = (person: ExploratorySession['assignee'] | undefined): PickOption<number> | null =>
  person
    ? {
        id: person.id,
        label: person.name,
        aside: person.email,
        icon: <Avatar name={person.name} photoUrl={person.photoUrl} />,
      }
    : null

/** What there is to choose from; null until it is here. What cannot be loaded leaves nothing to choose, and the rest can be written. */
export function useChoices() {
  const { key } = useProject()
  const exploratory = useExploratory()
  const changes$ = useSettingsChanges(['members', 'milestones', 'environments', 'configurations'])
  const load = async () => {
    const or = async <T,>(asked: Promise<T[]>): Promise<T[]> => asked.catch(() => [])
    const [people, milestones, environments, configurations] = await Promise.all([
      or(exploratory.users(key)),
      or(exploratory.milestones(key)),
      or(exploratory.environments(key)),
      or(exploratory.configurations(key)),
    ])
    return {
      people: people.flatMap((person) => personPick(person) ?? []),
      milestones: milestones.map(({ id, name }) => ({ id, label: name })),
      environments: environments
        .filter(({ deletedAt }) => deletedAt === null)
        .map(({ id, name, key: aside }) => ({ id, label: name, aside })),
      configurations,
    }
  }
  return useResource(load, { follow: () => changes$ }).value
}

export type Choices = NonNullable<ReturnType<typeof useChoices>>
