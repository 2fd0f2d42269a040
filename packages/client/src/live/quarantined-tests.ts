import { pathOf } from '../../../../contract/call.ts'
import { listQuarantine } from '../../../../contract/launches/quarantine.ts'
import { testIdentity } from '../../../../contract/launches/test-identity.ts'
import type { TestNames } from '../../../../contract/launches/test-names.ts'
import { call } from '../calls.ts'
import { boundedNames } from './bounded-texts.ts'
import type { Connection } from '../settings.ts'

export interface QuarantinedTests {
  /** Returns why a test is in quarantine; null for one that is not. */
  reasonOf: (test: TestNames) => string | null
}

const NONE: QuarantinedTests = { reasonOf: () => null }
const WAIT_MS = 5000

/** Resolves with the tests in quarantine; with none if the server does not tell. */
export const readQuarantine = async (connection: Connection, signal: AbortSignal): Promise<QuarantinedTests> => {
  try {
    const path = pathOf(listQuarantine.path, { projectKey: connection.projectKey })
    const { items } = await call({ ...connection, retryMs: 0 }, { path, timeoutMs: WAIT_MS }, listQuarantine.answer, {
      signal,
    })
    const reasons = new Map(items.flatMap(({ key, reason, isExpired }) => (isExpired ? [] : [[key, reason] as const])))
    return {
      reasonOf: (test) => {
        const { className, methodName } = boundedNames(test)
        return reasons.get(testIdentity(className, methodName, null)) ?? null
      },
    }
  } catch {
    return NONE
  }
}
