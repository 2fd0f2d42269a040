import { inFigures } from '../text/figures.ts'

/** The eight kinds of results in display order, with labels. `none` is 'not run yet'. */
export const resultKinds = ['passed', 'manual', 'failed', 'known', 'blocked', 'skipped', 'aborted', 'running'] as const

export type ResultKind = (typeof resultKinds)[number]
export type AnyKind = ResultKind | 'none'

/** Count per kind; absent kinds count 0. */
export type ResultCounts = Partial<Record<ResultKind, number>>

export const kindLabels: Record<AnyKind, string> = {
  passed: 'Passed',
  manual: 'Passed manually',
  failed: 'Failed',
  known: 'Known issue',
  blocked: 'Blocked',
  skipped: 'Skipped',
  aborted: 'Aborted',
  running: 'In progress',
  none: 'Not run',
}

export const sumCounts = (counts: ResultCounts): number =>
  resultKinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)

/** '392 passed, 14 failed' for screen readers and tooltips, without zeros. */
export const formatCounts = (counts: ResultCounts): string =>
  resultKinds
    .filter((kind) => (counts[kind] ?? 0) > 0)
    .map((kind) => `${inFigures(counts[kind] ?? 0)} ${kindLabels[kind].toLowerCase()}`)
    .join(', ') || 'no results yet'
