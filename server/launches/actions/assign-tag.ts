import { ERROR_CODES } from '../../../contract/errors.ts'
import { feedbackFor, type TagFeedback } from '../../../contract/launches/failure-tags.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { conflict, Refusal, stale, wrongField } from '../../http/refusal.ts'
import { tagsOf, type TestRow } from '../rows.ts'
import type { Operation } from '../writer/operation.ts'
import { changeTests, type ChangePlace } from './change-tests.ts'

interface Assignment {
  newTagId: number
  feedback: TagFeedback | undefined
  expectedTagId: number | undefined
}

/** Implements `assignFailureTag`. Also stores the tag as the decision about the failure's cause. */
export const assignTagBy = (
  place: ChangePlace,
  testId: number,
  failureKey: string | null,
  assignment: Assignment,
): Operation<TestRow[]> => {
  const { projectId, launchId, userId } = place
  return changeTests(
    place,
    [testId],
    ([row], batch) => {
      if (row === undefined) return []
      requireTaggable(row, assignment)
      const { rootKey } = batch.failureTag(projectId, row.failure_key)
      if (rootKey !== null)
        batch.causeTags.set(rootKey, {
          project_id: projectId,
          key: rootKey,
          tag_id: assignment.newTagId,
          tagged_by: userId,
          tagged_at: batch.now,
          tagged_launch_id: launchId,
        })
      return [{ ...row, failure_tag_id: assignment.newTagId, failure_tag_feedback: false }]
    },
    { failures: [{ launchId, keys: [failureKey] }] },
  )
}

const requireTaggable = (row: TestRow, { newTagId, feedback, expectedTagId }: Assignment): void => {
  const [assigned] = tagsOf(row)
  if (assigned === undefined) throw conflict('Only failed tests can be given another failure tag')
  if (assigned.tagId === newTagId && !assigned.userFeedbackRequired)
    throw new Refusal(409, ERROR_CODES.tagUnchanged, 'The test has this failure tag already')
  if (expectedTagId !== undefined && expectedTagId !== assigned.tagId)
    throw stale(TEXTS.tagChangedMeanwhile, { items: [assigned] })
  const due = feedbackFor(assigned, newTagId)
  if (feedback !== undefined && due !== null && feedback !== due)
    throw wrongField(
      'precedingMlAssignmentFeedback',
      due === 'LIKE' ? 'The tag is kept: that is LIKE' : 'The tag changes: that is DISLIKE',
    )
}
