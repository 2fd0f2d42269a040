/** A field with the chosen option, on a button that opens the list. */
import { ChevronsUpDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Field, type FieldLook } from '../forms/field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Popover } from '../overlays/popover.tsx'
import { Skeleton } from '../layout/skeleton.tsx'
import { OptionText, Picker } from './picker.tsx'
import type { PickerProps, PickId, PickOption } from './picker.tsx'
import styles from './pick-field.module.css'

export type PickFieldProps<Id extends PickId> = FieldLook &
  Pick<PickerProps<Id>, 'options' | 'isSearched' | 'none' | 'noMatch'> & {
    value: Id | null
    /** Shown when the chosen option is not in the list (deleted, or still loading). */
    chosen?: PickOption<Id> | null
    placeholder: string
    searchLabel?: string
    onChoose: (id: Id) => void
    /** Left out: a choice is required. */
    onClear?: () => void
    /** Renders another list, for example one with a server search. */
    renderPicker?: (list: PickerProps<Id>) => ReactNode
  }

export function PickField<Id extends PickId>(props: PickFieldProps<Id>) {
  const { value, options, chosen = null, placeholder, searchLabel, onChoose, onClear } = props
  const { label, description, error, hideLabel, className, isSearched, none, noMatch } = props
  const { renderPicker = (list) => <Picker {...list} /> } = props
  const picked = options?.find(({ id }) => id === value) ?? (chosen?.id === value ? chosen : null)
  const isClearable = value !== null && onClear !== undefined
  return (
    <Field {...{ label, description, error, hideLabel, className }}>
      {(control) => (
        <span className={styles.field} data-clearable={isClearable || undefined}>
          <Popover
            label={label}
            trigger={
              <button
                type="button"
                {...control}
                className={styles.trigger}
                aria-label={`${label}: ${value === null ? placeholder : picked === null ? '' : textOf(picked)}`}
              >
                <Shown {...{ value, picked, placeholder }} />
                <ChevronsUpDown aria-hidden />
              </button>
            }
          >
            {(close) =>
              renderPicker({
                label,
                searchLabel: searchLabel ?? `Search ${label.toLowerCase()}`,
                options,
                chosen: value === null ? [] : [value],
                onChange: ([id]) => {
                  if (id !== undefined) onChoose(id)
                  close()
                },
                autoFocus: true,
                className: styles.panel,
                isSearched,
                none,
                noMatch,
              })
            }
          </Popover>
          {isClearable && (
            <IconButton size="sm" className={styles.clear} label={`Clear ${label.toLowerCase()}`} onClick={onClear}>
              <X aria-hidden />
            </IconButton>
          )}
        </span>
      )}
    </Field>
  )
}

type Picked = PickOption<PickId>

function Shown({
  value,
  picked,
  placeholder,
}: {
  value: PickId | null
  picked: Picked | null
  placeholder: string
}): ReactNode {
  if (value === null) return <span className={styles.placeholder}>{placeholder}</span>
  if (picked === null) return <Skeleton width={120} />
  return (
    <span className={styles.shown}>
      <OptionText option={picked} />
    </span>
  )
}

/** The accessible name contains all visible text of the control. */
const textOf = ({ label, aside }: Picked): string => (aside === undefined ? label : `${label} ${aside}`)
