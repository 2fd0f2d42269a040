/** Filters in force as chips, and a panel for all. Narrow pages have them in a dialog (TESTS-11). Choices apply immediately. */
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { FiltersButton } from '../../ui/filters/filters-button.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import styles from './filters.module.css'

interface FilterControlsProps {
  /** Number of filters in force. */
  active: number
  chips: ReactNode
  /** Choices of all filters. */
  panel: ReactNode
  /** Other controls that narrow pages have in the dialog only. */
  others?: ReactNode
  isFiltered: boolean
  onClear: () => void
}

export function FilterControls({ active, chips, panel, others, isFiltered, onClear }: FilterControlsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={styles.wide}>
        {chips}
        <Popover
          label="Filters"
          trigger={
            <Button variant="quiet" size="sm" icon={<Plus aria-hidden />}>
              Filter
            </Button>
          }
        >
          {panel}
        </Popover>
        {isFiltered && (
          <Button variant="quiet" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
      <span className={styles.narrow}>
        <FiltersButton active={active} onClick={() => setOpen(true)} />
      </span>
      {isOpen && (
        <FilterDialog onClear={onClear} clearLabel="Clear filters" onClose={() => setOpen(false)}>
          {others}
          {panel}
        </FilterDialog>
      )}
    </>
  )
}
