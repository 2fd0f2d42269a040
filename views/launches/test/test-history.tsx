/** History of the test over the project's launches: a strip beside the title, and a list. */
import type { TestHistory } from '../../../machines/launches/test-page.machine.ts'
import { useProject } from '../../application/context.tsx'
import { testHref } from '../../shared/routes.ts'
import { Duration } from '../../ui/text/duration.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { RowLink } from '../../ui/lists/list.tsx'
import { DataList, type Column } from '../../ui/lists/data-list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { kindLabels } from '../../ui/results/result-kinds.ts'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { displayedKind, formatStability } from '../../shared/launch-labels.ts'
import { firstLine } from '../log-lines.ts'
import { stableRuns } from './stable-runs.ts'
import styles from './test-history.module.css'

export function HistoryStrip({ history, testId }: { history: TestHistory; testId: number }) {
  const { key } = useProject()
  const last = stableRuns(history.items, testId)
  const { stability } = history.stability
  if (last.length < 2 || stability === null) return null
  return (
    <nav aria-label="This test in its last launches" className={styles.strip}>
      <span>Last {last.length}</span>
      <ol>
        {last.map((one) => {
          const kind = displayedKind(one.kind)
          const words = `${kindLabels[kind]} in ${one.launchName} #${one.launchNumber}`
          return (
            <li key={one.testId}>
              <PlainLink
                href={testHref(key, one.launchId, one.testId)}
                aria-label={words}
                aria-current={one.testId === testId ? 'page' : undefined}
                data-tip={words}
              >
                <ResultIcon kind={kind} size={16} />
              </PlainLink>
            </li>
          )
        })}
      </ol>
      <span>{formatStability(stability)} stable</span>
    </nav>
  )
}

export function HistoryList({ history, testId }: { history: TestHistory | null; testId: number }) {
  const { key } = useProject()
  if (history !== null && history.items.length === 0)
    return <EmptyState title="No history yet">Results of this test in earlier launches appear here.</EmptyState>
  return (
    <DataList
      label="History"
      rows={history === null ? null : history.items.map((run) => ({ ...run, id: run.testId }))}
      columns={columnsOf(key)}
      className={styles.list}
      rowClassName={styles.row}
      rowPropsOf={({ id }) => ({ isCurrent: id === testId })}
    />
  )
}

const columnsOf = (projectKey: string): Column<TestHistory['items'][number] & { id: number }>[] => [
  { header: 'Result', width: '120px', skeleton: 64, cell: ({ kind }) => <StatusTag kind={displayedKind(kind)} /> },
  {
    header: 'Launch',
    width: 'minmax(160px, 1fr)',
    skeleton: 'name',
    cell: ({ launchId, testId, launchName, launchNumber }) => (
      <RowLink href={testHref(projectKey, launchId, testId)} aside={`#${launchNumber}`}>
        {launchName}
      </RowLink>
    ),
  },
  {
    header: 'Failure',
    width: 'minmax(0, 1.2fr)',
    className: styles.message,
    skeleton: 180,
    cell: ({ message }) => (message === null ? '' : firstLine(message)),
  },
  {
    header: 'Duration',
    width: '80px',
    align: 'end',
    className: styles.duration,
    skeleton: 40,
    cell: ({ durationMs }) => <Duration ms={durationMs} />,
  },
  { header: 'Started', width: '84px', skeleton: 60, cell: ({ startTime }) => <RelativeTime at={startTime} /> },
]
