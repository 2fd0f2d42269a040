/** One of several by name: a button that opens them, searched where they are many. */
import { ChevronsUpDown, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Field, type FieldLook } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PickList } from '../../ui/pick-list.tsx'
import { Popover } from '../../ui/popover.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './pick-field.module.css'

export interface Pick {
  id: number
  label: string
  /** Beside it in grey: a key, an e-mail address. */
  aside?: string
  icon?: ReactNode
}

export type PickFieldProps = FieldLook & {
  value: number | null
  /** Null while they load. */
  options: readonly Pick[] | null
  /** What is chosen, where it cannot be chosen any more or the options are not there yet. */
  chosen?: Pick | null
  placeholder: string
  onChoose: (id: number | null) => void
}

const MANY = 8

export function PickField({ value, options, chosen = null, placeholder, onChoose, ...look }: PickFieldProps) {
  const picked = options?.find(({ id }) => id === value) ?? (chosen?.id === value ? chosen : null)
  return (
    <Field {...look}>
      {(control) => (
        <span className={styles.field} data-clearable={value === null ? undefined : ''}>
          <Popover
            label={look.label}
            trigger={
              <button
                type="button"
                {...control}
                className={styles.trigger}
                aria-label={`${look.label}: ${picked === null ? placeholder : wordsOf(picked)}`}
              >
                {value === null ? (
                  <span className={styles.placeholder}>{placeholder}</span>
                ) : picked === null ? (
                  <Skeleton width={120} />
                ) : (
                  <Shown pick={picked} />
                )}
                <ChevronsUpDown aria-hidden />
              </button>
            }
          >
            {(close) => (
              <Options
                label={look.label}
                options={options}
                value={value}
                onChoose={(id) => {
                  onChoose(id)
                  close()
                }}
              />
            )}
          </Popover>
          {value !== null && (
            <IconButton
              size="sm"
              className={styles.clear}
              label={`Clear ${look.label.toLowerCase()}`}
              onClick={() => onChoose(null)}
            >
              <X aria-hidden />
            </IconButton>
          )}
        </span>
      )}
    </Field>
  )
}

/** As they are read: a control's name holds all the words that stand on it. */
const wordsOf = ({ label, aside }: Pick): string => (aside === undefined ? label : `${label} ${aside}`)

function Shown({ pick: { label, aside, icon } }: { pick: Pick }) {
  return (
    <span className={styles.shown}>
      {icon}
      <span className={styles.label}>{label}</span>{' '}
      {aside !== undefined && <span className={styles.aside}>{aside}</span>}
    </span>
  )
}

type OptionsProps = { label: string; onChoose: (id: number) => void } & {
  [Name in 'options' | 'value']: PickFieldProps[Name]
}

function Options({ label, options, value, onChoose }: OptionsProps) {
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
  const found = (options ?? []).filter((one) => `${one.label} ${one.aside ?? ''}`.toLowerCase().includes(wanted))
  return (
    <PickList className={styles.panel}>
      {(options?.length ?? 0) > MANY && (
        <SearchField label={`Search ${label.toLowerCase()}`} shortcut={null} value={words} onValueChange={setWords} />
      )}
      {options === null && [110, 80, 130].map((width) => <Skeleton key={width} width={width} height={28} />)}
      {options !== null && found.length === 0 && (
        <p className={styles.nothing}>{options.length === 0 ? 'There is nothing to choose yet' : 'Nothing matches'}</p>
      )}
      <ul className={styles.options} aria-label={label}>
        {found.map((one) => (
          <li key={one.id}>
            <button type="button" aria-pressed={one.id === value} onClick={() => onChoose(one.id)}>
              <Shown pick={one} />
            </button>
          </li>
        ))}
      </ul>
    </PickList>
  )
}
