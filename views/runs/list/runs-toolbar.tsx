/** Search, open or closed, and filters of the runs list. Changes apply immediately and are in the address. */
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { LIMITS } from '../../../contract/limits.ts'
import { useProject, useResource, useApplication } from '../../boot/context.tsx'
import { chipsOf, type FilterField } from '../../shared/filters/filter-field.ts'
import { FilterValues } from '../../shared/filters/filter-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { Popover } from '../../ui/popover.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { isRange, isRunsFiltered, type RunsQuery } from '../address.ts'
import { projectChoices } from '../../../services/projects/choices.ts'
import styles from './runs.module.css'

export interface RunsToolbarProps {
  query: RunsQuery
  /** Total count; null while loading. */
  counts: { open: number; closed: number } | null
  typed: string
  onType: (q: string) => void
  onSearch: () => void
  onFilter: (filter: Partial<RunsQuery>) => void
  onClear: () => void
}

export function RunsToolbar({ query, counts, typed, onType, onSearch, onFilter, onClear }: RunsToolbarProps) {
  return (
    <>
      <SegmentedControl
        label="State"
        segments={[
          { value: 'open', label: 'Open', ...(counts === null ? {} : { count: counts.open }) },
          { value: 'closed', label: 'Closed', ...(counts === null ? {} : { count: counts.closed }) },
        ]}
        value={query.closed ? 'closed' : 'open'}
        onValueChange={(state) => onFilter({ closed: state === 'closed' })}
      />
      <SearchField
        label="Search for test runs"
        maxLength={LIMITS.caseQuery}
        value={typed}
        onValueChange={onType}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch()
        }}
      />
      <div className={styles.filters}>
        {hasChoice(query) && <Chosen query={query} onFilter={onFilter} />}
        {isRange(query.created) && (
          <FilterChips
            label="Days in force"
            chips={[
              {
                id: 'created',
                label: 'Created is',
                value: dayWords(query.created),
                onRemove: () => onFilter({ created: {} }),
              },
            ]}
          />
        )}
        {NAMES.map(([name, label]) => (
          <Adding key={name} label={label}>
            <Values name={name} query={query} onFilter={onFilter} />
          </Adding>
        ))}
        <Adding label="Created">
          <div className={styles.days}>
            <DateField
              label="From"
              max={query.created.to}
              value={query.created.from ?? ''}
              onValueChange={(from) => onFilter({ created: rangeOf({ ...query.created, from }) })}
            />
            <DateField
              label="To"
              min={query.created.from}
              value={query.created.to ?? ''}
              onValueChange={(to) => onFilter({ created: rangeOf({ ...query.created, to }) })}
            />
          </div>
        </Adding>
        {isRunsFiltered(query) && (
          <Button variant="quiet" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
    </>
  )
}

type FieldName = 'milestoneId' | 'environmentId' | 'configuration'
const NAMES: readonly [FieldName, string][] = [
  ['milestoneId', 'Milestone'],
  ['environmentId', 'Environment'],
  ['configuration', 'Configurations'],
]
const hasChoice = (query: RunsQuery) => NAMES.some(([name]) => query[name].length > 0)

const dayWords = ({ from = '', to = '' }: RunsQuery['created']): string =>
  from !== '' && to !== '' ? (from === to ? from : `${from} to ${to}`) : from === '' ? `until ${to}` : `since ${from}`

const rangeOf = ({ from, to }: RunsQuery['created']) => ({ ...(from ? { from } : {}), ...(to ? { to } : {}) })

const Adding = ({ label, children }: { label: string; children: ReactNode }) => (
  <Popover
    label={label}
    trigger={
      <Button variant="quiet" size="sm" icon={<Plus aria-hidden />}>
        {label}
      </Button>
    }
  >
    {children}
  </Popover>
)

type FilterProps = Pick<RunsToolbarProps, 'query' | 'onFilter'>

/** Options load when a filter opens or is active. */
function useFields({ query, onFilter }: FilterProps): { fields: Record<FieldName, FilterField>; isLoading: boolean } {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, isLoading } = useResource(async () => {
    const choices = projectChoices(send, key)
    const [milestones, environments, groups] = await Promise.all([
      choices.milestones('all'),
      choices.environments(),
      choices.configurations(),
    ])
    const options = groups.flatMap((group) =>
      group.options.map(({ id, name }) => ({ id, name: `${group.name}: ${name}` })),
    )
    return { milestones, environments, options }
  })
  const field = (
    name: FieldName,
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
    fields: {
      milestoneId: field('milestoneId', 'Milestone', value?.milestones),
      environmentId: field('environmentId', 'Environment', value?.environments),
      configuration: field('configuration', 'Configuration', value?.options),
    },
  }
}

function Values({ name, ...props }: FilterProps & { name: FieldName }) {
  const { fields, isLoading } = useFields(props)
  if (isLoading && fields[name].options.length === 0) return <p className={styles.days}>Loading…</p>
  return <FilterValues field={fields[name]} />
}

function Chosen(props: FilterProps) {
  const { fields, isLoading } = useFields(props)
  return <FilterChips chips={chipsOf(Object.values(fields), isLoading)} />
}
