/** One of the suites, found by typing: the whole path of each is read, and arrow keys walk what is found. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select cannot be searched */
import { Check, Folder } from 'lucide-react'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import type { PlacedSuite, Structure } from '../../../machines/cases/repository-layout.ts'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './suite-picker.module.css'

/** Shown at once; more are found by typing more. */
const MOST = 100

export interface SuitePickerProps {
  label: string
  structure: Structure
  /** Null: the top, where that can be chosen. */
  value: number | null | undefined
  /** Words for the top; left out where it cannot be chosen. */
  top?: string
  /** Suites that cannot be chosen, with all that lies in them. */
  without?: number
  onChoose: (suiteId: number | null) => void
}

const pathOf = ({ ancestors, title }: PlacedSuite): string => [...ancestors.map((one) => one.title), title].join(' / ')

export function SuitePicker({ label, structure, value, top, without, onChoose }: SuitePickerProps) {
  const [words, setWords] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const found = useMemo(() => {
    const typed = words.toLowerCase().split(/\s+/).filter(Boolean)
    const choices: { id: number | null; path: string }[] =
      top === undefined || typed.length > 0 ? [] : [{ id: null, path: top }]
    for (const suite of structure.suites) {
      if (choices.length >= MOST) break
      if (suite.id === without || suite.ancestors.some((one) => one.id === without)) continue
      const path = pathOf(suite)
      if (typed.every((word) => path.toLowerCase().includes(word))) choices.push({ id: suite.id, path })
    }
    return choices
  }, [structure, words, top, without])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      const next = Math.max(0, Math.min(found.length - 1, to))
      setActive(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      const choice = found[active]
      if (choice !== undefined) onChoose(choice.id)
    }
  }
  return (
    <div className={styles.picker}>
      <SearchField
        label={label}
        shortcut={null}
        value={words}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${active}`}
        onValueChange={(next) => {
          setWords(next)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
        {found.map((choice, i) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field takes the keys
          <div
            key={choice.id ?? 'top'}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice.id === value}
            data-active={i === active || undefined}
            className={styles.choice}
            onClick={() => onChoose(choice.id)}
          >
            <Folder aria-hidden />
            <span>{choice.path}</span>
            {choice.id === value && <Check aria-hidden />}
          </div>
        ))}
        {found.length === 0 && <p className={styles.none}>No suites match</p>}
      </div>
    </div>
  )
}
