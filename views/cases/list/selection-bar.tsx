import { FolderInput, ListChecks, Trash2 } from 'lucide-react'
import { BulkBar } from '../../ui/lists/bulk-bar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import styles from '../repository.module.css'

export interface SelectionBarProps {
  count: number
  /** Selected cases that the search hides: actions skip them. */
  hidden: number
  /** Number of matching cases. */
  total: number
  /** Whether their ids are being loaded. */
  isDeleting: boolean
  onAll: () => void
  onClear: () => void
  onMove: () => void
  onDelete: () => void
  onBulk: () => void
}

/** Of the selected cases that the search hides. */
export const hiddenText = (hidden: number): string =>
  hidden === 0 ? '' : `, ${inFigures(hidden)} more hidden by the search`

/** Actions on the selected cases, while selection mode is on. */
export function SelectionBar({
  count,
  hidden,
  total,
  isDeleting,
  onAll,
  onClear,
  onMove,
  onDelete,
  onBulk,
}: SelectionBarProps) {
  return (
    <div className={styles.selection}>
      <BulkBar
        words={`${formatCount(count, 'test case', 'test cases')} selected`}
        aside={`of ${inFigures(total)}${hiddenText(hidden)}`}
        onClear={onClear}
        checkbox={
          <Checkbox
            aria-label="Select all test cases"
            checked={count > 0 && count >= total}
            isIndeterminate={count > 0 && count < total}
            onCheckedChange={count >= total ? onClear : onAll}
          />
        }
      >
        {count > 0 && (
          <>
            <Button variant="quiet" size="sm" icon={<FolderInput aria-hidden />} onClick={onMove}>
              Move to…
            </Button>
            <Button variant="quiet" size="sm" icon={<Trash2 aria-hidden />} isPending={isDeleting} onClick={onDelete}>
              Delete
            </Button>
            <Button variant="quiet" size="sm" icon={<ListChecks aria-hidden />} onClick={onBulk}>
              Bulk actions
            </Button>
          </>
        )}
      </BulkBar>
    </div>
  )
}
