import { LIMITS } from '../../contract/limits.ts'
import { TEXTS } from '../../contract/texts.ts'

/** Validates a review's comment (REVIEW-03). */
export const commentError = (comment: string): { comment?: string } =>
  comment.length > LIMITS.reviewComment ? { comment: TEXTS.reviewLength } : {}
