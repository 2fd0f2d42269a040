/**
 * A hex colour field with a palette and a preview of text on it. Validate on blur, pass `error`. Not the library's field, which discards an
 * invalid colour on blur.
 */
import type { ComponentProps } from 'react'
import { contrastRatio, isColor, textOn } from '../marks/contrast.ts'
import { Field } from '../forms/field.tsx'
import type { FieldLook } from '../forms/field.tsx'
import fieldStyles from '../forms/field.module.css'
import { Popover } from '../overlays/popover.tsx'
import { useOverlays } from '../overlays/use-overlays.ts'
import type { ColorPaletteProps } from './color-palette-part.tsx'
import styles from './color-field.module.css'

export type ColorFieldProps = Omit<ComponentProps<'input'>, 'value' | 'size' | 'type'> &
  Omit<FieldLook, 'description'> & {
    /** As typed: possibly not a valid colour. */
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
            {(close) => (
              <Palette
                label={label}
                value={isColor(value) ? value : '#000000'}
                onValueChange={onValueChange}
                onClose={close}
              />
            )}
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

/** Loaded by the popover that contains it. */
function Palette(props: ColorPaletteProps) {
  const overlays = useOverlays()
  return overlays && <overlays.ColorPalettePart {...props} />
}

const hintOf = (value: string) => {
  if (!isColor(value)) return undefined
  const text = textOn(value)
  return `${text === '#000000' ? 'Black' : 'White'} text, ${contrastRatio(value, text).toFixed(1)} : 1`
}
