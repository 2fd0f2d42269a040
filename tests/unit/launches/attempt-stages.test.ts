import { expect, test } from 'vitest'
import type { LaunchAttempt } from '../../../contract/launchers/engine.ts'
import { stagesOf } from '../../../machines/launches/attempt-stages.ts'
import { anAttempt } from './an-attempt.ts'

const time = (second: number) => `2026-11-25T10:00:${String(second).padStart(2, '0')}.000Z`
/** Names with their state, and known seconds. */
const emitted = (given: Partial<LaunchAttempt>) =>
  stagesOf(anAttempt({ queuedAt: time(0), ...given })).map(({ name, state, from, to }) => {
    if (from === null) return `${name} ${state}`
    return to === null
      ? `${name} ${state} since ${from.slice(17, 19)}`
      : `${name} ${state} ${(Date.parse(to) - Date.parse(from)) / 1000}s`
  })
const ALL = { startedAt: time(4), clonedAt: time(7), begunAt: time(18), commandEndedAt: time(50), endedAt: time(52) }

test.each<[string, Partial<LaunchAttempt>, string[]]>([
  ['waits', { state: 'queued' }, ['queued running since 00', 'clone waiting', 'image waiting', 'command waiting']],
  [
    'is cloned',
    { startedAt: time(4) },
    ['queued done 4s', 'clone running since 04', 'image waiting', 'command waiting'],
  ],
  [
    'runs its command, with artifacts to come',
    { startedAt: time(4), clonedAt: time(7), begunAt: time(18), hasArtifacts: true },
    ['queued done 4s', 'clone done 3s', 'image done 11s', 'command running since 18', 'artifacts waiting'],
  ],
  [
    'collects artifacts',
    { ...ALL, endedAt: null, hasArtifacts: true },
    ['queued done 4s', 'clone done 3s', 'image done 11s', 'command done 32s', 'artifacts running since 50'],
  ],
  [
    'has ended well',
    { ...ALL, state: 'ended', exitCode: 0 },
    ['queued done 4s', 'clone done 3s', 'image done 11s', 'command done 32s'],
  ],
  [
    'has failed, and left artifacts',
    { ...ALL, state: 'ended', exitCode: 1, hasArtifacts: true },
    ['queued done 4s', 'clone done 3s', 'image done 11s', 'command failed 32s', 'artifacts done 2s'],
  ],
  [
    'could not be cloned',
    { startedAt: time(4), endedAt: time(9), state: 'ended' },
    ['queued done 4s', 'clone failed 5s', 'image waiting', 'command waiting'],
  ],
  [
    'reports to the launch from elsewhere',
    { begunAt: time(0), commandEndedAt: time(3), endedAt: time(3), state: 'ended', exitCode: 1 },
    ['command failed 3s'],
  ],
  [
    'was aborted in the queue',
    { state: 'aborted' },
    ['queued failed', 'clone waiting', 'image waiting', 'command waiting'],
  ],
  [
    'ran before times of all stages were kept',
    { startedAt: time(4), begunAt: time(18), endedAt: time(52), state: 'ended', exitCode: 0 },
    ['queued done 4s', 'clone done', 'image done', 'command done 34s'],
  ],
])('an attempt that %s', (_, given, stages) => expect(emitted(given)).toEqual(stages))
