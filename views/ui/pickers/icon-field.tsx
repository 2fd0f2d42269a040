/** One of a few icons. The button shows the chosen one; behind it all of them, as one group that arrow keys walk. */
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Popover } from '../popover.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import styles from './icon-field.module.css'

export interface IconOption<Value extends string> {
  value: Value
  /** What it is called, for who cannot see it. */
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
          <fieldset className={styles.icons}>
            <legend>
              <VisuallyHidden>{label}</VisuallyHidden>
            </legend>
            {options.map((option) => (
              <label key={option.value} title={option.label}>
                <input
                  type="radio"
                  name={id}
                  aria-label={option.label}
                  checked={option.value === value}
                  autoFocus={option.value === value}
                  onChange={() => onValueChange(option.value)}
                  // An arrow key's click has no presses: it only chooses.
                  onClick={(event) => event.detail > 0 && close()}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' && event.key !== ' ') return
                    event.preventDefault()
                    onValueChange(option.value)
                    close()
                  }}
                />
                {option.icon}
              </label>
            ))}
          </fieldset>
        )}
      </Popover>
    </div>
  )
}
