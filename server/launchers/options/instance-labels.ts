import { labelsIn, WorkerLabels } from '../../../contract/launchers/worker-labels.ts'
import type { LaunchPayload } from '../../../contract/launchers/start.ts'
import { DEFAULT_INSTANCE, INSTANCE_TYPES } from './instance-types.ts'

/** Labels of the workers of each instance type, by its id. */
export type InstanceLabels = Readonly<Record<string, readonly string[]>>

/** Parses `large=highmem; extra-large=highmem,fast`. Null for invalid text and unknown types. */
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

/** Returns the labels that a worker needs for a launch: those of its launcher and of its instance type. */
export const labelsFor = (
  { workerLabels = [], instanceTypeId }: Pick<LaunchPayload, 'workerLabels' | 'instanceTypeId'>,
  ofTypes: InstanceLabels,
): string[] => {
  const type = INSTANCE_TYPES.find(({ id }) => id === instanceTypeId) ?? DEFAULT_INSTANCE
  return [...new Set([...workerLabels, ...(ofTypes[type.id] ?? [])])]
}
