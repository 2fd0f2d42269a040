/** Search and filters of the users list (USERS-02, USERS-04). Changes apply immediately and are stored in the address. */
import { ListFilter, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  USER_SOURCES,
  USER_STATUSES,
  type UserSource,
  type UserSort,
  type UserStatus,
} from '../../../contract/workspace/users.ts'
import { chipsOf, type FilterField } from '../../shared/filters/filter-field.ts'
import { FilterDialog } from '../../shared/filters/filter-dialog.tsx'
import { FilterFields, FilterValues } from '../../shared/filters/filter-fields.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { isUsersFiltered, NO_FILTERS, SECOND_FACTORS, type SecondFactorFilter, type UsersListQuery } from './query.ts'
import { SECOND_FACTOR_WORDS, SOURCE_WORDS, STATUS_WORDS } from './user-words.ts'
import { SORTABLE } from './users-table.tsx'
import styles from './users.module.css'

interface UsersToolbarProps {
  query: UsersListQuery
  typed: string
  /** Null while loading. */
  groups: readonly { id: number; name: string }[] | null
  onType: (q: string) => void
  onSearch: () => void
  onFilter: (filter: Partial<UsersListQuery>) => void
}

export function UsersToolbar(props: UsersToolbarProps) {
  const { query, typed, onType, onSearch, onFilter } = props
  const [isOpen, setOpen] = useState(false)
  const fields = fieldsOf(props)
  const chosen = fields.filter(({ selected }) => selected.length > 0)
  const clear = () => onFilter(NO_FILTERS)
  return (
    <div className={styles.toolbar}>
      <SearchField
        label="Search users"
        maxLength={200}
        value={typed}
        onValueChange={onType}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch()
        }}
      />
      <div className={styles.wide}>
        <FilterChips chips={chipsOf(chosen)} />
        {fields
          .filter(({ selected }) => selected.length === 0)
          .map((field) => (
            <Popover
              key={field.id}
              label={field.label}
              trigger={
                <Button variant="quiet" size="sm" icon={<Plus aria-hidden />}>
                  {field.label}
                </Button>
              }
            >
              <FilterValues field={field} />
            </Popover>
          ))}
        {isUsersFiltered(query) && (
          <Button variant="quiet" size="sm" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
      <span className={styles.narrow}>
        <Select
          label="Sort by"
          hideLabel
          look="bare"
          value={`${query.sort} ${query.descending ? 'desc' : 'asc'}`}
          options={SORTS}
          onValueChange={(value) => {
            const [sort, order] = value.split(' ') as [UserSort, string]
            onFilter({ sort, descending: order === 'desc' })
          }}
        />
        <Button
          icon={<ListFilter aria-hidden />}
          aria-label={`Filters, ${chosen.length} in force`}
          onClick={() => setOpen(true)}
        >
          {chosen.length > 0 && chosen.length}
        </Button>
      </span>
      {isOpen && (
        <FilterDialog onClear={clear} clearLabel="Clear filters" onClose={() => setOpen(false)}>
          <FilterFields fields={fields} />
        </FilterDialog>
      )}
    </div>
  )
}

const fieldsOf = ({ query, groups, onFilter }: UsersToolbarProps): FilterField[] => [
  {
    id: 'groups',
    label: 'Group',
    options: (groups ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    selected: query.groups.map(String),
    onChange: (selected) => onFilter({ groups: selected.map(Number) }),
  },
  {
    id: 'status',
    label: 'Status',
    options: USER_STATUSES.map((status) => ({ value: status, label: STATUS_WORDS[status] })),
    selected: query.status,
    onChange: (selected) => onFilter({ status: selected as UserStatus[] }),
  },
  {
    id: 'source',
    label: 'Source',
    options: USER_SOURCES.map((source) => ({ value: source, label: SOURCE_WORDS[source] })),
    selected: query.source,
    onChange: (selected) => onFilter({ source: selected as UserSource[] }),
  },
  {
    id: 'secondFactor',
    label: 'Two-step verification',
    options: SECOND_FACTORS.map((value) => ({ value, label: SECOND_FACTOR_WORDS[value] })),
    selected: query.secondFactor,
    onChange: (selected) => onFilter({ secondFactor: selected as SecondFactorFilter[] }),
  },
]

/** Sorting for the card layout, which has no column headers. */
const SORTS = SORTABLE.flatMap(({ id, label, ways }) => [
  { value: `${id} asc`, label: `${label}: ${ways[0]}` },
  { value: `${id} desc`, label: `${label}: ${ways[1]}` },
])
