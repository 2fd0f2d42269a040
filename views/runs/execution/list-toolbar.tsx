/** Search and filters of a run's cases. */
import { ListFilter, ListPlus, RefreshCw } from 'lucide-react'
import type { ProjectUser } from '../../../contract/projects/people.ts'
import type { RunSuite } from '../../../machines/runs/execution.machine.ts'
import { isFiltered, NO_FILTERS, type ExecutionFilters } from '../../../machines/runs/execution-list.ts'
import { panelFields } from '../../shared/cases/filters/panel-fields.tsx'
import { FilterFields } from '../../shared/filters/filter-fields.tsx'
import { useCaseFilters } from '../../shared/cases/filters/use-case-filters.ts'
import { useVocabulary } from '../../shared/cases/vocabulary.tsx'
import { useIsNarrow } from '../../shared/page/narrow.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import type { Statuses } from './statuses.ts'
import styles from './list-toolbar.module.css'

interface ListToolbarProps {
  filters: ExecutionFilters
  onFilter: (changed: Partial<ExecutionFilters>) => void
  mine: number
  statuses: Statuses
  people: readonly ProjectUser[]
  suites: readonly RunSuite[]
  /** Cases that match the filters by now but are not listed yet. */
  fresh: number
  onRenew: () => void
  /** Changes the run's cases; null where that is not allowed. */
  onChoose: (() => void) | null
}

export function ListToolbar(props: ListToolbarProps) {
  const { filters, onFilter, mine, fresh, onRenew, onChoose } = props
  const isNarrow = useIsNarrow()
  return (
    <div className={styles.toolbar}>
      <SearchField label="Search cases" value={filters.q} onValueChange={(q) => onFilter({ q })} />
      <SegmentedControl
        label="Whose cases"
        size="sm"
        value={filters.isMine ? 'mine' : 'all'}
        segments={[
          { value: 'all', label: 'All' },
          { value: 'mine', label: 'Mine', count: mine },
        ]}
        onValueChange={(value) => onFilter({ isMine: value === 'mine' })}
      />
      <Popover
        label="Filters"
        align="end"
        trigger={
          <Button size="sm" variant="quiet" icon={<ListFilter aria-hidden />}>
            Filter
            {chosenOf(filters) > 0 && ` (${chosenOf(filters)})`}
          </Button>
        }
      >
        <Filters {...props} />
      </Popover>
      {onChoose !== null && !isNarrow && (
        <IconButton size="sm" label="Add or remove cases" onClick={onChoose}>
          <ListPlus aria-hidden />
        </IconButton>
      )}
      {fresh > 0 && (
        <Button size="sm" variant="quiet" icon={<RefreshCw aria-hidden />} onClick={onRenew}>
          {fresh} more
        </Button>
      )}
    </div>
  )
}

const chosenOf = (filters: ExecutionFilters): number =>
  [
    filters.statuses,
    filters.assignees,
    filters.priorities,
    filters.automationStates,
    filters.suites,
    filters.fields,
  ].reduce((sum, { length }) => sum + length, 0) + (filters.isChanged ? 1 : 0)

function Filters({ filters, onFilter, statuses, people, suites }: ListToolbarProps) {
  const { priorities, automationStates } = useVocabulary()
  const nobody = { id: 0, name: 'Nobody' }
  const none = { id: 0, name: 'None' }
  return (
    <div className={styles.filters}>
      <Group
        label="Status"
        options={statuses.all}
        chosen={filters.statuses}
        onChange={(chosen) => onFilter({ statuses: chosen })}
      />
      <Group
        label="Assignee"
        options={[...people, nobody]}
        chosen={filters.assignees}
        onChange={(chosen) => onFilter({ assignees: chosen })}
      />
      <Group
        label="Priority"
        options={[...priorities, none]}
        chosen={filters.priorities}
        onChange={(chosen) => onFilter({ priorities: chosen })}
      />
      <Group
        label="Automation state"
        options={[...automationStates, none]}
        chosen={filters.automationStates}
        onChange={(chosen) => onFilter({ automationStates: chosen })}
      />
      <Group
        label="Suite"
        options={suites.map(({ id, path }) => ({ id, name: path.join(' / ') }))}
        chosen={filters.suites}
        onChange={(chosen) => onFilter({ suites: chosen })}
      />
      <CustomFields filters={filters} onFilter={onFilter} />
      <Checkbox checked={filters.isChanged} onCheckedChange={(isChanged) => onFilter({ isChanged })}>
        Changed after this run was created
      </Checkbox>
      {isFiltered(filters) && (
        <div className={styles.clear}>
          <Button size="sm" onClick={() => onFilter(NO_FILTERS)}>
            Clear all filters
          </Button>
        </div>
      )}
    </div>
  )
}

function CustomFields({ filters, onFilter }: Pick<ListToolbarProps, 'filters' | 'onFilter'>) {
  const all = useCaseFilters({ fields: [...filters.fields] })
  const fields = all.filter(({ id }) => id.startsWith('field-'))
  return (
    fields.length > 0 && (
      <fieldset className={styles.group}>
        <legend>Custom fields</legend>
        <FilterFields fields={panelFields(fields, ({ fields: wanted = [] }) => onFilter({ fields: wanted }))} />
      </fieldset>
    )
  )
}

interface GroupProps {
  label: string
  options: readonly { id: number; name: string }[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

function Group({ label, options, chosen, onChange }: GroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {/* Not a fieldset: a scrolling one always shows a scrollbar. */}
      <div className={styles.options}>
        {options.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onCheckedChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
