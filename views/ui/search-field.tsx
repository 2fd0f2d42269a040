/** Search in a list. `/` goes to it from anywhere on the page, Escape clears it. The caller debounces what it does with the words. */
import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { Kbd } from './kbd.tsx'
import { useShortcut } from './shortcuts.ts'
import field from './field.module.css'
import styles from './search-field.module.css'

export type SearchFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'aria-label'> & {
  /** Says what is searched: 'Search launches'. Also the placeholder. */
  label: string
  value: string
  onValueChange: (value: string) => void
  /** `/` by default; null for the second search on a page. */
  shortcut?: string | null
}

export function SearchField({ label, value, onValueChange, shortcut = '/', className, ...rest }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcut({
    keys: shortcut ?? '/',
    label,
    group: 'This page',
    isActive: shortcut !== null,
    run: () => input.current?.select(),
  })
  return (
    <search className={classNames(field.box, styles.search, className)}>
      <Search aria-hidden />
      <input
        placeholder={label}
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut ?? undefined}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation()
            onValueChange('')
          }
          rest.onKeyDown?.(event)
        }}
      />
      {value === '' ? (
        shortcut !== null && <Kbd keys={shortcut} />
      ) : (
        <IconButton
          size="sm"
          label="Clear search"
          onClick={() => {
            onValueChange('')
            input.current?.focus()
          }}
        >
          <X aria-hidden />
        </IconButton>
      )}
    </search>
  )
}
