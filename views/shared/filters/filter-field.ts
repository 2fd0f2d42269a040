import type { FilterChip } from '../../ui/filter-chips.tsx'

/** A filter with its options and value. */
export type FilterField = {
  id: string
  label: string
  options: readonly { value: string; label: string }[]
  selected: readonly string[]
  /** At most one value. */
  isSingle?: boolean
  onChange: (selected: string[]) => void
}

/** Returns chips of the active filters. Values have no label until their options have loaded. */
export const chipsOf = (fields: readonly FilterField[], isLoading = false): readonly FilterChip[] =>
  fields
    .filter(({ selected }) => selected.length > 0)
    .map((field) => ({
      id: field.id,
      label: `${field.label} is`,
      value: isLoading && field.options.length === 0 ? '…' : selectedWords(field),
      onRemove: () => field.onChange([]),
    }))

/** Joins labels in the order of the options: 'Staging, Production'. Unknown values are shown as they are. */
const selectedWords = ({ options, selected }: FilterField): string =>
  selected.map((value) => options.find((option) => option.value === value)?.label ?? value).join(', ')
