import type { FilterChip } from '../../ui/filters/filter-chips.tsx'
import { dayWords } from '../days.ts'

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

/** A filter by days, as `yyyy-mm-dd`, both inclusive; '' for no limit. */
export interface DaysField {
  id: string
  label: string
  days: Days
  onChange: (days: Days) => void
}

export interface Days {
  from: string
  to: string
}

export type AnyField = FilterField | DaysField

export const isActive = (field: AnyField): boolean =>
  'days' in field ? field.days.from !== '' || field.days.to !== '' : field.selected.length > 0

/** Returns chips of the active filters. Values have no label until their options have loaded. */
export const chipsOf = (fields: readonly AnyField[], isLoading = false): readonly FilterChip[] =>
  fields.filter(isActive).map((field) =>
    'days' in field
      ? {
          id: field.id,
          label: field.label,
          value: daysWords(field.days),
          onRemove: () => field.onChange({ from: '', to: '' }),
        }
      : {
          id: field.id,
          label: `${field.label} is`,
          value: isLoading && field.options.length === 0 ? '…' : selectedWords(field),
          onRemove: () => field.onChange([]),
        },
  )

/** Joins labels in the order of the options: 'Staging, Production'. Unknown values are shown as they are. */
const selectedWords = ({ options, selected }: FilterField): string =>
  selected.map((value) => options.find((option) => option.value === value)?.label ?? value).join(', ')

const daysWords = ({ from, to }: Days): string => {
  if (from === '') return `until ${dayWords(to)}`
  if (to === '') return `from ${dayWords(from)}`
  return from === to ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`
}
