/** Search field of a list. `/` focuses it from anywhere on the page, Escape clears it. The caller debounces. */
import { Search, X } from 'lucide-react'
import { Input } from 'react-aria-components/Input'
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField'
import { useRef } from 'react'
import type { ComponentProps } from 'react'
import { classNames } from '../browser/class-names.ts'
import { IconButton } from './icon-button.tsx'
import { Kbd } from './kbd.tsx'
import { useShortcut } from './shortcuts.ts'
import field from '../forms/field.module.css'
import styles from './search-field.module.css'

export type SearchFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'aria-label'> & {
  /** 'Search launches': accessible name and placeholder. */
  label: string
  value: string
  onValueChange: (value: string) => void
  /** `/` by default; null for a second search on a page. */
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
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onValueChange}
      className={classNames(field.box, styles.search, className)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library knows a field's root as a div
      render={(own) => <div {...own} role="search" />}
    >
      <Search aria-hidden />
      <Input placeholder={label} {...rest} ref={input} className="" aria-keyshortcuts={shortcut ?? undefined} />
      {value === '' ? (
        shortcut !== null && <Kbd keys={shortcut} />
      ) : (
        <IconButton size="sm" label="Clear search">
          <X aria-hidden />
        </IconButton>
      )}
    </AriaSearchField>
  )
}
