import type { Done } from '../../contract/cases/operations.ts'
import { LIMITS } from '../../contract/limits.ts'
import { messageOf } from '../http/api-error.ts'

/**
 * Sends many cases in parts, one after the other; the server runs each part in its own transaction. Rejects if the first part fails. If a
 * later part fails, returns its cases and all remaining ones as failed, so that the caller can undo the processed ones.
 */
export const inParts = async (
  ids: readonly number[],
  send: (part: number[]) => Promise<{ data: Done }>,
): Promise<Done> => {
  const done: Done = { successfullyProcessed: [], failed: [] }
  for (let at = 0; at < ids.length; at += LIMITS.casesPerPart) {
    try {
      const { data } = await send(ids.slice(at, at + LIMITS.casesPerPart))
      done.successfullyProcessed.push(...data.successfullyProcessed)
      done.failed.push(...data.failed)
    } catch (error) {
      if (at === 0) throw error
      done.failed.push(...ids.slice(at).map((id) => ({ id, message: messageOf(error) })))
      break
    }
  }
  return done
}
