import { useEffect } from 'react'
import { useProject, useResource } from '../../boot/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { useTestRuns } from '../use-test-runs.ts'

/** What a run can refer to; null until it is here. What cannot be loaded leaves nothing to choose, and the rest can be written. */
export function useRunChoices() {
  const { key } = useProject()
  const runs = useTestRuns()
  const { value, refresh } = useResource(async () => {
    const or = async <T>(asked: Promise<T[]>): Promise<T[]> => asked.catch(() => [])
    const [people, milestones, environments, configurations] = await Promise.all([
      or(runs.people(key)),
      or(runs.milestones(key)),
      or(runs.environments(key)),
      or(runs.configurations(key)),
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
