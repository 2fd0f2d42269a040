/** Search and filters of a session's observations. Changes apply immediately and are in the address. */
import { useState } from 'react'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import { compareNames } from '../../../contract/natural-order.ts'
import { useMay } from '../../application/context.tsx'
import { FilterBar } from '../../shared/filters/filter-bar.tsx'
import type { FilterField } from '../../shared/filters/filter-field.ts'
import { DateField } from '../../ui/forms/date-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { createdText, isFiltered, NO_FILTER, type CreatedFilter, type ObservationFilter } from './filters.ts'
import styles from './timeline.module.css'

export interface ToolbarProps {
  /** All observations of the session, from which the options are derived. */
  observations: readonly Observation[]
  filter: ObservationFilter
  onChange: (filter: ObservationFilter) => void
}

export function ObservationsToolbar({ observations, filter, onChange }: ToolbarProps) {
  const fields = useFields({ observations, filter, onChange })
  return (
    <div className={styles.toolbar}>
      <FilterBar
        search="Search observations"
        list={{ typed: filter.q, search: (q) => onChange({ ...filter, q }), submitSearch: () => undefined }}
        fields={[
          ...fields,
          {
            id: 'created',
            label: 'Created',
            value: filter.created === null ? '' : createdText(filter.created),
            panel: <Created filter={filter} onChange={onChange} />,
            onClear: () => onChange({ ...filter, created: null }),
          },
        ]}
        isFiltered={isFiltered(filter)}
        onClear={() => onChange(NO_FILTER)}
      />
    </div>
  )
}

const byLabel = (a: { label: string }, b: { label: string }) => compareNames(a.label, b.label)

/** Link filters only where the workspace has trackers (OBSF-11). */
function useFields({ observations, filter, onChange }: ToolbarProps): FilterField[] {
  const hasLinks = useMay().isOn('defects-linking')
  const field = (
    id: 'types' | 'authors' | 'issues' | 'improvements',
    label: string,
    option: (observation: Observation) => [string | number | null, string],
  ): FilterField => {
    const options = new Map(
      observations.flatMap((one): [string, string][] => {
        const [value, words] = option(one)
        return value === null ? [] : [[String(value), words]]
      }),
    )
    return {
      id,
      label,
      options: [...options].map(([value, words]) => ({ value, label: words })).sort(byLabel),
      selected: filter[id],
      onChange: (selected) => onChange({ ...filter, [id]: selected }),
    }
  }
  return [
    field('types', 'Type', ({ type }) => [type.id, type.name]),
    ...(hasLinks
      ? [
          field('issues', 'Issue', ({ issueId }) => [issueId, issueId ?? '']),
          field('improvements', 'Improvement', ({ improvementId }) => [improvementId, improvementId ?? '']),
        ]
      : []),
    field('authors', 'Author', ({ createdBy }) => [createdBy.id, createdBy.name || createdBy.username]),
  ]
}

const OPERATORS = [
  { value: 'on', label: 'On' },
  { value: 'after', label: 'After' },
  { value: 'before', label: 'Before' },
  { value: 'between', label: 'Between' },
]

function Created({ filter, onChange }: Pick<ToolbarProps, 'filter' | 'onChange'>) {
  const { created } = filter
  const [operator, setOperator] = useState<CreatedFilter['operator']>(created?.operator ?? 'on')
  const [from, setFrom] = useState(created === null ? '' : created.operator === 'between' ? created.from : created.day)
  const [to, setTo] = useState(created?.operator === 'between' ? created.to : '')
  const choose = (how: CreatedFilter['operator'], day: string, last: string) => {
    setOperator(how)
    setFrom(day)
    setTo(last)
    if (day === '' || (how === 'between' && last === '')) onChange({ ...filter, created: null })
    else if (how !== 'between') onChange({ ...filter, created: { operator: how, day } })
    else
      onChange({
        ...filter,
        created: { operator: how, ...(day <= last ? { from: day, to: last } : { from: last, to: day }) },
      })
  }
  return (
    <div className={styles.created}>
      <Select
        label="Created"
        options={OPERATORS}
        value={operator}
        onValueChange={(value) =>
          choose(OPERATORS.find((one) => one.value === value)?.value as CreatedFilter['operator'], from, to)
        }
      />
      <DateField
        label={operator === 'between' ? 'First day' : 'Day'}
        value={from}
        onValueChange={(day) => choose(operator, day, to)}
      />
      {operator === 'between' && (
        <DateField label="Last day" value={to} onValueChange={(day) => choose(operator, from, day)} />
      )}
    </div>
  )
}
