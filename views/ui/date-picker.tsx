/** A day, typed as mm/dd/yyyy or picked from a calendar. Loaded by itself: pickers weigh more than the rest of the page. */
import { CalendarDays, ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarHeading,
  DateInput,
  DatePicker as Picker,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
  Label,
  Popover,
} from 'react-aria-components'
import styles from './date-picker.module.css'

interface DatePickerProps {
  label: string
  error?: string | undefined
  onBlur: () => void
  /** `yyyy-mm-dd`; '' as long as it is no whole date. */
  onValueChange: (date: string) => void
}

export function DatePicker({ label, error, onBlur, onValueChange }: DatePickerProps) {
  return (
    // The format is fixed by the specification, whatever the reader's own (TOKN-09).
    <I18nProvider locale="en-US">
      <Picker
        className={styles.picker ?? ''}
        isInvalid={error !== undefined}
        shouldForceLeadingZeros
        validationBehavior="aria"
        onBlur={onBlur}
        onChange={(date) => onValueChange(date?.toString() ?? '')}
      >
        <Label>{label}</Label>
        <Group className={styles.box ?? ''}>
          <DateInput className={styles.input ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
          </DateInput>
          <Button className={styles.button ?? ''}>
            <CalendarDays aria-hidden />
          </Button>
        </Group>
        {error !== undefined && (
          <div className={styles.error} role="alert">
            <TriangleAlert aria-hidden />
            {error}
          </div>
        )}
        <Popover className={styles.popover ?? ''}>
          <Dialog className={styles.dialog ?? ''}>
            <Calendar>
              <header className={styles.head}>
                <Button slot="previous" className={styles.button ?? ''}>
                  <ChevronLeft aria-hidden />
                </Button>
                <CalendarHeading />
                <Button slot="next" className={styles.button ?? ''}>
                  <ChevronRight aria-hidden />
                </Button>
              </header>
              <CalendarGrid className={styles.grid ?? ''}>
                {(date) => <CalendarCell date={date} className={styles.day ?? ''} />}
              </CalendarGrid>
            </Calendar>
          </Dialog>
        </Popover>
      </Picker>
    </I18nProvider>
  )
}
