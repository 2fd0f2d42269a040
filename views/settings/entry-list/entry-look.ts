import type { ReactNode } from 'react'
import type { HeldEntry } from '../../../contract/settings/held-edits.ts'

/** Actions on one entry; each call is an undo step. */
export interface EntryAsks<Entry> {
  change: (changes: Partial<Entry>) => void
}

/** Props of an entry's form. */
export interface EntryForm<Entry> {
  entry: Entry
  /** Error of a field that was visited. */
  errorOf: (field: keyof Entry & string) => string | undefined
  /** Continues the same undo step until the field is left. */
  type: (changes: Partial<Entry>) => void
  change: (changes: Partial<Entry>) => void
  /** On blur; the text becomes `tidy`. */
  leave: (field: keyof Entry & string, tidy: string) => void
}

/** What differs between lists of entries. Must be stable. */
export interface EntryLook<Entry extends HeldEntry> {
  /** 'observation type': noun of one entry. */
  noun: string
  /** Columns between name and actions, with headers and widths. Narrow pages show only the last. */
  columns: readonly { label: string; width: string }[]
  /** Without it, every entry can be deleted. */
  canDelete?: (entry: Entry) => boolean
  title: (entry: Entry, name: string) => ReactNode
  cells: (entry: Entry, name: string, asks: EntryAsks<Entry>, isGone: boolean) => readonly ReactNode[]
  /** Warning before an entry is deleted. */
  gone?: (entry: Entry) => ReactNode
  /** Shows these fields of one side of a conflict. */
  values: (entry: Entry, fields: readonly string[]) => ReactNode
  form: (form: EntryForm<Entry>) => ReactNode
}
