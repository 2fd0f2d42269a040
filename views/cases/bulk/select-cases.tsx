import type { BulkAction } from '../../../machines/cases/bulk-wizard.machine.ts'
import { BulkBar } from '../../ui/lists/bulk-bar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { hiddenText } from '../list/selection-bar.tsx'
import { ACTION_TEXTS, caseCount } from './bulk-text.ts'
import styles from './bulk.module.css'

export interface SelectCasesProps {
  action: BulkAction
  count: number
  /** Selected cases that the search hides: the action skips them. */
  hidden: number
  /** Number of matching cases. */
  total: number
  /** Whether a range is being loaded. */
  isAsking: boolean
  /** Whether the ids of the selection are being loaded for the next step. */
  isGathering: boolean
  onAll: () => void
  onClear: () => void
  onBack: () => void
  onCancel: () => void
  onNext: () => void
}

/** Step 2, above the list in which cases are selected (BULK-02, BULK-03). */
export function SelectCases(props: SelectCasesProps) {
  const { action, count, hidden, total, isAsking, isGathering, onAll, onClear, onBack, onCancel, onNext } = props
  const { label } = ACTION_TEXTS[action]
  const isDelete = action === 'delete'
  const hasAll = count > 0 && count >= total
  return (
    <div className={styles.bar}>
      <BulkBar
        words={`${label}: ${caseCount(count)} selected`}
        aside={`of ${inFigures(total)}${hiddenText(hidden)}`}
        onClear={count === 0 ? onCancel : onClear}
        checkbox={
          <Checkbox
            aria-label="Select all test cases"
            checked={hasAll}
            isIndeterminate={count > 0 && !hasAll}
            onCheckedChange={hasAll ? onClear : onAll}
          />
        }
      >
        {/* First, because on phones the bar scrolls and Next must be visible. */}
        <Button
          size="sm"
          variant={isDelete ? 'danger-solid' : 'primary'}
          disabled={count === 0 || isAsking}
          isPending={isGathering}
          onClick={onNext}
        >
          {isDelete ? 'Delete' : 'Next'}
        </Button>
        {!hasAll && (
          <Button variant="quiet" size="sm" isPending={isAsking} onClick={onAll}>
            {`Select all ${inFigures(total)}`}
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </BulkBar>
    </div>
  )
}
