import { LIMITS } from '../../contract/limits.ts'
import { TEXTS } from '../../contract/texts.ts'

/** What is wrong with a review's comment, if anything (REVIEW-03). */
export const commentError = (comment: string): { comment?: string } =>
  comment.length > LIMITS.reviewComment ? { comment: TEXTS.reviewLength } : {}
