import { ERROR_CODES } from '../../contract/errors.ts'
import { TEXTS } from '../../contract/texts.ts'

/** Outcome of one call of many. */
export type TagResult = 'assigned' | 'ignored' | { reason: string }

export interface TagOutcome {
  success: number
  failed: number
  /** Distinct reasons, in order of occurrence. */
  reasons: readonly string[]
}

/** TAGS-09, TAGS-10: a test that already has the tag is no failure. */
export const tagResultOf = (error: unknown): TagResult => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (code === ERROR_CODES.tagUnchanged) return 'ignored'
  return { reason: typeof message === 'string' && message.trim() !== '' ? message : TEXTS.tagUnknownReason }
}

export const tagOutcomeOf = (results: readonly TagResult[]): TagOutcome => {
  const reasons = results.flatMap((result) => (typeof result === 'string' ? [] : [result.reason]))
  return { success: results.length - reasons.length, failed: reasons.length, reasons: [...new Set(reasons)] }
}

/** TAGS-11 to TAGS-14. */
export const tagOutcomeText = ({ success, failed, reasons }: TagOutcome): { isError: boolean; words: string } => {
  if (failed === 0) return { isError: false, words: success === 1 ? TEXTS.tagAssigned : TEXTS.tagsAssigned }
  const list = reasons.join(', ')
  return {
    isError: true,
    words: success === 0 ? TEXTS.tagsRefused(list) : TEXTS.tagsPartlyAssigned(success, failed, list),
  }
}
