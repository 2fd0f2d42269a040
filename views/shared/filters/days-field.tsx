/** A filter by days. */
import { DateField } from '../../ui/forms/date-field.tsx'
import { formatDay } from '../days.ts'
import type { PanelField } from './filter-field.ts'
import styles from './filters.module.css'

/** Days as `yyyy-mm-dd`, both inclusive; '' for no limit. */
interface Days {
  from: string
  to: string
}

export const daysField = (id: string, label: string, days: Days, onChange: (days: Days) => void): PanelField => ({
  id,
  label,
  value: days.from === '' && days.to === '' ? '' : formatDays(days),
  panel: <DaysPanel days={days} onChange={onChange} />,
  onClear: () => onChange({ from: '', to: '' }),
})

function DaysPanel({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  return (
    <div className={styles.days}>
      <DateField
        label="From"
        value={days.from}
        max={days.to || undefined}
        onValueChange={(from) => onChange({ ...days, from })}
      />
      <DateField
        label="To"
        value={days.to}
        min={days.from || undefined}
        onValueChange={(to) => onChange({ ...days, to })}
      />
    </div>
  )
}

const formatDays = ({ from, to }: Days): string => {
  if (from === '') return `until ${formatDay(to)}`
  if (to === '') return `from ${formatDay(from)}`
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
}
