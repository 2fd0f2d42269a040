/** Panels of the filters of cases. */
import { useState } from 'react'
import { LIMITS } from '../../../../contract/limits.ts'
import type { CaseFilter } from '../../../../contract/cases/filter.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DateField } from '../../../ui/forms/date-field.tsx'
import { Picker } from '../../../ui/pickers/picker.tsx'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import type { PanelField } from '../../filters/filter-field.ts'
import type { FilterField } from './filters.ts'
import styles from './filter-value.module.css'

/** Returns the filters as fields of a filter bar. Text applies on Enter. */
export const panelFields = (fields: readonly FilterField[], onFilter: (filter: CaseFilter) => void): PanelField[] =>
  fields.map((field) => ({
    id: field.id,
    label: field.label,
    chipLabel: `${field.label} is`,
    value: field.words ?? '',
    panel: <FilterValue field={field} onFilter={onFilter} />,
    onClear: () => onFilter(field.without),
  }))

function FilterValue({ field, onFilter }: { field: FilterField; onFilter: (filter: CaseFilter) => void }) {
  const [words, setText] = useState(field.kind === 'text' ? field.text : '')
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
            onValueChange={setText}
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
