import { inspect } from 'node:util'
import { errorsText } from '../../client/src/live/error-text.ts'
import type { TestEnd } from '../../client/src/live/pending-reports.ts'

/** Test that has ended, as Node reports it. */
export interface EndedTest {
  name: string
  nesting: number
  testNumber: number
  file?: string | undefined
  details: {
    duration_ms: number
    error?: { cause?: unknown; stack?: string | undefined; message: string; failureType?: string } | undefined
  }
  skip?: string | boolean | undefined
  todo?: string | boolean | undefined
}

/** A test that is to do does not count, whether it passes or fails. */
export const endOf = ({ skip, todo, details }: EndedTest, hasPassed: boolean): Pick<TestEnd, 'result' | 'reason'> => {
  const why = todo ?? skip
  if (why !== undefined && why !== false) return { result: 'SKIPPED', reason: why === true ? null : why }
  return hasPassed ? { result: 'PASSED' } : { result: 'FAILED', reason: failureText(details.error) }
}

/** Node wraps what the test has thrown, which may be anything. */
const failureText = (error: EndedTest['details']['error']): string | null => {
  if (error === undefined) return null
  const { cause = error } = error
  // A text in quotes, as Node prints it.
  return typeof cause === 'object' ? errorsText([cause]) : inspect(cause)
}
