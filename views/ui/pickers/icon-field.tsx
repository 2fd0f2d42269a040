/** Chooses an icon: a button with the current one opens all as a radio group. */
import { ChevronDown } from 'lucide-react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { classNames } from '../browser/class-names.ts'
import { Popover } from '../overlays/popover.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './icon-field.module.css'

export interface IconOption<Value extends string> {
  value: Value
  /** Accessible name of the icon. */
  label: string
  icon: ReactNode
}

export type IconFieldProps<Value extends string> = {
  label: string
  hideLabel?: boolean
  value: Value
  options: readonly IconOption<Value>[]
  onValueChange: (value: Value) => void
}

export function IconField<Value extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onValueChange,
}: IconFieldProps<Value>) {
  const id = useId()
  const chosen = options.find((option) => option.value === value)
  const words = <span id={`${id}-label`}>{label}</span>
  return (
    <div className={styles.field}>
      {hideLabel ? <VisuallyHidden>{words}</VisuallyHidden> : words}
      <Popover
        label={label}
        trigger={
          <Button className={styles.button} aria-label={`${label}: ${chosen?.label ?? 'none'}`}>
            {chosen?.icon}
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {(close) => (
          <RadioGroup
            aria-label={label}
            orientation="horizontal"
            value={value}
            onChange={(next) => onValueChange(next as Value)}
            className={classNames(styles.icons)}
          >
            {options.map((option) => (
              <Radio
                key={option.value}
                value={option.value}
                aria-label={option.label}
                autoFocus={option.value === value}
                render={(own) => (
                  // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the library puts its input inside
                  <label {...own} title={option.label} />
                )}
                // Arrow keys only choose; a press or Enter also closes.
                onPress={({ pointerType }) => {
                  if (pointerType !== 'keyboard' && pointerType !== 'virtual') close()
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' && event.key !== ' ') event.continuePropagation()
                  else {
                    event.preventDefault()
                    onValueChange(option.value)
                    close()
                  }
                }}
              >
                {option.icon}
              </Radio>
            ))}
          </RadioGroup>
        )}
      </Popover>
    </div>
  )
}
