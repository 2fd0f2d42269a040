/** History of the test over the project's launches: a strip beside the title, and a list. */
import type { TestHistory } from '../../../machines/launches/test-page.machine.ts'
import { useProject } from '../../application/context.tsx'
import { testHref } from '../../shared/routes.ts'
import { Duration } from '../../ui/text/duration.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { Cell, List, ListHead, Row, RowLink } from '../../ui/lists/list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { kindWords } from '../../ui/results/result-kinds.ts'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { drawnKind, stabilityWords } from '../../shared/launch-words.ts'
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
          const kind = drawnKind(one.kind)
          const words = `${kindWords[kind]} in ${one.launchName} #${one.launchNumber}`
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
      <span>{stabilityWords(stability)} stable</span>
    </nav>
  )
}

export function HistoryList({ history, testId }: { history: TestHistory | null; testId: number }) {
  const { key } = useProject()
  if (history !== null && history.items.length === 0)
    return <EmptyState title="No history yet">Results of this test in earlier launches appear here.</EmptyState>
  return (
    <List label="History" className={styles.list} isBusy={history === null}>
      <ListHead>
        <Cell isHead>Result</Cell>
        <Cell isHead>Launch</Cell>
        <Cell isHead>Failure</Cell>
        <Cell isHead align="end">
          Duration
        </Cell>
        <Cell isHead>Started</Cell>
      </ListHead>
      {(history?.items ?? []).map((one) => (
        <Row key={one.testId} isCurrent={one.testId === testId} className={styles.row}>
          <Cell>
            <StatusTag kind={drawnKind(one.kind)} />
          </Cell>
          <Cell>
            <RowLink href={testHref(key, one.launchId, one.testId)} aside={`#${one.launchNumber}`}>
              {one.launchName}
            </RowLink>
          </Cell>
          <Cell className={styles.message}>{one.message === null ? '' : firstLine(one.message)}</Cell>
          <Cell align="end">
            <Duration ms={one.durationMs} />
          </Cell>
          <Cell>
            <RelativeTime at={one.startTime} />
          </Cell>
        </Row>
      ))}
    </List>
  )
}
