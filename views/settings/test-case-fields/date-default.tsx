import { DEFAULT_TIME_ZONE, TIME_ZONES, type DateDefault } from '../../../contract/settings/test-case-field-values.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { faultAt, type FieldEdit, type FieldForm } from '../../../machines/settings/field-editor.ts'
import { DateField } from '../../ui/forms/date-field.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useLeft } from './use-left.ts'
import styles from './field-dialog.module.css'

interface DateDefaultProps {
  form: FieldForm
  start: DateDefault
  edit: (edit: FieldEdit) => void
}

export function DateDefaultFields({ form, start, edit }: DateDefaultProps) {
  const { isLeft, leave } = useLeft()
  const choose = (wanted: DateDefault) => edit({ type: 'date/chosen', start: wanted })
  const timeZone = start !== null && 'timeZone' in start ? start.timeZone : DEFAULT_TIME_ZONE
  const error = isLeft ? faultAt(form, 'value.default') : undefined
  const zone = start !== null && start.kind !== 'specificDate' && (
    <Select
      label="Time zone"
      value={start.timeZone}
      options={TIME_ZONES.map((value) => ({ value, label: value }))}
      onValueChange={(chosen) => choose({ ...start, timeZone: chosen })}
    />
  )
  return (
    <>
      <SegmentedControl
        label="Default date"
        value={start?.kind ?? 'none'}
        segments={[
          { value: 'none', label: 'None' },
          { value: 'today', label: 'Today' },
          { value: 'relativeToToday', label: 'Relative to today' },
          { value: 'specificDate', label: 'Specific date' },
        ]}
        onValueChange={(kind) => {
          if (kind === 'none') choose(null)
          else if (kind === 'today') choose({ kind, timeZone })
          else if (kind === 'relativeToToday') choose({ kind, days: 1, timeZone })
          else choose({ kind, date: '' })
        }}
      />
      {start !== null && (
        <div className={styles.pair}>
          {start.kind === 'relativeToToday' && (
            <NumberField
              label="Days from today"
              min={-LIMITS.maxFieldDays}
              max={LIMITS.maxFieldDays}
              value={start.days}
              error={error}
              description="Use a negative number for earlier days."
              onBlur={leave}
              onValueChange={(days) => choose({ ...start, days })}
            />
          )}
          {start.kind === 'specificDate' && (
            <DateField
              label="Date"
              value={start.date}
              description="New cases get this value."
              error={error}
              onBlur={leave}
              onValueChange={(date) => choose({ ...start, date })}
            />
          )}
          {zone}
        </div>
      )}
    </>
  )
}
