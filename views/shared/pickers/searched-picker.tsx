/** A picker whose options come from a server search. */
import type { ReactNode } from 'react'
import { Picker, type PickerProps, type PickOption } from '../../ui/pickers/picker.tsx'
import { useSearch, type Search } from './search.ts'

export type SearchedPickerProps<Item extends { id: number }> = Omit<
  PickerProps<number>,
  'options' | 'chosen' | 'onChange' | 'remote' | 'isMultiple'
> & {
  chosen?: readonly number[]
  search: Search<Item>
  optionOf: (item: Item) => Omit<PickOption<number>, 'id'>
  onChoose: (item: Item) => void
}

export function SearchedPicker<Item extends { id: number }>(props: SearchedPickerProps<Item>): ReactNode {
  const { search, optionOf, onChoose, chosen = [], ...rest } = props
  const { items, ...remote } = useSearch(search)
  const isFirst = items.length === 0 && remote.q === '' && remote.isWaiting
  return (
    <Picker
      {...rest}
      remote={remote}
      options={isFirst ? null : items.map((item) => ({ id: item.id, ...optionOf(item) }))}
      chosen={chosen}
      onChange={([id]) => {
        const item = items.find((one) => one.id === id)
        if (item !== undefined) onChoose(item)
      }}
    />
  )
}
