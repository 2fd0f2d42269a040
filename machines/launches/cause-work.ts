import type { AcceptedGroup, AcceptedSuggestions } from '../../contract/launches/causes.ts'

export interface AcceptedCause {
  key: string
  tagId: number | null
  issueId: string | null
}

/** A change of causes. A merge and a split undo each other. */
export type CauseWork =
  | { kind: 'accept'; causes: readonly AcceptedCause[] }
  /** Gives the unclassified failures of a cause a chosen tag or issue. */
  | { kind: 'classify'; cause: AcceptedCause }
  | { kind: 'merge'; key: string; into: string; label: string }
  | { kind: 'split'; key: string; from: string; label: string; withKeys: readonly string[] }
  | { kind: 'takeBack'; groups: readonly AcceptedGroup[] }

/** The outcome of a change: how many tests it reached, and the change that undoes it. */
export interface CauseDone {
  tests: number
  isMore: boolean
  undo: CauseWork | null
}

export const undoOfAccepted = ({ groups }: AcceptedSuggestions): CauseWork | null =>
  groups.length === 0 ? null : { kind: 'takeBack', groups }

/** Whether a change would reach no cause. */
export const isNoWork = (work: CauseWork): boolean => work.kind === 'accept' && work.causes.length === 0
