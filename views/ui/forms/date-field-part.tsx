/** The library's date picker, styled as a field. */
import { parseDate } from '@internationalized/date'
import type { CalendarDate } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Calendar, CalendarCell, CalendarGrid, CalendarHeading } from 'react-aria-components/Calendar'
import { DateInput, DatePicker, DateSegment } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Label } from 'react-aria-components/Label'
import { Popover } from 'react-aria-components/Popover'
import { useId, useMemo, useRef } from 'react'
import { classNames } from '../browser/class-names.ts'
import { FieldNote, hasContent } from './field.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import type { DateFieldProps } from './date-field.tsx'
import field from './field.module.css'
import floating from '../overlays/floating.module.css'
import styles from './date-field.module.css'

export function DateFieldPart({ locale, ...props }: DateFieldProps) {
  const part = <Part {...props} />
  return locale === undefined ? part : <I18nProvider locale={locale}>{part}</I18nProvider>
}

function Part(props: Omit<DateFieldProps, 'locale'>) {
  const { label, description, error, hideLabel = false, className, value, onValueChange, onBlur, min, max } = props
  const noteId = useId()
  const box = useRef<HTMLDivElement>(null)
  // Keeps object identity for the same day: another object would clear what is typed of the next.
  const day = useMemo(() => parsed(value), [value])
  const words = <Label>{label}</Label>
  return (
    <DatePicker
      className={classNames(field.field, className)}
      value={day}
      onChange={(date) => onValueChange(date?.toString() ?? '')}
      onBlur={() => {
        // While a part is missing the library keeps the previous day, which must not be saved unseen.
        if (day !== null && box.current?.querySelector('[role=spinbutton][data-placeholder]')) onValueChange('')
        onBlur?.()
      }}
      isInvalid={hasContent(error)}
      validationBehavior="aria"
      shouldForceLeadingZeros
      aria-describedby={noteId}
    >
      {hideLabel ? <VisuallyHidden>{words}</VisuallyHidden> : words}
      <Group ref={box} className={classNames(field.box, styles.box)}>
        <DateInput className={classNames(styles.input)}>
          {(segment) => <DateSegment segment={segment} className={classNames(styles.segment)} />}
        </DateInput>
        {day !== null && (
          <Button
            // Excludes the calendar button.
            slot={null}
            className={classNames(styles.button)}
            aria-label={`Clear ${label}`}
            onPress={() => {
              onValueChange('')
              box.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus()
            }}
          >
            <X aria-hidden />
          </Button>
        )}
        <Button className={classNames(styles.button)}>
          <CalendarDays aria-hidden />
        </Button>
      </Group>
      <FieldNote id={noteId} description={description} error={error} />
      <Popover className={classNames(floating.floating)} offset={4} containerPadding={8}>
        <Dialog className={classNames(styles.dialog)}>
          <Calendar minValue={parsed(min)} maxValue={parsed(max)}>
            <header className={styles.head}>
              <Button slot="previous" className={classNames(styles.button)}>
                <ChevronLeft aria-hidden />
              </Button>
              <CalendarHeading />
              <Button slot="next" className={classNames(styles.button)}>
                <ChevronRight aria-hidden />
              </Button>
            </header>
            <CalendarGrid className={classNames(styles.grid)}>
              {(date) => <CalendarCell date={date} className={classNames(styles.day)} />}
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}

/** Returns null for an invalid day, as an address may contain. */
const parsed = (day = ''): CalendarDate | null => {
  try {
    return day === '' ? null : parseDate(day)
  } catch {
    return null
  }
}
