/** The charter as a sentence with blanks: "Explore … with … to discover …". */
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { ExploratorySessionValues } from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { GrowingTextArea } from '../../ui/forms/growing-text-area.tsx'
import styles from './session-form.module.css'

type Charter = ExploratorySessionValues['charter']

const PARTS = [
  { name: 'explore', words: 'Explore', placeholder: 'the checkout' },
  { name: 'with', words: 'with', placeholder: 'the keyboard alone' },
  { name: 'toDiscover', words: 'to discover', placeholder: 'traps for people who use no mouse' },
] as const

export interface CharterFieldProps {
  value: Charter
  error: string | undefined
  onValueChange: (value: Charter) => void
}

export function CharterField({ value, error, onValueChange }: CharterFieldProps) {
  const id = useId()
  return (
    <fieldset className={styles.charter} aria-describedby={`${id}-note`}>
      <legend>Charter</legend>
      <div className={styles.sentence} data-invalid={error === undefined ? undefined : ''}>
        {PARTS.map(({ name, words, placeholder }) => (
          <label key={name} className={styles.part}>
            <span>{words}</span>
            <GrowingTextArea
              aria-label={words}
              aria-invalid={error === undefined ? undefined : true}
              maxLength={LIMITS.charterPart}
              placeholder={placeholder}
              value={value[name]}
              // A single sentence: no line breaks.
              onValueChange={(text) => onValueChange({ ...value, [name]: text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ') })}
            />
          </label>
        ))}
      </div>
      <p
        id={`${id}-note`}
        className={styles.note}
        data-invalid={error === undefined ? undefined : ''}
        aria-live="polite"
      >
        {error === undefined ? (
          'What this session should find out'
        ) : (
          <>
            <TriangleAlert aria-hidden />
            {error}
          </>
        )}
      </p>
    </fieldset>
  )
}
