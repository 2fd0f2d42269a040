/** Screenshots of an attempt: comparisons first, because they show why an assertion failed. */
import type { LogEntry } from '../../../contract/launches/test-details.ts'
import type { Artifact } from '../../../contract/launches/launches.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Shot } from '../test/test-log.tsx'
import { VisualComparisonView } from './visual-comparison-view.tsx'
import { visualComparisonsIn, imagesOf } from './visual-comparisons.ts'
import styles from './screenshots.module.css'

export type ScreenshotsProps = {
  shots: readonly LogEntry[]
  files: readonly Artifact[]
  /** Epoch ms of the attempt's start. */
  startedAt: number
  onShot: (entry: LogEntry) => void
}

export function Screenshots({ shots, files, startedAt, onShot }: ScreenshotsProps) {
  const comparisons = visualComparisonsIn(imagesOf(shots, files))
  const compared = new Set(
    comparisons.flatMap(({ expected, actual, difference }) => [expected?.url, actual?.url, difference?.url]),
  )
  const others = shots.filter(({ url }) => url !== null && !compared.has(url))
  if (comparisons.length + others.length === 0)
    return <EmptyState title="No screenshots">Screenshots that the test takes appear here.</EmptyState>
  return (
    <>
      {comparisons.map((comparison, index) => (
        <VisualComparisonView key={`${index} ${comparison.name}`} comparison={comparison} />
      ))}
      {others.length > 0 && (
        <div className={styles.shots}>
          {others.map((entry) => (
            <Shot key={entry.id} entry={entry} startedAt={startedAt} onOpen={onShot} />
          ))}
        </div>
      )}
    </>
  )
}
