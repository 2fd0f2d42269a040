/** Search, filters as removable chips, order. What is chosen is in the address; the machine is asked to change it. */
import { ArrowDownWideNarrow, ListFilter, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import {
  LAUNCH_SORTS,
  LAUNCH_STATUSES,
  type LaunchesQuery,
  type LaunchSort,
} from '../../../contract/launches/launches.ts'
import { isLaunchesFiltered } from '../../../machines/launches/launches-list.machine.ts'
import { useApplication, useProject, useResource } from '../../boot/context.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterChip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '../../ui/menu.tsx'
import { Popover } from '../../ui/popover.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Coming } from '../../ui/use-overlays.ts'
import { selectedWords, type FilterField } from '../../shared/filters/filter-field.ts'
import { statusLook } from '../../shared/launch-words.ts'
import styles from '../toolbar.module.css'

const FilterFields = lazy(() =>
  import('../../shared/filters/filter-fields.tsx').then((m) => ({ default: m.FilterFields })),
)
const FilterDialog = lazy(() =>
  import('../../shared/filters/filter-dialog.tsx').then((m) => ({ default: m.FilterDialog })),
)
const FilterValues = lazy(() =>
  import('../../shared/filters/filter-fields.tsx').then((m) => ({ default: m.FilterValues })),
)

export type LaunchesToolbarProps = {
  query: LaunchesQuery
  typed: string
  onType: (q: string) => void
  onSearch: () => void
  onFilter: (filter: Partial<LaunchesQuery>) => void
  onClear: () => void
}

const sortWords: Record<LaunchSort, string> = {
  startedAt: 'Started',
  name: 'Name',
  status: 'Status',
  duration: 'Duration',
  failed: 'Failed tests',
  tests: 'Tests',
  passRate: 'Pass rate',
}

export function LaunchesToolbar(props: LaunchesToolbarProps) {
  const { query, typed, onType, onSearch, onFilter, onClear } = props
  const [isOpen, setOpen] = useState(false)
  const chosen = fieldsOf(query, null, onFilter).filter(({ selected }) => selected.length > 0)
  const status = statusField(query, onFilter)
  return (
    <>
      <SearchField
        label="Search launches"
        value={typed}
        onValueChange={onType}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch()
        }}
      />
      <div className={styles.wide}>
        <Popover
          label="Status"
          trigger={
            <Button variant="quiet" size="sm" icon={<Plus aria-hidden />}>
              Status
            </Button>
          }
        >
          <Suspense>
            <FilterValues field={status} />
          </Suspense>
        </Popover>
        {chosen.map((field) => (
          <FilterChip
            key={field.id}
            label={`${field.label} is`}
            value={selectedWords(field)}
            onRemove={() => field.onChange([])}
          />
        ))}
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
        {isLaunchesFiltered(query) && (
          <Button variant="quiet" size="sm" onClick={onClear}>
            Clear
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
        <Menu
          label="Sort by"
          align="end"
          trigger={
            <IconButton label={`Sorted by ${sortWords[query.sort].toLowerCase()}`}>
              <ArrowDownWideNarrow aria-hidden />
            </IconButton>
          }
        >
          <MenuSection label="Sort by">
            {LAUNCH_SORTS.map((sort) => (
              <MenuItem key={sort} isSelected={sort === query.sort} onSelect={() => onFilter({ sort })}>
                {sortWords[sort]}
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
      </span>
      <Suspense fallback={<Coming onClose={() => setOpen(false)} />}>
        {isOpen && (
          <FilterDialog onClear={onClear} clearLabel="Clear" onClose={() => setOpen(false)}>
            <Filters query={query} onFilter={onFilter} />
          </FilterDialog>
        )}
      </Suspense>
    </>
  )
}

/** Values are asked for when somebody wants to choose. */
function Filters({ query, onFilter }: Pick<LaunchesToolbarProps, 'query' | 'onFilter'>) {
  const { launches } = useApplication()
  const { key } = useProject()
  const { value, isLoading } = useResource(() => launches.filters(key))
  return (
    <Suspense>
      <FilterFields
        isLoading={isLoading}
        fields={[statusField(query, onFilter), ...fieldsOf(query, value, onFilter).filter(({ id }) => id !== 'status')]}
      />
    </Suspense>
  )
}

type Known = {
  environments: string[]
  browsers: string[]
  platforms: string[]
  locales: string[]
  builds: string[]
  users: string[]
  labels: { key: string; values: string[] }[]
}
type OnFilter = LaunchesToolbarProps['onFilter']

const plain = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }))

const statusField = (query: LaunchesQuery, onFilter: OnFilter): FilterField => ({
  id: 'status',
  label: 'Status',
  options: LAUNCH_STATUSES.map((status) => ({ value: status, label: statusLook[status].words })),
  selected: query.status,
  onChange: (status) => onFilter({ status: status as LaunchesQuery['status'] }),
})

/** A label in force stays to be seen and removed, whether or not its key is known. */
function fieldsOf(query: LaunchesQuery, known: Known | null, onFilter: OnFilter): FilterField[] {
  const keys = [...new Set([...query.label.map(keyOf), ...(known?.labels ?? []).map(({ key }) => key)])]
  return [
    statusField(query, onFilter),
    {
      id: 'environment',
      label: 'Environment',
      options: plain(known?.environments),
      selected: query.environment,
      onChange: (environment) => onFilter({ environment }),
    },
    {
      id: 'browser',
      label: 'Browser',
      options: plain(known?.browsers),
      selected: query.browser,
      onChange: (browser) => onFilter({ browser }),
    },
    {
      id: 'platform',
      label: 'Platform',
      options: plain(known?.platforms),
      selected: query.platform,
      onChange: (platform) => onFilter({ platform }),
    },
    {
      id: 'locale',
      label: 'Locale',
      options: plain(known?.locales),
      selected: query.locale,
      onChange: (locale) => onFilter({ locale }),
    },
    {
      id: 'build',
      label: 'Build',
      options: plain(known?.builds),
      selected: query.build,
      onChange: (build) => onFilter({ build }),
    },
    {
      id: 'user',
      label: 'Started by',
      options: plain(known?.users),
      selected: query.user,
      onChange: (user) => onFilter({ user }),
    },
    {
      id: 'reviewed',
      label: 'Reviewed',
      options: [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ],
      selected: query.reviewed === undefined ? [] : [query.reviewed],
      isSingle: true,
      onChange: ([reviewed]) => onFilter({ reviewed: reviewed as 'true' | 'false' | undefined }),
    },
    ...keys.map((key): FilterField => ({
      id: `label:${key}`,
      label: key,
      options: plain(known?.labels.find((label) => label.key === key)?.values),
      selected: query.label.filter((label) => keyOf(label) === key).map((label) => label.slice(key.length + 1)),
      onChange: (values) =>
        onFilter({
          label: [...query.label.filter((label) => keyOf(label) !== key), ...values.map((value) => `${key}:${value}`)],
        }),
    })),
  ]
}

const keyOf = (label: string): string => label.split(':', 1)[0] ?? label
