/** Query of a launch's tests: search, filters, grouping, order. Narrow pages keep the search and move the rest into a dialog (TESTS-11). */
import { ArrowDownWideNarrow, ListTree, Plus } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import {
  TEST_GROUPINGS,
  TEST_SORTS,
  getTestLabels,
  type TestGrouping,
  type TestsQuery,
  type TestSort,
} from '../../../contract/launches/launch-tests.ts'
import { RESULT_KINDS } from '../../../contract/launches/launches.ts'
import { isTestsFiltered } from '../../../machines/launches/test-filters.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FiltersButton } from '../../ui/filters/filters-button.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { kindLabels } from '../../ui/results/result-kinds.ts'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { TAGS_LOADING, type FailureTagsById } from '../test-parts/use-failure-tags.ts'
import type { FilterChoiceProps } from './filter-choice.tsx'
import { chipsOf, type FilterField } from '../../shared/filters/filter-field.ts'
import { displayedKind } from '../../shared/launch-labels.ts'
import styles from '../toolbar.module.css'

const FilterFields = later(() => import('../../shared/filters/filter-fields.tsx').then((m) => m.FilterFields))
const FilterDialog = later(() => import('../../shared/filters/filter-dialog.tsx').then((m) => m.FilterDialog))
const FilterValues = later(() => import('../../shared/filters/filter-fields.tsx').then((m) => m.FilterValues))

const LazyChoice = later(() => import('./filter-choice.tsx').then((m) => m.FilterChoice))
/** `later` loses generic type parameters. */
const FilterChoice = LazyChoice as <Value extends string>(props: FilterChoiceProps<Value>) => ReactNode

export type TestsToolbarProps = {
  launchId: number
  query: TestsQuery
  /** Empty for users who may not see failure tags: then there is no filter by tag. */
  tags: FailureTagsById
  grouping: TestGrouping
  typed: string
  onType: (q: string) => void
  onSearch: () => void
  onFilter: (filter: Partial<TestsQuery>) => void
  onReset: () => void
}

const groupingLabels: Record<TestGrouping, string> = {
  none: 'None',
  failure: 'Failure',
  className: 'Class',
  status: 'Status',
  maintainer: 'Maintainer',
}

const sortLabels: Record<TestSort, string> = {
  name: 'Name',
  status: 'Status',
  startTime: 'Start',
  duration: 'Duration',
}

/** Memoised by query: rows change often. */
export const TestsToolbar = memo(function TestsToolbar(props: TestsToolbarProps) {
  const { launchId, query, tags, grouping, typed, onType, onSearch, onFilter, onReset } = props
  const [isOpen, setOpen] = useState(false)
  const fields = ownFields(query, tags, onFilter)
  const chosen = [...fields, ...labelFields(query, [], onFilter)].filter(({ selected }) => selected.length > 0)
  return (
    <>
      <SearchField
        label="Search tests"
        value={typed}
        onValueChange={onType}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch()
        }}
      />
      <div className={styles.wide}>
        <FilterChips chips={chipsOf(chosen)} />
        {fields
          .filter(({ id, options }) => options.length > 0 || (id === 'failureTag' && tags === TAGS_LOADING))
          .map((field) => (
            <Popover key={field.id} label={field.label} trigger={<AddButton>{field.label}</AddButton>}>
              <Later>
                <FilterValues field={field} />
              </Later>
            </Popover>
          ))}
        <Popover label="Labels" trigger={<AddButton>Label</AddButton>}>
          <Labels launchId={launchId} query={query} onFilter={onFilter} />
        </Popover>
        {isTestsFiltered(query) && (
          <Button variant="quiet" size="sm" onClick={onReset}>
            Reset
          </Button>
        )}
      </div>
      <span className={styles.narrow}>
        <FiltersButton active={chosen.length} onClick={() => setOpen(true)} />
      </span>
      <Order grouping={grouping} sort={query.sort} onFilter={onFilter} />
      <Later onClose={() => setOpen(false)}>
        {isOpen && (
          <FilterDialog onClear={onReset} clearLabel="Reset" onClose={() => setOpen(false)}>
            <Labels launchId={launchId} query={query} onFilter={onFilter} others={fields} />
            <FilterChoice
              label="Group by"
              value={grouping}
              words={groupingLabels}
              onChange={(group) => onFilter({ group })}
            />
            <FilterChoice
              label="Sort by"
              value={query.sort}
              words={sortLabels}
              onChange={(sort) => onFilter({ sort })}
            />
          </FilterDialog>
        )}
      </Later>
    </>
  )
})

type OrderProps = Pick<TestsQuery, 'sort'> & Pick<TestsToolbarProps, 'grouping' | 'onFilter'>

