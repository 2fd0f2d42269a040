/** Sorting for narrow pages, where rows are cards without column headers. */
import { Select } from '../forms/select.tsx'
import type { Column, ListSort } from './data-list.tsx'

interface SortSelectProps<Item, Sort extends string> {
  columns: readonly Column<Item, Sort>[]
  sort: ListSort<Sort>
  className?: string | undefined
}

export function SortSelect<Item, Sort extends string>({ columns, sort, className }: SortSelectProps<Item, Sort>) {
  const choices = columns.flatMap(({ header, sort: way }) => {
    const [by, , ways] = way ?? []
    if (by === undefined || ways === undefined) return []
    return (['asc', 'desc'] as const).map((order, index) => ({
      by,
      order,
      value: `${by} ${order}`,
      label: `${header}: ${ways[index]}`,
    }))
  })
  return (
    <Select
      className={className}
      label="Sort by"
      hideLabel
      look="bare"
      value={`${sort.by} ${sort.order}`}
      options={choices}
      onValueChange={(value) => {
        const choice = choices.find((one) => one.value === value)
        if (choice !== undefined) sort.onSort(choice.by, choice.order)
      }}
    />
  )
}
