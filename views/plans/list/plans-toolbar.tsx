/** Search, filters and open/closed of the plans list (PLANS-03 to PLANS-06). Changes apply immediately and are in the address. */
import { ListFilter, Plus } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '../../../contract/limits.ts'
import { useProject, useResource, useApplication } from '../../boot/context.tsx'
import { dayWords } from '../../shared/days.ts'
import { FilterDialog } from '../../shared/filters/filter-dialog.tsx'
import { chipsOf, type FilterField } from '../../shared/filters/filter-field.ts'
import { FilterFields } from '../../shared/filters/filter-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { Popover } from '../../ui/popover.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { isPlansFiltered, type PlansQuery } from '../address.ts'
import { projectChoices } from '../../../services/projects/choices.ts'
import styles from './plans.module.css'

interface PlansToolbarProps {
  query: PlansQuery
  typed: string
  onType: (q: string) => void
  onSearch: () => void
  onFilter: (filter: Partial<PlansQuery>) => void
  onClear: () => void
}

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const

export function PlansToolbar({ query, typed, onType, onSearch, onFilter, onClear }: PlansToolbarProps) {
  const [isOpen, setOpen] = useState(false)
  const hasDays = query.createdFrom !== '' || query.createdTo !== ''
  const inForce = [query.milestoneId.length > 0, query.environmentId.length > 0, hasDays].filter(Boolean).length
  return (
    <>
      <SegmentedControl
        label="State"
        segments={STATES}
        value={query.closed ? 'closed' : 'open'}
        onValueChange={(state) => onFilter({ closed: state === 'closed' })}
      />
      <SearchField
        label="Search for test plans"
        maxLength={LIMITS.caseQuery}
        value={typed}
        onValueChange={onType}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch()
        }}
      />
      <div className={styles.wide}>
        <Chosen query={query} onFilter={onFilter} />
        {hasDays && (
          <FilterChips
            label="Days in force"
            chips={[
              {
                id: 'created',
                label: 'Created',
                value: daysWords(query),
                onRemove: () => onFilter({ createdFrom: '', createdTo: '' }),
              },
            ]}
          />
        )}
        <Popover
          label="Filters"
          trigger={
            <Button variant="quiet" size="sm" icon={<Plus aria-hidden />}>
              Filter
            </Button>
          }
        >
          <Filters query={query} onFilter={onFilter} />
        </Popover>
        <Popover
          label="Created"
          trigger={
            <Button variant="quiet" size="sm" icon={<Plus aria-hidden />}>
              Created
            </Button>
          }
        >
          <Days query={query} onFilter={onFilter} />
        </Popover>
        {isPlansFiltered(query) && (
          <Button variant="quiet" size="sm" onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
      <span className={styles.narrow}>
        <Button
          icon={<ListFilter aria-hidden />}
          aria-label={`Filters, ${inForce} in force`}
          onClick={() => setOpen(true)}
        >
          {inForce > 0 && inForce}
        </Button>
      </span>
      {isOpen && (
        <FilterDialog onClear={onClear} clearLabel="Clear filters" onClose={() => setOpen(false)}>
          <Filters query={query} onFilter={onFilter} />
          <Days query={query} onFilter={onFilter} />
        </FilterDialog>
      )}
    </>
  )
}

type FilterProps = Pick<PlansToolbarProps, 'query' | 'onFilter'>

const daysWords = ({ createdFrom, createdTo }: PlansQuery): string => {
  if (createdFrom === '') return `until ${dayWords(createdTo)}`
  return createdTo === '' ? `from ${dayWords(createdFrom)}` : `${dayWords(createdFrom)} to ${dayWords(createdTo)}`
}

function Days({ query, onFilter }: FilterProps) {
  return (
    <div className={styles.days}>
      <DateField
        label="Created from"
        value={query.createdFrom}
        max={query.createdTo || undefined}
        onValueChange={(createdFrom) => onFilter({ createdFrom })}
      />
      <DateField
        label="Created until"
        value={query.createdTo}
        min={query.createdFrom || undefined}
        onValueChange={(createdTo) => onFilter({ createdTo })}
      />
    </div>
  )
}

/** Options load when a filter opens or is active. */
function useFields({ query, onFilter }: FilterProps): { fields: FilterField[]; isLoading: boolean } {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, isLoading } = useResource(async () => {
    const choices = projectChoices(send, key)
    const [milestones, environments] = await Promise.all([choices.milestones('all'), choices.environments()])
    return { milestones, environments }
  })
  const field = (
    name: 'milestoneId' | 'environmentId',
    label: string,
    options: readonly { id: number; name: string }[] = [],
  ): FilterField => ({
    id: name,
    label,
    options: options.map((one) => ({ value: String(one.id), label: one.name })),
    selected: query[name].map(String),
    onChange: (selected) => onFilter({ [name]: selected.map(Number) }),
  })
  return {
    isLoading,
    fields: [
      field('milestoneId', 'Milestone', value?.milestones),
      field('environmentId', 'Environment', value?.environments),
    ],
  }
}

function Filters(props: FilterProps) {
  const { fields, isLoading } = useFields(props)
  return <FilterFields fields={fields} isLoading={isLoading} />
}

function Chosen(props: FilterProps) {
  const { milestoneId, environmentId } = props.query
  return milestoneId.length + environmentId.length > 0 && <ChosenFields {...props} />
}

function ChosenFields(props: FilterProps) {
  const { fields, isLoading } = useFields(props)
  return <FilterChips chips={chipsOf(fields, isLoading)} />
}
