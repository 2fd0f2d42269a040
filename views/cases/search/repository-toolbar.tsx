/** Search, filter chips, view options, and position of the preview. */
import { PanelLeft, PanelRight } from 'lucide-react'
import type { CaseFilter } from '../../../contract/cases/filter.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { CaseQuestion } from '../../../machines/cases/case-windows.machine.ts'
import { REPOSITORY_VIEWS, type RepositoryView } from '../../../machines/cases/repository-layout.ts'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { panelFields } from '../../shared/cases/filters/panel-fields.tsx'
import { FilterControls } from '../../shared/filters/filter-controls.tsx'
import { chipsOf, isActive } from '../../shared/filters/filter-field.ts'
import { FilterFields } from '../../shared/filters/filter-fields.tsx'
import { ListSearch } from '../../shared/lists/list-search.tsx'
import { useCaseFilters } from '../../shared/cases/filters/use-case-filters.ts'
import styles from './repository-toolbar.module.css'

const viewLabels: Record<RepositoryView, { label: string; tip: string }> = {
  tree: { label: 'Tree', tip: 'Tree view: all suites and cases' },
  suite: { label: 'Suite', tip: 'Suite view: cases of the selected suite' },
  'with-sub-suites': {
    label: 'With sub-suites',
    tip: 'Suite with sub-suites view: cases of the selected suite and of those in it',
  },
}
const VIEWS = REPOSITORY_VIEWS.map((value) => ({ value, ...viewLabels[value] }))

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
  const fields = panelFields(useCaseFilters(question.filter), onFilter)
  const views = (
    <SegmentedControl
      label="View"
      segments={VIEWS}
      value={view}
      onValueChange={props.onView}
      lockedBy={props.isLocked ? TEXTS.viewLocked : null}
    />
  )
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
      <ListSearch
        label="Search cases"
        list={{ typed, search: props.onType, submitSearch: props.onSearch }}
        className={styles.search}
      />
      <FilterControls
        active={fields.filter(isActive).length}
        chips={<FilterChips chips={chipsOf(fields)} />}
        panel={<FilterFields fields={fields} />}
        others={views}
        isFiltered={isAsking}
        onClear={onClear}
      />
      <span className={styles.end}>
        {views}
        <IconButton
          label={isBeside ? 'Preview opens beside the list' : 'Preview opens in a dialog'}
          aria-pressed={isBeside}
          onClick={props.onBeside}
        >
          <PanelRight aria-hidden />
        </IconButton>
      </span>
    </>
  )
}
