/**
 * Several values as chips with an input: typing searches `options`, or adds free text (`onAdd`). Enter picks or adds, Backspace in the
 * empty input removes the last.
 */
import { useState } from 'react'
import type { ClipboardEvent } from 'react'
import { Field, type FieldLook } from '../forms/field.tsx'
import { useOverlays } from '../overlays/use-overlays.ts'
import { OptionText } from './picker.tsx'
import type { PickId, PickOption, RemoteSearch } from './picker.tsx'
import styles from './chips-field.module.css'

export type ChipOption<Id extends PickId> = PickOption<Id> & { isInvalid?: boolean }

export type ChipsFieldProps<Id extends PickId> = FieldLook & {
  chosen: readonly ChipOption<Id>[]
  onRemove: (id: Id) => void
  /** Shown in the input while nothing is chosen. */
  placeholder?: string
  /** Keeps the placeholder after the chips: more can always be added. */
  keepsPlaceholder?: boolean
  /** Room for two lines initially. */
  isRoomy?: boolean
  /** Text of the input. */
  q: string
  onType: (q: string) => void
  onBlur?: (() => void) | undefined
} & (
    | {
        options: readonly PickOption<Id>[]
        onPick: (id: Id) => void
        remote: RemoteSearch
        /** At most one value: a new choice replaces it. */
        isSingle?: boolean
        noMatch: string
        onAdd?: never
        onPaste?: never
      }
    | { onAdd: (typed: string) => void; onPaste?: (event: ClipboardEvent) => void; options?: never }
  )

export function ChipsField<Id extends PickId>(props: ChipsFieldProps<Id>) {
  const overlays = useOverlays()
  const [isFocused, setFocused] = useState(false)
  if (overlays !== null) return <overlays.ChipsFieldPart {...props} autoFocus={isFocused} />
  // The fallback looks the same until the code has loaded.
  const { label, description, error, hideLabel, className, chosen, q, onType } = props
  return (
    <Field {...{ label, description, error, hideLabel, className }}>
      {(control) => (
        <div className={styles.box} data-roomy={props.isRoomy || undefined}>
          {chosen.map((option) => (
            <span key={option.id} className={styles.chip} data-invalid={option.isInvalid || undefined}>
              <OptionText option={{ ...option, aside: undefined }} />
            </span>
          ))}
          <input
            {...control}
            autoComplete="off"
            placeholder={placeholderOf(props)}
            value={q}
            onChange={({ target }) => onType(target.value)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          />
        </div>
      )}
    </Field>
  )
}

export const placeholderOf = ({
  chosen,
  placeholder,
  keepsPlaceholder = false,
}: Pick<ChipsFieldProps<PickId>, 'chosen' | 'placeholder' | 'keepsPlaceholder'>): string | undefined =>
  chosen.length === 0 || keepsPlaceholder ? placeholder : undefined
