import type { CausesAnswer } from '../../contract/launches/causes.ts'
import type { LaunchTest } from '../../contract/launches/launch-tests.ts'
import { maySeeTags } from '../access/failure-tags.ts'
import type { Principal } from '../access/principals.ts'

type Caller = Pick<Principal, 'permissions'>
type Tagged = Pick<LaunchTest, 'failureTagAssignments'>
type Cause = CausesAnswer['items'][number]

/** Returns a mapping that removes the failure tags of a test unless the caller may see them. */
export const testSeenBy =
  (caller: Caller) =>
  <Test extends Tagged>(test: Test): Test =>
    maySeeTags(caller) ? test : { ...test, failureTagAssignments: [] }

/** Removes the failure tags of causes unless the caller may see them. */
export const causesSeenBy = (caller: Caller, answer: CausesAnswer): CausesAnswer =>
  maySeeTags(caller)
    ? answer
    : { ...answer, items: answer.items.map(withoutTags), fixed: answer.fixed.map(withoutTags) }

const withoutTags = (cause: Cause): Cause => ({
  ...cause,
  tags: [],
  suggestion: cause.suggestion?.issue == null ? null : { ...cause.suggestion, tag: null },
})
