/** Filters by their values: first which, then of what value. In a panel beside its button, or in a dialog where it is narrow. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Count } from '../../ui/count.tsx'
import { PickList } from '../../ui/pick-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { FilterField } from './filter-field.ts'
import styles from './filter-fields.module.css'

export function FilterFields({ fields, isLoading = false }: { fields: readonly FilterField[]; isLoading?: boolean }) {
  const [open, setOpen] = useState<string | null>(null)
  const field = fields.find(({ id }) => id === open)
  if (field !== undefined)
    return (
      <div className={styles.panel}>
        <button type="button" className={styles.back} onClick={() => setOpen(null)}>
          <ChevronLeft aria-hidden />
          {field.label}
        </button>
        <FilterValues field={field} />
      </div>
    )
  const offered = fields.filter(({ options, selected }) => options.length > 0 || selected.length > 0)
  return (
    <div className={styles.panel}>
      {offered.map(({ id, label, selected }) => (
        <button key={id} type="button" className={styles.field} onClick={() => setOpen(id)}>
          <span>{label}</span>
          {selected.length > 0 && <Count value={selected.length} />}
          <ChevronRight aria-hidden />
        </button>
      ))}
      {offered.length === 0 && (
        <p className={styles.none}>{isLoading ? 'Loading…' : 'There is nothing to filter by yet'}</p>
      )}
    </div>
  )
}

const manyOptions = 8 // from here on they are searched rather than read

export function FilterValues({ field }: { field: FilterField }) {
  const { options, selected, isSingle = false, onChange } = field
  const [words, setWords] = useState('')
  const unknown = selected.filter((value) => options.every((option) => option.value !== value))
  const all = [...options, ...unknown.map((value) => ({ value, label: value }))]
  const found = all.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()))
  const change = (value: string, isOn: boolean) =>
    onChange(isSingle ? (isOn ? [value] : []) : isOn ? [...selected, value] : selected.filter((one) => one !== value))
  return (
    <PickList className={styles.pick}>
      {all.length > manyOptions && (
        <SearchField
          label={`Search ${field.label.toLowerCase()}`}
          value={words}
          onValueChange={setWords}
          shortcut={null}
        />
      )}
      <fieldset className={styles.values} aria-label={field.label}>
        {found.map(({ value, label }) => (
          <Checkbox key={value} checked={selected.includes(value)} onCheckedChange={(isOn) => change(value, isOn)}>
            {label}
          </Checkbox>
        ))}
        {found.length === 0 && <p className={styles.none}>Nothing matches</p>}
      </fieldset>
    </PickList>
  )
}
