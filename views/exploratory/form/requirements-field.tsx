/** Requirements that a session is about: keys or addresses, each a chip (ESED-12). Enter adds what is typed, and so does going on. */
import { X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { LIMITS } from '../../../contract/limits.ts'
import { Field, type FieldLook } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './session-form.module.css'

export type RequirementsFieldProps = Pick<FieldLook, 'error'> & {
  value: readonly string[]
  onValueChange: (value: string[]) => void
}

/** Several are pasted at once: one on each line, or with commas between. */
const requirementsIn = (text: string): string[] =>
  text
    .split(/[\n,]+/)
    .map((one) => one.trim().slice(0, LIMITS.requirementMost))
    .filter((one) => one !== '')

export function RequirementsField({ value, error, onValueChange }: RequirementsFieldProps) {
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    setTyped('')
    const all = [...new Set([...value, ...requirementsIn(text)])].slice(0, LIMITS.sessionRequirements)
    if (all.length > value.length) onValueChange(all)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) onValueChange(value.slice(0, -1))
  }
  return (
    <Field
      label="Requirements"
      error={error}
      description={
        value.length >= LIMITS.sessionRequirements
          ? `There can be ${LIMITS.sessionRequirements} at most`
          : 'Keys or URLs, like PRD-91. Press Enter after each.'
      }
    >
      {(control) => (
        <span className={styles.requirements}>
          {value.map((requirement) => (
            <span key={requirement} className={styles.requirement}>
              <span>{requirement}</span>
              <IconButton
                size="sm"
                label={`Remove ${requirement}`}
                onClick={() => onValueChange(value.filter((one) => one !== requirement))}
              >
                <X aria-hidden />
              </IconButton>
            </span>
          ))}
          <input
            {...control}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => (target.value.endsWith(',') ? add(target.value) : setTyped(target.value))}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text')
              if (requirementsIn(text).length < 2) return
              event.preventDefault()
              add(typed + text)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => add(typed)}
          />
        </span>
      )}
    </Field>
  )
}
