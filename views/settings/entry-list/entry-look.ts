import type { ReactNode } from 'react'
import type { HeldEntry } from '../../../contract/settings/held-edits.ts'

/** What may be done to one entry; each call is a step of undo. */
export interface EntryAsks<Entry> {
  change: (changes: Partial<Entry>) => void
}

/** What the form of an entry is given. */
export interface EntryForm<Entry> {
  entry: Entry
  /** What is wrong with a field, once a person has been there. */
  errorOf: (field: keyof Entry & string) => string | undefined
  /** Goes on as one step for as long as the field is not left. */
  type: (changes: Partial<Entry>) => void
  change: (changes: Partial<Entry>) => void
  /** The field is left; its text is to be `tidy`. */
  leave: (field: keyof Entry & string, tidy: string) => void
}

/** What tells one list of entries from another on the screen. The same object from one drawing to the next. */
export interface EntryLook<Entry extends HeldEntry> {
  /** 'observation type': what one entry is called. */
  noun: string
  /** The columns between the name and the actions: their heads, and how wide they are. Where it is narrow, the last alone is shown. */
  columns: readonly { label: string; width: string }[]
  /** Without it, every entry can be deleted. */
  canDelete?: (entry: Entry) => boolean
  title: (entry: Entry, name: string) => ReactNode
  cells: (entry: Entry, name: string, asks: EntryAsks<Entry>, isGone: boolean) => readonly ReactNode[]
  /** What is to be known of an entry that is about to be deleted. */
  gone?: (entry: Entry) => ReactNode
  /** These fields of one side of a conflict. */
  values: (entry: Entry, fields: readonly string[]) => ReactNode
  form: (form: EntryForm<Entry>) => ReactNode
}
