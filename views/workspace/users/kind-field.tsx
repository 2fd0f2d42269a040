/** Regular or read-only user, with the free seats of each kind. */
import { freeSeats, type SeatStats } from '../../../contract/workspace/seats.ts'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import styles from './users.module.css'

interface KindFieldProps {
  isReadOnly: boolean
  seats: SeatStats | null
  onValueChange: (isReadOnly: boolean) => void
}

export function KindField({ isReadOnly, seats, onValueChange }: KindFieldProps) {
  return (
    <div className={styles.kind}>
      <span>Kind</span>
      <SegmentedControl
        label="Kind"
        value={isReadOnly ? 'readOnly' : 'regular'}
        segments={[
          { value: 'regular', label: withFree('Regular', seats, false) },
          { value: 'readOnly', label: withFree('Read-only', seats, true) },
        ]}
        onValueChange={(kind) => onValueChange(kind === 'readOnly')}
      />
    </div>
  )
}

const withFree = (label: string, seats: SeatStats | null, isReadOnly: boolean): string => {
  const free = seats === null ? null : freeSeats(seats, isReadOnly)
  return free === null ? label : `${label} · ${free} free`
}
