/**
 * Several values as chips, with a field after them: typing offers what it finds (`options`), or adds what is typed (`onAdd`).
 * Enter picks or adds, Backspace in the empty field takes the last one away.
 */
import { useState } from 'react'
import type { ClipboardEvent } from 'react'
import { Field, type FieldLook } from '../field.tsx'
import { useOverlays } from '../use-overlays.ts'
import { OptionWords } from './picker.tsx'
import type { PickId, PickOption, RemoteSearch } from './picker.tsx'
import styles from './chips-field.module.css'

export type ChipOption<Id extends PickId> = PickOption<Id> & { isInvalid?: boolean }

export type ChipsFieldProps<Id extends PickId> = FieldLook & {
  chosen: readonly ChipOption<Id>[]
  onRemove: (id: Id) => void
  /** In the field, while nothing is chosen. */
  placeholder?: string
  /** The placeholder stays behind the chips: there can always be more. */
  keepsPlaceholder?: boolean
  /** Room for two lines from the start. */
  isRoomy?: boolean
  /** What is typed. */
  q: string
  onType: (q: string) => void
  onBlur?: (() => void) | undefined
} & (
    | {
        options: readonly PickOption<Id>[]
        onPick: (id: Id) => void
        remote: RemoteSearch
        /** One at most: another choice takes the place of the first. */
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
  // Looks the same until its code has come.
  const { label, description, error, hideLabel, className, chosen, q, onType } = props
  return (
    <Field {...{ label, description, error, hideLabel, className }}>
      {(control) => (
        <div className={styles.box} data-roomy={props.isRoomy || undefined}>
          {chosen.map((option) => (
            <span key={option.id} className={styles.chip} data-invalid={option.isInvalid || undefined}>
              <OptionWords option={{ ...option, aside: undefined }} />
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
