/** Observation types (OBS-10), stored on this device for offline use. */
import { useResource, useApplication } from '../../application/context.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import { StoredObservationType, getObservationTypes } from '../../../contract/settings/observation-types.ts'
import { recall, remember } from '../../ui/browser/remember.ts'

const habit = (projectKey: string) => `observation-types.${projectKey}`

function recalled(projectKey: string): StoredObservationType[] | null {
  try {
    const held: unknown = JSON.parse(recall(habit(projectKey)) ?? 'null')
    if (!Array.isArray(held)) return null
    return held.flatMap((one: unknown) => {
      const parsed = StoredObservationType.safeParse(one)
      return parsed.success ? [parsed.data] : []
    })
  } catch {
    return null
  }
}

export function useObservationTypes(projectKey: string): readonly StoredObservationType[] {
  const { sendKept } = useApplication()
  const changes$ = useSettingsChanges(['observation-types'])
  const load = async () => {
    const types = (await sendKept(getObservationTypes, { params: { projectKey } })).items
    remember(habit(projectKey), JSON.stringify(types))
    return types
  }
  const { value } = useResource(load, { remembered: recalled(projectKey), follow: () => changes$ })
  return value ?? []
}

export const typeHint = (type: StoredObservationType): Observation['type'] => ({
  id: type.id,
  name: type.name,
  colorHex: type.colorHex,
  enabled: type.enabled,
  deleted: false,
})
