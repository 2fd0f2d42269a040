/** Actions on the selected rows. Replaces the column headers at the same height, so that selecting shifts nothing. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- output belongs to forms */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { useShortcut } from '../controls/shortcuts.ts'
import styles from './bulk-bar.module.css'

export type BulkBarProps = {
  /** '6 tests selected'. */
  words: string
  /** Checkbox that selects all or none. */
  checkbox?: ReactNode
  /** 'of 24 shown'. */
  aside?: ReactNode
  onClear: () => void
  /** Nothing is selected, and the bar stays for its checkbox: no emphasis, nothing to clear. */
  isEmpty?: boolean
  children: ReactNode
}

export function BulkBar({ words, checkbox, aside, onClear, isEmpty = false, children }: BulkBarProps) {
  useShortcut({
    keys: 'Escape',
    label: 'Clear the selection',
    group: 'This page',
    isActive: !isEmpty,
    run: onClear,
  })
  return (
    <section aria-label="Selection" className={styles.bar} data-empty={isEmpty || undefined}>
      {checkbox}
      <strong role="status">{words}</strong>
      {children}
      <span className={styles.aside}>{aside}</span>
      {!isEmpty && (
        <IconButton size="sm" label="Clear selection" keys="Escape" onClick={onClear}>
          <X aria-hidden />
        </IconButton>
      )}
    </section>
  )
}
