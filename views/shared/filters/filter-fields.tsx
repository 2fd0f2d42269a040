/** Chooses a filter, then its values. In a popover, or in a dialog on narrow pages. */
import { useState } from 'react'
import { Count } from '../../ui/marks/count.tsx'
import { Picker } from '../../ui/pickers/picker.tsx'
import type { AnyField, FilterField } from './filter-field.ts'
import { FilterPage, FilterRow, NoFilters } from '../../ui/filters/filter-page.tsx'

export function FilterFields({ fields, isLoading = false }: { fields: readonly AnyField[]; isLoading?: boolean }) {
  const [open, setOpen] = useState<string | null>(null)
  const field = fields.find(({ id }) => id === open)
  if (field !== undefined)
    return (
      <FilterPage key={field.id} back={{ words: field.label, onBack: () => setOpen(null) }}>
        {'panel' in field ? field.panel : <FilterValues field={field} />}
      </FilterPage>
    )
  const offered = fields.filter((one) => 'panel' in one || one.options.length > 0 || one.selected.length > 0)
  return (
    <FilterPage>
      {offered.map((one) => (
        <FilterRow
          key={one.id}
          words={one.label}
          chosen={
            'panel' in one
              ? one.value !== '' && <small>{one.value}</small>
              : one.selected.length > 0 && <Count value={one.selected.length} />
          }
          onOpen={() => setOpen(one.id)}
        />
      ))}
      {isLoading && <NoFilters>Loading…</NoFilters>}
      {offered.length === 0 && !isLoading && <NoFilters>There is nothing to filter by yet</NoFilters>}
    </FilterPage>
  )
}

export function FilterValues({
  field: { label, options, selected, isSingle = false, onChange },
}: {
  field: FilterField
}) {
  const unknown = selected.filter((value) => options.every((option) => option.value !== value))
  return (
    <Picker
      label={label}
      searchLabel={`Search ${label.toLowerCase()}`}
      options={[...options, ...unknown.map((value) => ({ value, label: value }))].map(({ value, label: words }) => ({
        id: value,
        label: words,
      }))}
      chosen={selected}
      isMultiple={!isSingle}
      canBeNone
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- its opener has unmounted, or is beside the panel
      autoFocus
      onChange={onChange}
    />
  )
}
