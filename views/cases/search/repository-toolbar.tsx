/** Search, filter chips, view options, and position of the preview. */
import { ListFilter, PanelLeft, PanelRight, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CaseFilter } from '../../../contract/cases/filter.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { CaseQuestion } from '../../../machines/cases/case-windows.machine.ts'
import { REPOSITORY_VIEWS, type RepositoryView } from '../../../machines/cases/repository-layout.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { FilterPanel } from '../../shared/cases/filters/filter-panel.tsx'
import { chipsOf } from '../../shared/cases/filters/filters.ts'
import { useCaseFilters } from '../../shared/cases/filters/use-case-filters.ts'
import styles from './repository-toolbar.module.css'

const viewWords: Record<RepositoryView, { label: string; tip: string }> = {
  tree: { label: 'Tree', tip: 'Tree view: all suites and cases' },
  suite: { label: 'Suite', tip: 'Suite view: cases of the selected suite' },
  'with-sub-suites': {
    label: 'With sub-suites',
    tip: 'Suite with sub-suites view: cases of the selected suite and of those in it',
  },
}
const VIEWS = REPOSITORY_VIEWS.map((value) => ({ value, ...viewWords[value] }))

export interface RepositoryToolbarProps {
  question: CaseQuestion
  typed: string
  isAsking: boolean
  view: RepositoryView
  /** Whether suggestions are pending (AISG-09). */
  isLocked: boolean
  isTreeShown: boolean
  isBeside: boolean
  onType: (q: string) => void
  onSearch: () => void
  onFilter: (filter: CaseFilter) => void
  onClear: () => void
  onView: (view: RepositoryView) => void
  onTree: () => void
  onBeside: () => void
}

export function RepositoryToolbar(props: RepositoryToolbarProps) {
  const { question, typed, isAsking, view, isTreeShown, isBeside, onFilter, onClear } = props
  const [isOpen, setOpen] = useState(false)
  const fields = useCaseFilters(question.filter)
  const chosen = fields.filter(({ words }) => words !== null)
  return (
    <>
      <span className={styles.tree} data-shown={isTreeShown || undefined}>
        <IconButton
          variant="secondary"
          label={isTreeShown ? 'Hide the suites' : 'Show the suites'}
          onClick={props.onTree}
        >
          <PanelLeft aria-hidden />
        </IconButton>
      </span>
      <SearchField
        label="Search cases"
        className={styles.search}
        maxLength={LIMITS.caseQuery}
        value={typed}
        onValueChange={props.onType}
        onKeyDown={(event) => {
          if (event.key === 'Enter') props.onSearch()
        }}
      />
      <div className={styles.wide}>
        <FilterChips chips={chipsOf(chosen, onFilter)} />
        <Popover
          label="Filters"
          trigger={
            <Button variant="quiet" size="sm" icon={<Plus aria-hidden />}>
              Filter
            </Button>
          }
        >
          <FilterPanel fields={fields} onFilter={onFilter} />
        </Popover>
        {isAsking && (
          <Button variant="quiet" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
      <span className={styles.narrow}>
        <Button
          icon={<ListFilter aria-hidden />}
          aria-label={`Filters, ${chosen.length} in force`}
          onClick={() => setOpen(true)}
        >
          {chosen.length > 0 && chosen.length}
        </Button>
      </span>
      <span className={styles.end}>
        <SegmentedControl
          label="View"
          segments={VIEWS}
          value={view}
          onValueChange={props.onView}
          lockedBy={props.isLocked ? TEXTS.viewLocked : null}
        />
        <IconButton
          label={isBeside ? 'Preview opens beside the list' : 'Preview opens in a dialog'}
          aria-pressed={isBeside}
          onClick={props.onBeside}
        >
          <PanelRight aria-hidden />
        </IconButton>
      </span>
      {isOpen && (
        <Dialog
          title="Filters"
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button onClick={onClear}>Clear filters</Button>
              <Button variant="primary" onClick={() => setOpen(false)}>
                Done
              </Button>
            </>
          }
        >
          <div className={styles.dialog}>
            <SegmentedControl
              label="View"
              segments={VIEWS}
              value={view}
              onValueChange={props.onView}
              lockedBy={props.isLocked ? TEXTS.viewLocked : null}
            />
            <FilterPanel fields={fields} onFilter={onFilter} />
          </div>
        </Dialog>
      )}
    </>
  )
}
