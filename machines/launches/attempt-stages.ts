import type { LaunchAttempt } from '../../contract/launchers/engine.ts'

export type StageName = 'queued' | 'clone' | 'image' | 'command' | 'artifacts'

/** `to` is null while in progress; both are null when the times were not recorded. */
export interface AttemptStage {
  name: StageName
  state: 'waiting' | 'running' | 'done' | 'failed'
  from: string | null
  to: string | null
}

type StageTimes = [name: StageName, from: string | null, to: string | null]

/** Returns the recorded stages of an attempt, from the queue to its end. */
export const stagesOf = (attempt: LaunchAttempt): AttemptStage[] => {
  const { queuedAt, startedAt, clonedAt, begunAt, commandEndedAt, endedAt, hasArtifacts, exitCode, state } = attempt
  // A command that reports to the launch from elsewhere: no worker took it.
  const isReported = startedAt === null && begunAt !== null
  const command: StageTimes = ['command', begunAt, commandEndedAt ?? (hasArtifacts ? null : endedAt)]
  const times: StageTimes[] = isReported
    ? [command]
    : [
        ['queued', queuedAt, startedAt],
        ['clone', startedAt, clonedAt ?? begunAt],
        ['image', clonedAt, begunAt],
        command,
        ...(hasArtifacts ? [['artifacts', commandEndedAt, endedAt] as StageTimes] : []),
      ]
  const isOver = state === 'ended' || state === 'aborted'
  // The last stage that began. A stage without a time of its own began if a later one did.
  const last = times.findLastIndex(([, from]) => from !== null)
  return times.map(([name, from, to], place) => {
    if (place > last) return { name, state: 'waiting', from: null, to: null }
    if (place < last || to !== null) {
      const isFailed = name === 'command' && isOver && exitCode !== 0
      const isKnown = from !== null && to !== null && !(name === 'clone' && clonedAt === null)
      return { name, state: isFailed ? 'failed' : 'done', from: isKnown ? from : null, to: isKnown ? to : null }
    }
    if (!isOver) return { name, state: 'running', from, to: null }
    return { name, state: 'failed', from: endedAt === null ? null : from, to: endedAt }
  })
}
