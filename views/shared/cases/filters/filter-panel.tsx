/** Filter panel: first the filter, then its value. Choices apply immediately, text on Enter. */
import { useState } from 'react'
import { LIMITS } from '../../../../contract/limits.ts'
import type { CaseFilter } from '../../../../contract/cases/filter.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DateField } from '../../../ui/forms/date-field.tsx'
import { Picker } from '../../../ui/pickers/picker.tsx'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { FilterPage, FilterRow } from '../../../ui/filters/filter-page.tsx'
import type { FilterField } from './filters.ts'
import styles from './filter-value.module.css'

export interface FilterPanelProps {
  fields: readonly FilterField[]
  onFilter: (filter: CaseFilter) => void
}

export function FilterPanel({ fields, onFilter }: FilterPanelProps) {
  const [open, setOpen] = useState<string | null>(null)
  const field = fields.find(({ id }) => id === open)
  if (field !== undefined)
    return (
      <FilterPage key={field.id} back={{ words: field.label, onBack: () => setOpen(null) }}>
        <FilterValue field={field} onFilter={onFilter} />
      </FilterPage>
    )
  return (
    <FilterPage>
      {fields.map(({ id, label, words }) => (
        <FilterRow
          key={id}
          words={label}
          chosen={words !== null && <small>{words}</small>}
          onOpen={() => setOpen(id)}
        />
      ))}
    </FilterPage>
  )
}

function FilterValue({ field, onFilter }: { field: FilterField; onFilter: (filter: CaseFilter) => void }) {
  const [words, setWords] = useState(field.kind === 'text' ? field.text : '')
  switch (field.kind) {
    case 'flag':
      return (
        <div className={styles.value}>
          <SegmentedControl
            label={field.label}
            size="sm"
            segments={[
              { value: 'any', label: 'Any' },
              { value: 'true', label: 'Yes' },
              { value: 'false', label: 'No' },
            ]}
            value={field.chosen === undefined ? 'any' : field.chosen ? 'true' : 'false'}
            onValueChange={(value) => onFilter(value === 'any' ? field.without : field.wanted(value === 'true'))}
          />
        </div>
      )
    case 'text':
      return (
        <form
          className={styles.value}
          onSubmit={(event) => {
            event.preventDefault()
            onFilter(field.wanted(words.trim()))
          }}
        >
          <TextField
            label={`${field.label} contains`}
            value={words}
            maxLength={LIMITS.caseFilterText}
            autoComplete="off"
            onValueChange={setWords}
          />
          <Button type="submit" size="sm">
            Apply
          </Button>
        </form>
      )
    case 'days':
      return (
        <div className={styles.value}>
          <DateField
            label="From"
            max={field.days.to}
            value={field.days.from ?? ''}
            onValueChange={(from) => onFilter(field.wanted(rangeOf({ ...field.days, from })))}
          />
          <DateField
            label="To"
            min={field.days.from}
            value={field.days.to ?? ''}
            onValueChange={(to) => onFilter(field.wanted(rangeOf({ ...field.days, to })))}
          />
        </div>
      )
    case 'options':
      return (
        <Picker
          label={field.label}
          searchLabel={`Search ${field.label.toLowerCase()}`}
          none="No options"
          options={field.options.map(({ id, name }) => ({ id, label: name }))}
          chosen={field.chosen}
          isMultiple
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- its opener has unmounted
          autoFocus
          onChange={(chosen) => onFilter(field.wanted(chosen))}
        />
      )
  }
}

const rangeOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
})
