import { labelsIn, WorkerLabels } from '../../../contract/launchers/worker-labels.ts'
import type { LaunchPayload } from '../../../contract/launchers/start.ts'
import { DEFAULT_INSTANCE, INSTANCE_TYPES } from './instance-types.ts'

/** Labels that workers of an instance type have, by its id. */
export type InstanceLabels = Readonly<Record<string, readonly string[]>>

/** Reads `large=highmem; extra-large=highmem,fast`. Null for what is none, and for types that there are not. */
export const parseInstanceLabels = (text: string): InstanceLabels | null => {
  const entries: [string, string[]][] = []
  for (const part of text.split(';').flatMap((one) => one.trim() || [])) {
    const [id = '', labels = ''] = part.split('=').map((one) => one.trim())
    const parsed = WorkerLabels.safeParse(labelsIn(labels))
    if (!INSTANCE_TYPES.some((type) => type.id === id) || !parsed.success || parsed.data.length === 0) return null
    entries.push([id, parsed.data])
  }
  return Object.fromEntries(entries)
}

/** Labels that a worker needs for a launch: those of its launcher and those of its instance type. */
export const labelsFor = (
  { workerLabels = [], instanceTypeId }: Pick<LaunchPayload, 'workerLabels' | 'instanceTypeId'>,
  ofTypes: InstanceLabels,
): string[] => {
  const type = INSTANCE_TYPES.find(({ id }) => id === instanceTypeId) ?? DEFAULT_INSTANCE
  return [...new Set([...workerLabels, ...(ofTypes[type.id] ?? [])])]
}
