/** Range and filters of a report: filters of the launches list as chips, in the address. */
import { LaunchesQuery } from '../../contract/launches/launches.ts'
import { REPORT_DAYS, type ReportDays, type ReportFilters as Filters } from '../../contract/reports/filters.ts'
import { choicesIn, choosing } from '../../machines/launches/filter-choices.ts'
import { FilterControls } from '../shared/filters/filter-controls.tsx'
import { FilterPanel } from '../shared/launch-filters/filter-panel.tsx'
import { choiceLabel, operatorLabels, formatValues } from '../shared/launch-filters/filter-text.ts'
import { FilterChips, type FilterChip } from '../ui/filters/filter-chips.tsx'
import { SegmentedControl } from '../ui/controls/segmented-control.tsx'

const NO_FILTER = LaunchesQuery.parse({})

const asLaunches = ({ days: _, timeZone: __, suite: ___, ...filters }: Filters): LaunchesQuery => ({
  ...NO_FILTER,
  ...filters,
})

/** Clears all filters and keeps the range. */
export const noFilters = (): Partial<Filters> => {
  const { page: _, pageSize: __, sort: ___, order: ____, savedFilter: _____, ...filters } = NO_FILTER
  return { ...filters, reviewed: undefined, pinned: undefined, suite: [] }
}

export const isReportFiltered = (filters: Filters): boolean =>
  filters.suite.length > 0 || filters.q !== '' || choicesIn(asLaunches(filters)).length > 0

export const rangeLabel = (days: ReportDays): string => `Last ${days} days`

const chipsOf = (
  filters: Filters,
  query: LaunchesQuery,
  onAsk: (change: Partial<Filters>) => void,
): readonly FilterChip[] => [
  ...(filters.suite.length > 0
    ? [{ id: 'suite', label: 'Suite is', value: filters.suite.join(', '), onRemove: () => onAsk({ suite: [] }) }]
    : []),
  ...(filters.q === '' ? [] : [{ id: 'words', label: 'Words', value: filters.q, onRemove: () => onAsk({ q: '' }) }]),
  ...choicesIn(query).map(({ choice, operator, values }) => {
    const label = `${choiceLabel(choice)} ${operatorLabels[operator]}`
    return {
      id: label,
      label,
      value: formatValues(choice, values),
      onRemove: () => onAsk(choosing(query, choice, operator, []) as Partial<Filters>),
      editor: (
        <FilterPanel
          choice={choice}
          operator={operator}
          query={query}
          onFilter={(filter) => onAsk(filter as Partial<Filters>)}
        />
      ),
    }
  }),
]

/** Filters as text, for print. */
export const filterTexts = (filters: Filters): string[] => [
  ...(filters.suite.length > 0 ? [`Suite is ${filters.suite.join(', ')}`] : []),
  ...(filters.q === '' ? [] : [`“${filters.q}”`]),
  ...choicesIn(asLaunches(filters)).map(
    ({ choice, operator, values }) =>
      `${choiceLabel(choice)} ${operatorLabels[operator]} ${formatValues(choice, values)}`,
  ),
]

export function ReportFilters({ filters, onAsk }: { filters: Filters; onAsk: (change: Partial<Filters>) => void }) {
  const query = asLaunches(filters)
  const chips = chipsOf(filters, query, onAsk)
  return (
    <>
      <SegmentedControl
        label="Range"
        value={filters.days}
        segments={REPORT_DAYS.map((days) => ({ value: days, label: `${days} d`, tip: `${days} days` }))}
        onValueChange={(days) => onAsk({ days })}
      />
      <FilterControls
        active={chips.length}
        chips={<FilterChips chips={chips} />}
        panel={<FilterPanel query={query} onFilter={(filter) => onAsk(filter as Partial<Filters>)} />}
        isFiltered={isReportFiltered(filters)}
        onClear={() => onAsk(noFilters())}
      />
    </>
  )
}
