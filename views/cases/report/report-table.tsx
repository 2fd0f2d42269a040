/** Report as a table: the header repeats on each printed page, and rows are not split. */
import { memo } from 'react'
import { Marks } from '../../shared/cases/marks.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { Block } from './block.tsx'
import type { OfferedColumn } from './report-columns.ts'
import { suitePath, type ReportBlock } from './report-rows.ts'
import { valueOf, type ValueWorld } from './report-values.tsx'
import styles from './report.module.css'

export interface ReportBodyProps {
  blocks: readonly ReportBlock[]
  room: HTMLElement | null
  /** Number of cases that are always rendered, from the first. */
  drawn: number
  world: ValueWorld
}

/** Width of the title column, when all columns fit. */
const TITLE_PX = 280
const ROW_PX = 44

export function ReportTable({
  blocks,
  room,
  drawn,
  world,
  columns,
}: ReportBodyProps & { columns: readonly OfferedColumn[] }) {
  const all = columns.reduce((sum, { widthPx }) => sum + widthPx, TITLE_PX)
  return (
    <table className={styles.table} style={{ '--all': all } as object}>
      <colgroup>
        <col style={{ '--px': TITLE_PX } as object} data-title />
        {columns.map(({ id, widthPx }) => (
          <col key={id} style={{ '--px': widthPx } as object} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Title</th>
          {columns.map(({ id, label }) => (
            <th key={id} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {blocks.map((block) => (
        <Block
          key={block.key}
          room={room}
          isDrawn={block.until <= drawn}
          height={block.rows.length * ROW_PX}
          columns={columns.length + 1}
        >
          {() => <Rows rows={block.rows} columns={columns} world={world} />}
        </Block>
      ))}
    </table>
  )
}

const Rows = memo(function Rows({
  rows,
  columns,
  world,
}: {
  rows: ReportBlock['rows']
  columns: readonly OfferedColumn[]
  world: ValueWorld
}) {
  return rows.map((row) =>
    row.kind === 'suite' ? (
      <tr key={`suite ${row.suite.id}`} className={styles.suiteRow}>
        <th colSpan={columns.length + 1} scope="rowgroup">
          {suitePath(row.suite)}
          <small>{formatCount(row.count, 'test case', 'test cases')}</small>
        </th>
      </tr>
    ) : (
      <tr key={row.testCase.id}>
        <th scope="row">
          {`${row.testCase.title} `}
          <Marks of={row.testCase} />
        </th>
        {columns.map(({ id }) => (
          <td key={id}>{valueOf(id, row.testCase, world) ?? '–'}</td>
        ))}
      </tr>
    ),
  )
})
