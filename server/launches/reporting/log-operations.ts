import type { LogLevel } from '../../../contract/launches/test-details.ts'
import type { SendLogs } from '../../../contract/launches/reporting.ts'
import type { Operation } from '../writer/operation.ts'
import { touchOrReviveLaunch } from './touch-launch.ts'

/** Stores log lines; drops lines of unknown or deleted tests. Accepts them also after the test and the launch have ended (protocol 2.7). */
export const addLogs = (launchId: number, lines: SendLogs): Operation<void> => ({
  needs: { launches: [launchId], tests: lines.map(({ testId }) => testId) },
  apply: (batch) => {
    const launch = batch.launch(launchId)
    for (const { testId, level, timestamp, message } of lines) {
      const test = batch.findTest(launchId, testId)
      if (test)
        batch.logLines.push({ test_id: testId, attempt: test.attempt, at: timestamp, level: levelOf(level), message })
    }
    batch.setLaunch(touchOrReviveLaunch(launch, batch.now))
  },
})

/** Maps the level names of frameworks to the six levels. */
export const levelOf = (level: string | null): LogLevel => {
  const word = (level ?? 'INFO').toUpperCase()
  if (word.startsWith('WARN')) return 'WARN'
  if (['CRITICAL', 'FATAL', 'SEVERE'].includes(word)) return 'FATAL'
  if (word.startsWith('ERR')) return 'ERROR'
  if (['TRACE', 'FINEST', 'FINER', 'ALL', 'SILLY'].includes(word)) return 'TRACE'
  if (['DEBUG', 'FINE', 'VERBOSE', 'CONFIG'].includes(word)) return 'DEBUG'
  return 'INFO'
}
