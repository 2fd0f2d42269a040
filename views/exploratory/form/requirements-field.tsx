/** Requirements that a session is about: keys or addresses, each a chip (ESED-12). Enter adds what is typed, and so does going on. */
import { useState } from 'react'
import { LIMITS } from '../../../contract/limits.ts'
import type { FieldLook } from '../../ui/field.tsx'
import { ChipsField } from '../../ui/pickers/chips-field.tsx'

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
  return (
    <ChipsField
      label="Requirements"
      error={error}
      description={
        value.length >= LIMITS.sessionRequirements
          ? `There can be ${LIMITS.sessionRequirements} at most`
          : 'Keys or URLs, like PRD-91. Press Enter after each.'
      }
      chosen={value.map((requirement) => ({ id: requirement, label: requirement }))}
      onRemove={(removed) => onValueChange(value.filter((one) => one !== removed))}
      q={typed}
      onType={(text) => (text.endsWith(',') ? add(text) : setTyped(text))}
      onAdd={add}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text')
        if (requirementsIn(text).length < 2) return
        event.preventDefault()
        add(typed + text)
      }}
      onBlur={() => add(typed)}
    />
  )
}
