/** What a plan can refer to, as the editor offers it. */
import { useEffect } from 'react'
import type { ConfigurationGroup } from '../../../contract/settings/configurations.ts'
import type { ProjectPerson } from '../../../contract/projects/people.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { usePlans } from '../use-plans.ts'

export interface Choices {
  people: readonly ProjectPerson[]
  milestones: readonly { id: number; label: string }[]
  environments: readonly { id: number; label: string; aside: string }[]
  configurations: readonly ConfigurationGroup[]
}

/** Null until it is here. What cannot be loaded leaves nothing to choose, and the rest can be written. */
export function useChoices(): Choices | null {
  const { key } = useProject()
  const plans = usePlans()
  const { value, refresh } = useResource(async () => {
    const or = async <T,>(wanted: Promise<T[]>): Promise<T[]> => wanted.catch(() => [])
    const [people, milestones, environments, configurations] = await Promise.all([
      or(plans.users(key)),
      or(plans.milestones(key, 'false')),
      or(plans.environments(key)),
      or(plans.configurations(key)),
    ])
    return {
      people,
      milestones: milestones.map(({ id, name }) => ({ id, label: name })),
      environments: environments
        .filter(({ deletedAt }) => deletedAt === null)
        .map(({ id, name, key: aside }) => ({ id, label: name, aside })),
      configurations,
    }
  })
  const changes$ = useSettingsChanges(['members', 'milestones', 'environments', 'configurations'])
  const latest = useLatest(refresh)
  useEffect(() => {
    const subscription = changes$.subscribe(() => latest()())
    return () => subscription.unsubscribe()
  }, [changes$, latest])
  return value
}
