/** A colour that a team chooses: a hex field, a palette behind its swatch, and how text reads on it. Validate on blur, pass `error`. */
import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { contrastRatio, isColor, textOn } from '../contrast.ts'
import { Field } from '../field.tsx'
import type { FieldLook } from '../field.tsx'
import fieldStyles from '../field.module.css'
import { Popover } from '../popover.tsx'
import styles from './color-field.module.css'

/** Strong enough to tell apart, calm enough to look at all day; each reads well with black or with white. */
const PALETTE = [
  { name: 'Slate', colorHex: '#5B6472' },
  { name: 'Steel', colorHex: '#8793A6' },
  { name: 'Red', colorHex: '#D93A34' },
  { name: 'Orange', colorHex: '#E26A1B' },
  { name: 'Amber', colorHex: '#E0A100' },
  { name: 'Lime', colorHex: '#7BA428' },
  { name: 'Green', colorHex: '#1F9D5B' },
  { name: 'Teal', colorHex: '#0F9B95' },
  { name: 'Sky', colorHex: '#2E9BD6' },
  { name: 'Blue', colorHex: '#3B7DD8' },
  { name: 'Indigo', colorHex: '#4F46E5' },
  { name: 'Violet', colorHex: '#7C5CD6' },
  { name: 'Purple', colorHex: '#A345C4' },
  { name: 'Pink', colorHex: '#D6458B' },
  { name: 'Brown', colorHex: '#8A5A3C' },
  { name: 'Black', colorHex: '#20242C' },
]

export type ColorFieldProps = Omit<ComponentProps<'input'>, 'value' | 'size' | 'type'> &
  Omit<FieldLook, 'description'> & {
    /** As typed: it may not be a colour yet. */
    value: string
    onValueChange: (value: string) => void
  }

export function ColorField({ label, error, hideLabel, className, value, onValueChange, ...rest }: ColorFieldProps) {
  return (
    <Field label={label} error={error} hideLabel={hideLabel} className={className} description={hintOf(value)}>
      {(control) => (
        <span className={`${fieldStyles.box} ${styles.box}`}>
          <Popover
            label={label}
            trigger={
              <button
                type="button"
                className={styles.swatch}
                style={isColor(value) ? { background: value } : undefined}
                data-none={isColor(value) ? undefined : ''}
                aria-label={`${label}: choose`}
              />
            }
          >
            {(close) => <Palette {...{ label, value, onValueChange, close }} />}
          </Popover>
          <input
            {...rest}
            {...control}
            value={value}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onValueChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  )
}

function Palette({
  label,
  value,
  onValueChange,
  close,
}: Pick<ColorFieldProps, 'label' | 'value' | 'onValueChange'> & { close: () => void }) {
  return (
    <>
      <div className={styles.palette}>
        {PALETTE.map(({ name, colorHex }) => {
          const isChosen = colorHex.toLowerCase() === value.toLowerCase()
          return (
            <button
              key={colorHex}
              type="button"
              style={{ background: colorHex, color: textOn(colorHex) }}
              aria-label={name}
              aria-pressed={isChosen}
              title={`${name} ${colorHex}`}
              autoFocus={isChosen}
              onClick={() => {
                onValueChange(colorHex)
                close()
              }}
            >
              {isChosen && <Check aria-hidden />}
            </button>
          )
        })}
      </div>
      <label className={styles.any}>
        <input
          type="color"
          value={sixDigits(value)}
          aria-label={`${label}: any colour`}
          onChange={(event) => onValueChange(event.target.value.toUpperCase())}
        />
        Any colour
      </label>
    </>
  )
}

const hintOf = (value: string) => {
  if (!isColor(value)) return undefined
  const text = textOn(value)
  return `${text === '#000000' ? 'Black' : 'White'} text, ${contrastRatio(value, text).toFixed(1)} : 1`
}

/** What the platform's picker understands. */
const sixDigits = (value: string): string => {
  if (!isColor(value)) return '#000000'
  return value.length === 4 ? value.replaceAll(/[\da-f]/gi, '$&$&') : value
}
