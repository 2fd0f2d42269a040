/** Search and filters above a list. */
import type { ReactNode } from 'react'
import { useResource } from '../../application/context.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { ListSearch, type Searched } from '../lists/list-search.tsx'
import { FilterControls } from './filter-controls.tsx'
import { chipsOf, isActive, type AnyField, type FilterField } from './filter-field.ts'
import { FilterFields } from './filter-fields.tsx'
import styles from './filters.module.css'

type Named = readonly { id: number | string; name: string }[]
type Unloaded = Omit<FilterField, 'options'> & { load: () => Promise<Named> }
/** A filter; options with `load` load when a filter opens or is active. */
type BarField = Unloaded | AnyField

interface FilterBarProps {
  /** Label of the search field. */
  search: string
  list: Searched
  /** A choice that is always visible. */
  states?: ReactNode
  fields: readonly BarField[]
  isFiltered: boolean
  onClear: () => void
}

export function FilterBar({ search, list, states, fields, isFiltered, onClear }: FilterBarProps) {
  const active = fields.map((field) => ('load' in field ? { ...field, options: [] } : field)).filter(isActive).length
  return (
    <>
      {states}
      <ListSearch label={search} list={list} className={styles.search} />
      <FilterControls
        active={active}
        chips={active > 0 && <Chips fields={fields} />}
        panel={<Fields fields={fields} />}
        isFiltered={isFiltered}
        onClear={onClear}
      />
    </>
  )
}

/** Adds their options to the fields. */
function useOptions(fields: readonly BarField[]): { fields: readonly AnyField[]; isLoading: boolean } {
  const { value, isLoading } = useResource(async () => {
    const loading = fields.map(async (field) => ('load' in field ? await field.load() : []))
    return new Map((await Promise.all(loading)).map((options, i) => [fields[i]?.id, options] as const))
  })
  const withOptions = (field: BarField): AnyField =>
    'load' in field
      ? { ...field, options: (value?.get(field.id) ?? []).map(({ id, name }) => ({ value: String(id), label: name })) }
      : field
  return { fields: fields.map(withOptions), isLoading }
}

function Fields({ fields }: { fields: readonly BarField[] }) {
  return <FilterFields {...useOptions(fields)} />
}

function Chips(props: { fields: readonly BarField[] }) {
  const { fields, isLoading } = useOptions(props.fields)
  return <FilterChips chips={chipsOf(fields, isLoading)} />
}

/** A field of ids in the query of a list. */
export const idsField = <Name extends string>(
  list: { query: Record<Name, readonly number[]>; filter: (filter: Record<Name, number[]>) => void },
  id: Name,
  label: string,
  load: () => Promise<Named>,
): Unloaded => ({
  id,
  label,
  load,
  selected: list.query[id].map(String),
  onChange: (selected) => list.filter({ [id]: selected.map(Number) } as Record<Name, number[]>),
})
