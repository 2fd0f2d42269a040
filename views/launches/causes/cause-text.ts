import type { Cause, CauseKind } from '../../../contract/launches/causes.ts'
import { CAUSE_LAUNCHES } from '../../../contract/launches/causes.ts'
import type { TestRights } from '../launch-actions.ts'

export const causeKindLabels: Record<CauseKind, string> = {
  new: 'New',
  recurring: 'Recurring',
  flaky: 'Flaky',
  fixed: 'Fixed',
}

/** Explains the rule of `kindOfCause`. */
export const causeKindRules: Record<CauseKind, string> = {
  new: 'No earlier launch of the project had this cause.',
  recurring: 'An earlier launch had this cause.',
  flaky: `The cause comes and goes: since it first occurred among the last ${CAUSE_LAUNCHES} launches of this name, at least two launches and a third of them did not have it.`,
  fixed: 'The launch before had this cause, and this one does not.',
}

/** '3 of the last 12 launches'. */
export const seenText = ({ history }: Cause): string =>
  `in ${history.filter(({ tests }) => tests > 0).length} of the last ${history.length} launches`

/** Describes what accepting a suggestion would change, within the reader's permissions. */
export const acceptable = ({ key, suggestion }: Cause, rights: TestRights) => {
  const tagId = rights.canTag ? (suggestion?.tag?.tagId ?? null) : null
  const issueId = rights.canLinkIssues ? (suggestion?.issue?.issueId ?? null) : null
  return tagId === null && issueId === null ? null : { key, tagId, issueId }
}
