import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { FailureTagAssignment, type LaunchTest } from './launch-tests.ts'
import { InTest } from './test-details.ts'
import type { TestStatus } from './launches.ts'

/** Feedback of a user about an automatically assigned tag (TAGS-05). */
export const TAG_FEEDBACK = ['LIKE', 'DISLIKE'] as const
export const TagFeedback = z.enum(TAG_FEEDBACK)
export type TagFeedback = z.infer<typeof TagFeedback>

/** Returns whether the test failed, with or without an issue (TAGS-15). */
export const isFailedLike = (status: TestStatus): boolean => status === 'FAILED'

/** Returns the tag of a test; null for a test that did not fail. Rows that an earlier version stored in the browser have no assignments. */
export const failureTagOf = (test: LaunchTest): FailureTagAssignment | null =>
  (test as Partial<LaunchTest>).failureTagAssignments?.[0] ?? null

/** Returns whether the test can be tagged (TAGS-03). */
export const canTag = (test: LaunchTest): boolean => isFailedLike(test.status) && failureTagOf(test) !== null

/** Returns the feedback that choosing a tag implies: keeping the assigned tag counts as like (TAGS-07). Null if no feedback is required. */
export const feedbackFor = (assignment: FailureTagAssignment, tagId: number): TagFeedback | null => {
  if (!assignment.userFeedbackRequired) return null
  return assignment.tagId === tagId ? 'LIKE' : 'DISLIKE'
}

export const FailureTagAssignments = z.object({ items: z.array(FailureTagAssignment) })

/**
 * 409 with the code REP-2348 for a test that already has the tag, 409 `stale` with its assignments when it no longer has `expectedTagId`,
 * 409 for a test without a tag to replace. Requires the permission reporting-stacktrace-labels-assign.
 */
export const assignFailureTag = defineCall({
  name: 'assignFailureTag',
  summary: 'Assigns a failure tag to a failed test',
  method: 'PUT',
  path: '/api/projects/:projectKey/launches/:launchId/tests/:testId/failure-tag',
  access: { project: 'launches:write' },
  feature: 'test-automation',
  params: InTest,
  body: z.object({
    newTagId: z.int(),
    precedingMlAssignmentFeedback: z.optional(TagFeedback),
    /** Tag that the author saw. */
    expectedTagId: z.optional(z.int()),
  }),
  answer: FailureTagAssignments,
})

export const listFailureTagAssignments = defineCall({
  name: 'listFailureTagAssignments',
  summary: 'The failure tag of a test',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/tests/:testId/failure-tag-assignments',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InTest,
  answer: FailureTagAssignments,
})
