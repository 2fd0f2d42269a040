/** State of a launch's pod, with messages for users. */
import type { V1ContainerState, V1Pod } from '@kubernetes/client-node'
import { CONTAINERS } from './job-spec.ts'

export type PodState =
  /** `why` is null while nothing blocks it. */
  | { kind: 'waiting'; why: string | null }
  /** It cannot start without a change. */
  | { kind: 'failed'; problem: string }
  | { kind: 'running' }
  | { kind: 'ended'; exitCode: number | null; note: string | null }

const IMAGE_PROBLEMS = [
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
  'ErrInvalidImageName',
]
const START_PROBLEMS = [
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
  'StartError',
  'ContainerCannotRun',
]
const MEMORY = 'It used more memory than its instance has'

/** Null for a deleted pod. */
export const stateOf = (pod: V1Pod | null): PodState => {
  if (pod === null) return { kind: 'ended', exitCode: null, note: 'The cluster lost it' }
  const { status } = pod
  if (status?.reason === 'DeadlineExceeded')
    return { kind: 'ended', exitCode: null, note: 'It took longer than it may' }
  if (status?.reason === 'Evicted')
    return { kind: 'ended', exitCode: null, note: `The cluster ended it: ${status.message ?? 'it had no room'}` }
  const containers = status?.containerStatuses ?? []
  const run = containers.find(({ name }) => name === CONTAINERS.run)
  const ended = run?.state?.terminated
  if (ended) return endedBy(ended)
  for (const { image, state } of containers) {
    const { reason = '', message = '' } = state?.waiting ?? {}
    if (IMAGE_PROBLEMS.includes(reason))
      return { kind: 'failed', problem: `The image ${image} could not be pulled: ${message || reason}` }
    if (START_PROBLEMS.includes(reason))
      return { kind: 'failed', problem: `The container could not be started: ${message || reason}` }
  }
  const files = containers.find(({ name }) => name === CONTAINERS.files)
  const lost = files?.state?.terminated
  if (lost)
    return { kind: 'failed', problem: `The container that brings its files has ended: ${lost.message ?? lost.reason}` }
  if (run?.state?.running && files?.state?.running) return { kind: 'running' }
  if (status?.phase === 'Failed')
    return {
      kind: 'ended',
      exitCode: null,
      note: `The cluster ended it: ${status.message ?? status.reason ?? 'no reason'}`,
    }
  const place = status?.conditions?.find(({ type, status: is }) => type === 'PodScheduled' && is === 'False')
  return {
    kind: 'waiting',
    why: place?.message === undefined ? null : `The cluster has no place for it: ${place.message}`,
  }
}

const endedBy = ({ exitCode, reason, message }: NonNullable<V1ContainerState['terminated']>): PodState => {
  if (reason === 'OOMKilled') return { kind: 'ended', exitCode, note: MEMORY }
  if (START_PROBLEMS.includes(reason ?? ''))
    return { kind: 'failed', problem: `The container could not be started: ${message ?? reason}` }
  return { kind: 'ended', exitCode, note: null }
}
