/** The library's number field, styled as a field. */
import { ChevronDown, ChevronUp } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField } from 'react-aria-components/NumberField'
import { useId } from 'react'
import { classNames } from '../browser/class-names.ts'
import { FieldNote, hasContent } from './field.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import type { NumberFieldProps } from './number-field.tsx'
import field from './field.module.css'
import styles from './number-field.module.css'

export function NumberFieldPart(props: NumberFieldProps) {
  const { label, description, error, hideLabel = false, className, value, onValueChange, onBlur } = props
  const { min, max, step = 1, size = 'md' } = props
  const noteId = useId()
  const words = <Label className="">{label}</Label>
  return (
    <NumberField
      className={classNames(field.field, className)}
      // NaN: undefined would make it uncontrolled.
      value={value ?? Number.NaN}
      onChange={(number) => onValueChange(Number.isNaN(number) ? null : number)}
      {...(min === undefined ? {} : { minValue: min })}
      {...(max === undefined ? {} : { maxValue: max })}
      {...(onBlur === undefined ? {} : { onBlur })}
      step={step}
      formatOptions={WHOLE}
      // Scrolling the page must not change a value under the pointer.
      isWheelDisabled
      isInvalid={hasContent(error)}
      validationBehavior="aria"
      {...(hasContent(error) || hasContent(description) ? { 'aria-describedby': noteId } : {})}
    >
      {hideLabel ? <VisuallyHidden>{words}</VisuallyHidden> : words}
      <Group className={classNames(field.box, styles.box)} data-size={size}>
        <Input className="" />
        <span className={styles.steps}>
          <Button slot="increment">
            <ChevronUp aria-hidden />
          </Button>
          <Button slot="decrement">
            <ChevronDown aria-hidden />
          </Button>
        </span>
      </Group>
      <FieldNote id={noteId} description={description} error={error} />
    </NumberField>
  )
}

/** A stable object: a new one reformats the value while it is being typed. */
const WHOLE = { useGrouping: false, maximumFractionDigits: 0 }
