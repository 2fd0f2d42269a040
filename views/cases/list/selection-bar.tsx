import { FolderInput, ListChecks, Trash2 } from 'lucide-react'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { inFigures } from '../../ui/figures.ts'
import { countWords } from '../../shared/cases/words.ts'
import styles from '../repository.module.css'

export interface SelectionBarProps {
  count: number
  /** Chosen cases that the search hides: nothing is done to them. */
  hidden: number
  /** Cases that match. */
  total: number
  /** Which they are is asked for. */
  isDeleting: boolean
  onAll: () => void
  onClear: () => void
  onMove: () => void
  onDelete: () => void
  onBulk: () => void
}

/** Of chosen cases that the search hides. */
export const hiddenWords = (hidden: number): string =>
  hidden === 0 ? '' : `, ${inFigures(hidden)} more hidden by the search`

/** What can be done with the chosen cases, as long as choosing is switched on. */
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
        words={`${countWords(count, 'test case', 'test cases')} selected`}
        aside={`of ${inFigures(total)}${hiddenWords(hidden)}`}
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
