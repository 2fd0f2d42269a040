/** What a test run or a plan can refer to, as editors offer it. */
import { useEffect } from 'react'
import type { ProjectPerson } from '../../../contract/projects/people.ts'
import type { ConfigurationGroup } from '../../../contract/settings/configurations.ts'
import { createRunChoicesService } from '../../../services/runs/choices.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { serviceOf } from '../../boot/service-of.ts'
import { useLatest } from '../latest.ts'
import { useSettingsChanges } from '../settings-changes.tsx'

export interface RunChoices {
  people: readonly ProjectPerson[]
  milestones: readonly { id: number; label: string }[]
  environments: readonly { id: number; label: string; aside: string }[]
  configurations: readonly ConfigurationGroup[]
}

const useRunChoicesService = serviceOf(({ send }) => createRunChoicesService(send))

/** Null until it has loaded. What cannot be loaded leaves nothing to choose, and the rest can be written. */
export function useRunChoices(): RunChoices | null {
  const { key } = useProject()
  const service = useRunChoicesService()
  const { value, refresh } = useResource(async (): Promise<RunChoices> => {
    const or = async <T>(asked: Promise<T[]>): Promise<T[]> => asked.catch(() => [])
    const [people, milestones, environments, configurations] = await Promise.all([
      or(service.people(key)),
      or(service.milestones(key)),
      or(service.environments(key)),
      or(service.configurations(key)),
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
