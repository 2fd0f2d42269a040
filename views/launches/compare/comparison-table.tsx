/** Virtual list of the tests that differ. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ComparedTest, Comparison } from '../../../contract/launches/comparison.ts'
import type { ResultKind } from '../../../contract/launches/launches.ts'
import { displayedKind } from '../../shared/launch-labels.ts'
import { testHref } from '../../shared/routes.ts'
import { Duration } from '../../ui/text/duration.tsx'
import { Cell, List, ListHead, Row, RowLink } from '../../ui/lists/list.tsx'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { kindLabels } from '../../ui/results/result-kinds.ts'
import { scrollerOf } from '../../ui/lists/scroller.ts'
import { classLabels } from './compare-labels.ts'
import styles from './comparison.module.css'

const ROW_PX = 36

type ComparisonTableProps = {
  projectKey: string
  answer: Comparison
  rows: readonly ComparedTest[]
  isBusy: boolean
  /** Receives the index of the last visible row. */
  onShown: (last: number) => void
}

export function ComparisonTable({ projectKey, answer, rows, isBusy, onShown }: ComparisonTableProps) {
  const body = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => setOffset(body.current?.offsetTop ?? 0), [])
  // oxlint-disable-next-line react/incompatible-library -- its answers are used here alone, and nothing memoises them
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollerOf(body.current),
    estimateSize: () => ROW_PX,
    scrollMargin: offset,
    overscan: 20,
    onChange: ({ range }) => onShown(range?.endIndex ?? 0),
  })
  const shown = virtual.getVirtualItems()
  const { launch, baseline } = answer
  return (
    <List label="Compared tests" isDense isBusy={isBusy} className={styles.table} aria-rowcount={answer.total + 1}>
      <ListHead>
        <Cell isHead>Class</Cell>
        <Cell isHead>Test</Cell>
        <Cell isHead className={styles.side}>
          #{baseline?.launchNumber}
        </Cell>
        <Cell isHead className={styles.side}>
          #{launch.launchNumber}
        </Cell>
      </ListHead>
      <div ref={body} className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = rows[index]
          return (
            row !== undefined && (
              <div key={index} className={styles.line} style={{ transform: `translateY(${start - offset}px)` }}>
                <ComparedRow projectKey={projectKey} answer={answer} row={row} index={index} />
              </div>
            )
          )
        })}
      </div>
    </List>
  )
}

type ComparedRowProps = { projectKey: string; answer: Comparison; row: ComparedTest; index: number }

function ComparedRow({ projectKey, answer, row, index }: ComparedRowProps) {
  const { launch, baseline } = answer
  const [launchId, testId] =
    row.testId === null ? [baseline?.launchId ?? 0, row.baselineTestId ?? 0] : [launch.launchId, row.testId]
  return (
    <Row aria-rowindex={index + 2}>
      <Cell className={styles.class} data-class={row.class}>
        {classLabels[row.class]}
      </Cell>
      <Cell className={styles.name}>
        <RowLink href={testHref(projectKey, launchId, testId)} aside={row.className ?? undefined}>
          {row.name}
        </RowLink>
      </Cell>
      <Side kind={row.baselineKind} durationMs={row.baselineDurationMs} />
      <Side kind={row.kind} durationMs={row.durationMs} />
    </Row>
  )
}

function Side({ kind, durationMs }: { kind: ResultKind | null; durationMs: number | null }) {
  if (kind === null) return <Cell className={styles.side}>–</Cell>
  const drawn = displayedKind(kind)
  return (
    <Cell className={styles.side}>
      <ResultIcon kind={drawn} label={kindLabels[drawn]} />
      {durationMs !== null && <Duration ms={durationMs} />}
    </Cell>
  )
}
