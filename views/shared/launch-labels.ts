/** Labels and visual states of results. */
import {
  RESULT_KINDS,
  type Launch,
  type LaunchStatus,
  type ResultKind,
  type Statistics,
  type TestStatus,
} from '../../contract/launches/launches.ts'
import type { ResultCounts, ResultKind as DisplayedKind } from '../ui/results/result-kinds.ts'

const displayed: Record<ResultKind, DisplayedKind> = {
  passed: 'passed',
  passedManually: 'manual',
  failed: 'failed',
  failedAsKnown: 'known',
  blocked: 'blocked',
  skipped: 'skipped',
  aborted: 'aborted',
  inProgress: 'running',
}

export const displayedKind = (kind: ResultKind): DisplayedKind => displayed[kind]

export const kindDisplayedAs = (kind: DisplayedKind): ResultKind =>
  RESULT_KINDS.find((one) => displayed[one] === kind) ?? 'inProgress'

export const countsOf = (statistics: Statistics): ResultCounts =>
  Object.fromEntries(RESULT_KINDS.map((kind) => [displayed[kind], statistics[kind]]))

/** Visual state of a launch's status; `isWaiting`: not running yet. */
export const statusLook: Record<LaunchStatus, { kind: DisplayedKind; words: string; isWaiting: boolean }> = {
  QUEUED: { kind: 'running', words: 'Queued', isWaiting: true },
  LAUNCHING: { kind: 'running', words: 'Launching', isWaiting: true },
  IN_PROGRESS: { kind: 'running', words: 'In progress', isWaiting: false },
  PASSED: { kind: 'passed', words: 'Passed', isWaiting: false },
  FAILED: { kind: 'failed', words: 'Failed', isWaiting: false },
  SKIPPED: { kind: 'skipped', words: 'Skipped', isWaiting: false },
  ABORTED: { kind: 'aborted', words: 'Aborted', isWaiting: false },
}

/** Test status in toasts and menus (TOASTS-04). */
export const testStatusLabels: Record<TestStatus, string> = {
  IN_PROGRESS: 'In progress',
  PASSED: 'Passed',
  FAILED: 'Failed',
  SKIPPED: 'Skipped',
  BLOCKED: 'Blocked',
  ABORTED: 'Aborted',
}

/** Pass rate from 0 to 1. */
export const formatStability = (stability: number): string => `${Math.round(stability * 100)}%`

/** '92.5%', '100%', '–' before any test ended. Never rounds up to 100% or down to 0%. */
export const formatPercent = (share: number | null): string => {
  if (share === null) return '–'
  if (share === 1) return '100%'
  const percent = Math.min(99.9, Math.round(share * 1000) / 10)
  return `${(share > 0 ? Math.max(0.1, percent) : 0).toFixed(1)}%`
}

/** 'Checkout regression #1847'. */
export const launchTitle = ({ name, number }: Pick<Launch, 'name' | 'number'>): string => `${name} #${number}`
