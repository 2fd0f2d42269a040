import type { ReactNode } from 'react'
import type { FilterChip } from '../../ui/filters/filter-chips.tsx'

export interface Choice {
  value: string
  label: string
}

/** A filter whose value is one or several of its options. */
export interface FilterField {
  id: string
  label: string
  options: readonly Choice[]
  selected: readonly string[]
  /** At most one value. */
  isSingle?: boolean
  onChange: (selected: string[]) => void
}

/** A filter with a panel of its own. */
export interface PanelField {
  id: string
  label: string
  /** Before the value on a chip: the label by default. */
  chipLabel?: string
  /** Its value on a chip; '' while it is inactive. */
  value: string
  panel: ReactNode
  onClear: () => void
}

export type AnyField = FilterField | PanelField

export const isActive = (field: AnyField): boolean =>
  'panel' in field ? field.value !== '' : field.selected.length > 0

/** Returns chips of the active filters. Values have no label until their options have loaded. */
export const chipsOf = (fields: readonly AnyField[], isLoading = false): readonly FilterChip[] =>
  fields.filter(isActive).map((field) =>
    'panel' in field
      ? { id: field.id, label: field.chipLabel ?? field.label, value: field.value, onRemove: field.onClear }
      : {
          id: field.id,
          label: `${field.label} is`,
          value: isLoading && field.options.length === 0 ? '…' : selectedText(field),
          onRemove: () => field.onChange([]),
        },
  )

/** Joins labels in the order of the options: 'Staging, Production'. Unknown values are shown as they are. */
const selectedText = ({ options, selected }: FilterField): string =>
  selected.map((value) => options.find((option) => option.value === value)?.label ?? value).join(', ')
