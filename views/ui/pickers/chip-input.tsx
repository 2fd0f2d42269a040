/**
 * Free texts as chips, such as e-mail addresses. A separator, Enter or blur creates a chip; a pasted list creates many. Backspace in the
 * empty field removes the last. Values that `validate` rejects stay as red chips and are listed below the field.
 */
import { useState } from 'react'
import type { FieldLook } from '../forms/field.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { CHIP_SEPARATORS, chipFaults, unfinishedOf, withChips, splitChips } from './chip-values.ts'
import { ChipsField } from './chips-field.tsx'

export type ChipInputProps = FieldLook & {
  values: readonly string[]
  onChange: (values: string[]) => void
  /** Returns why a value is invalid; null for a valid one. */
  validate?: (value: string) => string | null
  separators?: string
  /** Returns the values of a pasted text; by default its parts between separators. */
  readPasted?: (text: string) => readonly string[]
  /** Values with the same key are duplicates, for example when they differ only in case. */
  keyOf?: (value: string) => string
  /** Room for two lines initially. */
  isRoomy?: boolean
  /** Maximum number of chips; further text stays in the field. */
  max?: number
  placeholder?: string
  onBlur?: () => void
}

const noFault = () => null

export function ChipInput(props: ChipInputProps) {
  const {
    values,
    onChange,
    validate = noFault,
    separators = CHIP_SEPARATORS,
    readPasted = (text) => splitChips(text, separators),
    max = 100,
    keyOf,
    onBlur,
    ...field
  } = props
  const [typed, setTyped] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const faults = chipFaults(values, validate)
  const add = (text: string, unfinished = '') => addChips(splitChips(text, separators), unfinished)
  const addChips = (words: readonly string[], unfinished = '') => {
    const { values: next, added, repeated, rest } = withChips(values, words, max, keyOf)
    setTyped([...rest, unfinished].join(' ').trimEnd())
    setAnnouncement(textFor(added, repeated, rest.length > 0 ? max : null))
    if (added.length > 0) onChange(next)
  }
  return (
    <>
      <ChipsField
        {...field}
        keepsPlaceholder
        error={
          faults.length === 0
            ? field.error
            : faults.map((fault) => (
                <span key={fault} data-line>
                  {fault}
                </span>
              ))
        }
        chosen={values.map((value) => ({ id: value, label: value, isInvalid: validate(value) !== null }))}
        onRemove={(value) => {
          onChange(values.filter((one) => one !== value))
          setAnnouncement(`${value} removed`)
        }}
        q={typed}
        onType={(text) => {
          const unfinished = unfinishedOf(text, separators)
          if (unfinished.length === text.length) setTyped(text)
          else add(text.slice(0, text.length - unfinished.length), unfinished)
        }}
        onAdd={add}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          const pasted = readPasted(text)
          // A single word is inserted into what is typed.
          if (pasted.length < 2 && pasted[0] === splitChips(text, separators)[0]) return
          event.preventDefault()
          addChips([...splitChips(typed, separators), ...pasted])
        }}
        onBlur={() => {
          if (typed.trim() !== '') add(typed)
          onBlur?.()
        }}
      />
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </>
  )
}

const count = (words: readonly string[]): string => (words.length === 1 ? String(words[0]) : String(words.length))

const textFor = (added: readonly string[], repeated: readonly string[], max: number | null): string =>
  [
    ...(added.length > 0 ? [`${count(added)} added`] : []),
    ...(repeated.length > 0 ? [`${count(repeated)} already in the list`] : []),
    ...(max !== null ? [`At most ${max}`] : []),
  ].join(', ')
