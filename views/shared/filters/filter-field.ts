import type { FilterChip } from '../../ui/filter-chips.tsx'

/** One filter: what it may be set to, and what it is set to. */
export type FilterField = {
  id: string
  label: string
  options: readonly { value: string; label: string }[]
  selected: readonly string[]
  /** One value at most. */
  isSingle?: boolean
  onChange: (selected: string[]) => void
}

/** Returns the chips of the fields that have a value. Values without an option have no name until the options have loaded. */
export const chipsOf = (fields: readonly FilterField[], isLoading = false): readonly FilterChip[] =>
  fields
    .filter(({ selected }) => selected.length > 0)
    .map((field) => ({
      id: field.id,
      label: `${field.label} is`,
      value: isLoading && field.options.length === 0 ? '…' : selectedWords(field),
      onRemove: () => field.onChange([]),
    }))

/** 'Staging, Production', in the order of the options; values that no option knows stay as they are. */
const selectedWords = ({ options, selected }: FilterField): string =>
  selected.map((value) => options.find((option) => option.value === value)?.label ?? value).join(', ')
