import {
  SLOWDOWN,
  SLOWING,
  VARIABLE,
  type DurationView,
  type SlowedTest,
  type TestDuration,
} from '../../../contract/reports/durations.ts'
import { headOf, linesOf } from '../../../contract/csv.ts'
import { displayedKind } from '../../shared/launch-labels.ts'
import { kindLabels } from '../../ui/results/result-kinds.ts'
import { formatDuration } from '../../ui/text/time.ts'

export const viewLabels: Record<DurationView, string> = {
  slowest: 'Slowest',
  variable: 'Most variable',
  slowing: 'Growing slower',
}

const formatFactor = (factor: number): string => `${Math.round((factor - 1) * 100)}%`

export const viewRules: Record<DurationView, string> = {
  slowest: 'Tests by the median duration of their passed runs. Of 100 runs, 95 took at most the 95th percentile.',
  variable: `Tests that passed at least ${VARIABLE.runs} times and whose 95th percentile is at least ${formatDuration(VARIABLE.spreadMs)} above their median. Variation is the standard deviation as a share of the mean.`,
  slowing: `Tests whose median in the newer half of the launches is at least ${formatFactor(SLOWING.factor)} and ${formatDuration(SLOWING.moreMs)} above that in the older half, with at least ${SLOWING.runsInEach} passed runs in each.`,
}

export const slowdownRule = `Tests that took at least ${formatFactor(SLOWDOWN.factor)} and ${formatDuration(SLOWDOWN.moreMs)} longer than the median of their passed runs in the last ${SLOWDOWN.launches} launches of this name, with at least ${SLOWDOWN.runs} of them. Tests on the critical path come first: the one that ended last, the one that ended last before it began, and so on. Only there does a slow test delay the end of the launch.`

export const formatShare = (share: number): string => `${Math.round(share * 100)}%`

const figure = (ms: number | null): string => (ms === null ? '' : String(ms))

export const durationsCsv = (rows: readonly TestDuration[]): string =>
  headOf([
    'Test',
    'Test class',
    'Passed runs',
    'Median, ms',
    '95th percentile, ms',
    'Variation, %',
    'Older half, ms',
    'Newer half, ms',
  ]) +
  linesOf(
    rows.map((row) => [
      row.name,
      row.className ?? '',
      String(row.runs),
      String(row.medianMs),
      String(row.p95Ms),
      String(Math.round(row.variation * 1000) / 10),
      figure(row.earlierMs),
      figure(row.laterMs),
    ]),
  )

export const slowdownCsv = (rows: readonly SlowedTest[]): string =>
  headOf(['Test', 'Test class', 'Critical path', 'Result', 'Duration, ms', 'Median before, ms', 'Longer by, ms']) +
  linesOf(
    rows.map((row) => [
      row.name,
      row.className ?? '',
      row.isCritical ? 'Yes' : 'No',
      kindLabels[displayedKind(row.kind)],
      String(row.durationMs),
      String(row.medianMs),
      String(row.durationMs - row.medianMs),
    ]),
  )