const Order = memo(function Order({ grouping: grouped, sort: sorted, onFilter }: OrderProps) {
  return (
    <span className={styles.wideEnd}>
      <Menu
        label="Group by"
        align="end"
        trigger={
          <Button variant="quiet" size="sm" icon={<ListTree aria-hidden />}>
            <span className={styles.quiet}>Group</span> {groupingLabels[grouped]}
          </Button>
        }
      >
        {TEST_GROUPINGS.map((group) => (
          <MenuItem key={group} isSelected={group === grouped} onSelect={() => onFilter({ group })}>
            {groupingLabels[group]}
          </MenuItem>
        ))}
      </Menu>
      <Menu
        label="Sort by"
        align="end"
        trigger={
          <Button variant="quiet" size="sm" icon={<ArrowDownWideNarrow aria-hidden />}>
            <span className={styles.quiet}>Sort</span> {sortLabels[sorted]}
          </Button>
        }
      >
        {TEST_SORTS.map((sort) => (
          <MenuItem
            key={sort}
            isSelected={sort === sorted}
            onSelect={() => onFilter({ sort, order: sort === 'duration' ? 'desc' : 'asc' })}
          >
            {sortLabels[sort]}
          </MenuItem>
        ))}
      </Menu>
    </span>
  )
})

const AddButton = (props: { children: string }) => (
  <Button variant="quiet" size="sm" icon={<Plus aria-hidden />} {...props} />
)

type LabelsProps = Pick<TestsToolbarProps, 'launchId' | 'query' | 'onFilter'> & { others?: readonly FilterField[] }

/** Loads when opened. */
function Labels({ launchId, query, onFilter, others = [] }: LabelsProps) {
  const { sendRead } = useApplication()
  const { key } = useProject()
  const { value, isLoading } = useResource(() => sendRead(getTestLabels, { params: { projectKey: key, launchId } }))
  return (
    <Later>
      <FilterFields isLoading={isLoading} fields={[...others, ...labelFields(query, value?.labels ?? [], onFilter)]} />
    </Later>
  )
}

type OnFilter = TestsToolbarProps['onFilter']

const ownFields = (query: TestsQuery, tags: FailureTagsById, onFilter: OnFilter): FilterField[] => [
  {
    id: 'kind',
    label: 'Status',
    options: RESULT_KINDS.map((kind) => ({ value: kind, label: kindLabels[displayedKind(kind)] })),
    selected: query.testsState,
    onChange: (kinds) => onFilter({ testsState: kinds as TestsQuery['testsState'] }),
  },
  {
    id: 'failureTag',
    label: 'Failure tag',
    options: [...tags.values()].map(({ id, name }) => ({ value: String(id), label: name })),
    selected: query.failureTag,
    onChange: (failureTag) => onFilter({ failureTag: [...failureTag] }),
  },
  {
    id: 'testCase',
    label: 'Test case',
    options: [
      { value: 'linked', label: 'Linked' },
      { value: 'unlinked', label: 'Not linked' },
    ],
    selected: query.testCase === undefined ? [] : [query.testCase],
    isSingle: true,
    onChange: ([testCase]) => onFilter({ testCase: testCase as TestsQuery['testCase'] }),
  },
  {
    id: 'quarantined',
    label: 'Quarantined',
    options: [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ],
    selected: query.quarantined === undefined ? [] : [query.quarantined],
    isSingle: true,
    onChange: ([quarantined]) => onFilter({ quarantined: quarantined as TestsQuery['quarantined'] }),
  },
  {
    id: 'failureKey',
    label: 'Failure',
    options: [],
    selected: query.failureKey === undefined ? [] : [query.failureKey],
    onChange: () => onFilter({ failureKey: undefined }),
  },
  {
    id: 'testId',
    label: 'Tests',
    // Only reachable by a link.
    options: query.testId.length === 0 ? [] : [{ value: 'named', label: `${query.testId.length} in the link` }],
    selected: query.testId.length === 0 ? [] : ['named'],
    onChange: () => onFilter({ testId: [] }),
  },
]

const labelFields = (
  query: TestsQuery,
  known: readonly { key: string; values: readonly string[] }[],
  onFilter: OnFilter,
): FilterField[] =>
  [...new Set([...query.label.map(keyOf), ...known.map(({ key }) => key)])].map((key) => ({
    id: `label:${key}`,
    label: key,
    options: (known.find((label) => label.key === key)?.values ?? []).map((value) => ({ value, label: value })),
    selected: query.label.filter((label) => keyOf(label) === key).map((label) => label.slice(key.length + 1)),
    onChange: (values) =>
      onFilter({
        label: [...query.label.filter((label) => keyOf(label) !== key), ...values.map((value) => `${key}:${value}`)],
      }),
  }))

const keyOf = (label: string): string => label.split(':', 1)[0] ?? label
