/** Columns of the table: visibility, order, width; applied on confirmation (EXPORT-11 to EXPORT-18). */
import { useActorRef, useSelector } from '@xstate/react'
import { Columns3, Lock } from 'lucide-react'
import { columnDraft } from '../../../machines/cases/column-draft.machine.ts'
import { COLUMN_WIDTHS } from '../../../machines/cases/report-columns.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { ResizablePane } from '../../ui/layout/resizable-pane.tsx'
import { SortableGrip, sortableRow } from '../../ui/sorting/sortable-grip.tsx'
import { SortableList, SortableLists } from '../../ui/sorting/sortable-list.tsx'
import { columnsShown, type OfferedColumn } from './report-columns.ts'
import type { ReportRef } from './use-report.ts'
import styles from './columns-panel.module.css'

const PANEL = { initialWidth: 300, minWidth: 235, maxWidth: 365 } as const

export function ColumnsPanel({ report, offered }: { report: ReportRef; offered: readonly OfferedColumn[] }) {
  return (
    <Popover label="Columns" align="end" trigger={<Button icon={<Columns3 aria-hidden />}>Columns</Button>}>
      {(close) => (
        <div className={styles.panel}>
          <ResizablePane name="report-columns" label="Columns" side="end" {...PANEL}>
            <Body report={report} offered={offered} onClose={close} />
          </ResizablePane>
        </div>
      )}
    </Popover>
  )
}

function Body({
  report,
  offered,
  onClose,
}: {
  report: ReportRef
  offered: readonly OfferedColumn[]
  onClose: () => void
}) {
  const draft = useActorRef(columnDraft, { input: { columns: report.getSnapshot().context.habits.columns } })
  const left = useSelector(draft, (state) => state.context.columns)
  const columns = columnsShown(left, offered)
  const labelOf = (id: string): string => columns.find((one) => one.id === id)?.label ?? ''
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.row}>
          <span className={styles.fixed} aria-hidden>
            <Lock aria-hidden />
          </span>
          <Checkbox checked disabled>
            Title
          </Checkbox>
        </div>
        <SortableLists
          lists={[{ id: 'columns', label: 'Columns', ids: columns.map(({ id }) => id) }]}
          nameOf={labelOf}
          onMove={({ id, index }) => {
            const others = columns.filter((one) => one.id !== id)
            draft.send({ type: 'column/moved', id, before: others[index]?.id ?? null, offered })
          }}
          renderLifted={(id) => <span className={styles.lifted}>{labelOf(id)}</span>}
        >
          <SortableList of="columns">
            {columns.map(({ id, label, isOn, widthPx }) => (
              <div key={id} className={styles.row} {...sortableRow(id)}>
                <SortableGrip id={id} name={label} />
                <Checkbox checked={isOn} onCheckedChange={() => draft.send({ type: 'column/switched', id, offered })}>
                  {label}
                </Checkbox>
                <NumberField
                  label={`Width of ${label}`}
                  hideLabel
                  size="sm"
                  className={styles.width}
                  value={widthPx}
                  min={COLUMN_WIDTHS.minPx}
                  max={COLUMN_WIDTHS.maxPx}
                  step={COLUMN_WIDTHS.stepPx}
                  onValueChange={(px) => px !== null && draft.send({ type: 'column/sized', id, widthPx: px, offered })}
                />
              </div>
            ))}
          </SortableList>
        </SortableLists>
      </div>
      <footer className={styles.foot}>
        <Button size="sm" variant="quiet" onClick={() => draft.send({ type: 'columns/reset', offered })}>
          Reset
        </Button>
        <Button
          size="sm"
          variant="primary"
          onClick={() => {
            report.send({ type: 'columns/applied', columns: draft.getSnapshot().context.columns })
            onClose()
          }}
        >
          Apply
        </Button>
      </footer>
    </>
  )
}
