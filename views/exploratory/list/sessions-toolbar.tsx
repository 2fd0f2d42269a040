/** Search, state and filters of the sessions list. Changes apply immediately and are in the address. */
import { ListFilter, Plus } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '../../../contract/limits.ts'
import { useProject, useResource, useApplication } from '../../boot/context.tsx'
import { FilterDialog } from '../../shared/filters/filter-dialog.tsx'
import { chipsOf, type FilterField } from '../../shared/filters/filter-field.ts'
import { FilterFields } from '../../shared/filters/filter-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { Popover } from '../../ui/popover.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { isSessionsFiltered, type SessionsQuery, type SessionsState } from '../address.ts'
import { projectChoices } from '../../../services/projects/choices.ts'
import styles from './sessions.module.css'

export interface SessionsToolbarProps {
  query: SessionsQuery
  typed: string
  onType: (q: string) => void
  onSearch: () => void
  onFilter: (filter: Partial<SessionsQuery>) => void
  onClear: () => void
}

const SEGMENTS: { value: SessionsState; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
]

export function SessionsToolbar({ query, typed, onType, onSearch, onFilter, onClear }: SessionsToolbarProps) {
  const [isOpen, setOpen] = useState(false)
  const inForce = [query.assigneeId, query.milestoneId, query.environmentId].filter((ids) => ids.length > 0).length
  return (
    <>
      <SearchField
        label="Search sessions"
        className={styles.search}
        maxLength={LIMITS.caseQuery}
        value={typed}
        onValueChange={onType}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch()
        }}
      />
      <SegmentedControl
        label="State"
        segments={SEGMENTS}
        value={query.state}
        onValueChange={(state) => onFilter({ state })}
      />
      <div className={styles.wide}>
        {inForce > 0 && <Chosen query={query} onFilter={onFilter} />}
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
        {isSessionsFiltered(query) && (
          <Button variant="quiet" size="sm" onClick={onClear}>
            Clear filters
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
        </FilterDialog>
      )}
    </>
  )
}

type FilterProps = Pick<SessionsToolbarProps, 'query' | 'onFilter'>

/** Options load when a filter opens or is active. */
function useFields({ query, onFilter }: FilterProps): { fields: FilterField[]; isLoading: boolean } {
  const { key } = useProject()
  const { sendKept } = useApplication()
  const { value, isLoading } = useResource(async () => {
    const choices = projectChoices(sendKept, key)
    const [people, milestones, environments] = await Promise.all([
      choices.people(),
      choices.milestones('all'),
      choices.environments(),
    ])
    return { people, milestones, environments }
  })
  const field = (
    name: 'assigneeId' | 'milestoneId' | 'environmentId',
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
      field('assigneeId', 'Assignee', value?.people),
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
  const { fields, isLoading } = useFields(props)
  return <FilterChips chips={chipsOf(fields, isLoading)} />
}
