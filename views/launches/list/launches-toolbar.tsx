/** Saved filters, search, predicates as chips, and order. The machine changes the address. */
import { ArrowDownWideNarrow, ChevronDown, Plus, SlidersHorizontal, Star } from 'lucide-react'
import { useState } from 'react'
import type { Operator } from '../../../contract/launches/launch-predicates.ts'
import { LAUNCH_SORTS, type LaunchesQuery, type LaunchSort } from '../../../contract/launches/launches.ts'
import { choicesIn, choosing, isSameChoice, type Choice } from '../../../machines/launches/filter-choices.ts'
import { isLaunchesFiltered } from '../../../machines/launches/launches-list.machine.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FiltersButton } from '../../ui/filters/filters-button.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { choiceLabel, operatorLabels, formatValues } from '../../shared/launch-filters/filter-text.ts'
import type { Rights } from '../launch-actions.ts'
import styles from '../toolbar.module.css'

const FilterPanel = later(() => import('../filters/overlays.ts').then((m) => m.FilterPanel))
const FilterDialog = later(() => import('../../shared/filters/filter-dialog.tsx').then((m) => m.FilterDialog))
const ActiveFilter = later(() => import('../filters/overlays.ts').then((m) => m.ActiveFilter))
const SavedFiltersDrawer = later(() => import('../filters/overlays.ts').then((m) => m.SavedFiltersDrawer))
const SaveFilterDialog = later(() => import('../filters/overlays.ts').then((m) => m.SaveFilterDialog))

export type LaunchesToolbarProps = {
  query: LaunchesQuery
  typed: string
  rights: Rights
  onType: (q: string) => void
  onSearch: () => void
  onFilter: (filter: Partial<LaunchesQuery>) => void
  onClear: () => void
}

const sortLabels: Record<LaunchSort, string> = {
  startedAt: 'Started',
  name: 'Name',
  status: 'Status',
  duration: 'Duration',
  failed: 'Failed tests',
  tests: 'Tests',
  passRate: 'Pass rate',
}

type Overlay = 'filters' | 'saved' | 'save'

export function LaunchesToolbar(props: LaunchesToolbarProps) {
  const { query, typed, rights, onType, onSearch, onFilter, onClear } = props
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const close = () => setOverlay(null)
  const chosen = choicesIn(query)
  const isFiltered = isLaunchesFiltered(query)
  const canSave = isFiltered && rights.canWrite
  const savedText =
    query.savedFilter === undefined ? (
      'Saved filters'
    ) : (
      <Later fallback="Saved filters">
        <ActiveFilter key={query.savedFilter} query={query} />
      </Later>
    )
  return (
    <>
      <Button
        className={styles.saved}
        aria-haspopup="dialog"
        icon={<Star aria-hidden />}
        onClick={() => setOverlay('saved')}
      >
        <span className={styles.savedText}>{savedText}</span>
        <ChevronDown aria-hidden />
      </Button>
      <SearchField
        label="Search launches"
        value={typed}
        onValueChange={onType}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch()
        }}
      />
      <div className={styles.wide}>
        {!chosen.some(({ choice }) => choice.field === 'status') && (
          <Popover
            label="Status"
            trigger={
              <Button variant="quiet" size="sm" icon={<Plus aria-hidden />}>
                Status
              </Button>
            }
          >
            <Later>
              <FilterPanel choice={STATUS} query={query} onFilter={onFilter} />
            </Later>
          </Popover>
        )}
        <FilterChips
          chips={chosen.map(({ choice, operator, values }) => {
            const label = `${choiceLabel(choice)} ${operatorLabels[operator]}`
            return {
              id: idOf(choice, operator, chosen),
              label,
              value: formatValues(choice, values),
              onRemove: () => onFilter(choosing(query, choice, operator, [])),
              editor: (
                <Later>
                  <FilterPanel choice={choice} operator={operator} query={query} onFilter={onFilter} />
                </Later>
              ),
            }
          })}
        />
        <Popover
          label="Filters"
          trigger={
            <Button variant="quiet" size="sm" icon={<Plus aria-hidden />}>
              Filter
            </Button>
          }
        >
          <Later>
            <FilterPanel query={query} onFilter={onFilter} />
          </Later>
        </Popover>
        {isFiltered && (
          <Button variant="quiet" size="sm" onClick={onClear}>
            Clear
          </Button>
        )}
        {canSave && (
          <Button variant="quiet" size="sm" onClick={() => setOverlay('save')}>
            Save as
          </Button>
        )}
      </div>
      <span className={styles.narrow}>
        <FiltersButton active={chosen.length} onClick={() => setOverlay('filters')} />
      </span>
      <span className={styles.end}>
        <Menu
          label="Sort by"
          align="end"
          trigger={
            <IconButton label={`Sorted by ${sortLabels[query.sort].toLowerCase()}`}>
              <ArrowDownWideNarrow aria-hidden />
            </IconButton>
          }
        >
          <MenuSection label="Sort by">
            {LAUNCH_SORTS.map((sort) => (
              <MenuItem key={sort} isSelected={sort === query.sort} onSelect={() => onFilter({ sort })}>
                {sortLabels[sort]}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSeparator />
          <MenuItem isSelected={query.order === 'desc'} onSelect={() => onFilter({ order: 'desc' })}>
            Highest or newest first
          </MenuItem>
          <MenuItem isSelected={query.order === 'asc'} onSelect={() => onFilter({ order: 'asc' })}>
            Lowest or oldest first
          </MenuItem>
        </Menu>
        <span className={styles.wideOnly}>
          <IconButton label="All filters" onClick={() => setOverlay('filters')}>
            <SlidersHorizontal aria-hidden />
          </IconButton>
        </span>
      </span>
      <Later onClose={close}>
        {overlay === 'filters' && (
          <FilterDialog
            onClear={onClear}
            clearLabel="Clear"
            {...(canSave ? { onSave: () => setOverlay('save') } : {})}
            onClose={close}
          >
            <FilterPanel query={query} onFilter={onFilter} />
          </FilterDialog>
        )}
        {overlay === 'saved' && (
          <SavedFiltersDrawer
            active={query.savedFilter}
            onSave={canSave ? () => setOverlay('save') : null}
            onClose={close}
          />
        )}
        {overlay === 'save' && (
          <SaveFilterDialog query={query} onSaved={({ id }) => onFilter({ savedFilter: id })} onClose={close} />
        )}
      </Later>
    </>
  )
}

const STATUS = { field: 'status' } as const

/** Stable when "is" changes to "is not", so that the chip's panel stays open; a choice with both has two chips. */
const idOf = (choice: Choice, operator: Operator, chosen: ReturnType<typeof choicesIn>): string => {
  const name = choice.field === 'label' ? `label ${choice.key}` : choice.field
  const isFirst = chosen.find((one) => isSameChoice(one.choice, choice))?.operator === operator
  return isFirst ? name : `${name} ${operator}`
}
