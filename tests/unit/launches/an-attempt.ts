import type { ConsoleLine, LaunchAttempt } from '../../../contract/launchers/engine.ts'

export const anAttempt = (given: Partial<LaunchAttempt> = {}): LaunchAttempt => ({
  attemptUuid: 'a',
  attempt: 1,
  state: 'running',
  driver: 'process',
  worker: null,
  branch: 'main',
  commit: null,
  queuedAt: '2026-11-25T10:00:00.000Z',
  startedAt: null,
  clonedAt: null,
  begunAt: null,
  commandEndedAt: null,
  endedAt: null,
  exitCode: null,
  endReason: null,
  hasArtifacts: false,
  errorLines: 0,
  warningLines: 0,
  linesBefore: { image: null, command: null, artifacts: null },
  waiting: null,
  ...given,
})

export const aLine = (key: number, given: Partial<ConsoleLine> = {}): ConsoleLine => ({
  key,
  value: `line ${key}`,
  at: '2026-11-25T10:00:00.000Z',
  mark: null,
  ...given,
})
