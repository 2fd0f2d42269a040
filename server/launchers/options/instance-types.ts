import type { InstanceType } from '../../../contract/launchers/options.ts'

/** Resources of a launch. The time limit ends launches that do not end by themselves. */
export const INSTANCE_TYPES: readonly Omit<InstanceType, 'workerLabels'>[] = [
  ['small', 'Small', 1, 2048, 30],
  ['standard', 'Standard', 2, 4096, 60],
  ['large', 'Large', 4, 8192, 120],
  ['extra-large', 'Extra large', 8, 16_384, 240],
].map(([id, name, cpus, memoryMb, minutes]) => ({
  id: String(id),
  name: String(name),
  description: `${cpus} ${cpus === 1 ? 'core' : 'cores'}, ${Number(memoryMb) / 1024} GB, ${minutes} min`,
  cpus: Number(cpus),
  memoryMb: Number(memoryMb),
  minutes: Number(minutes),
  projectDefault: id === 'standard',
}))

/** Instance type of launches without one. */
export const DEFAULT_INSTANCE = INSTANCE_TYPES.find(
  ({ projectDefault }) => projectDefault,
) as (typeof INSTANCE_TYPES)[number]
