import { inspect, stripVTControlCharacters } from 'node:util'
import type { TestEnd } from '../../client/src/live/pending-reports.ts'

/** Test that has ended, as Node reports it. */
export interface EndedTest {
  name: string
  nesting: number
  testNumber: number
  file?: string | undefined
  details: { duration_ms: number; error?: { cause?: unknown; stack?: string | undefined; message: string } | undefined }
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
  const { stack } = (cause ?? {}) as { stack?: unknown }
  return stripVTControlCharacters(typeof stack === 'string' ? stack : inspect(cause, { depth: 3 }))
}
