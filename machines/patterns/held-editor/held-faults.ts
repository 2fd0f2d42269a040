import type { EntryFault } from '../../../contract/settings/held-list.ts'
import type { HeldEntry, Key } from '../../../contract/settings/held-edits.ts'
import { isSame, sentOf, staying, type HeldRow } from './held-fold.ts'

/** Errors of one entry's fields. */
export type Faults = Readonly<Record<string, string>>

/** Fields of entries. */
export type Left = Readonly<Record<Key, readonly string[]>>

/** An error from the server, valid while the field has the sent value. */
export interface Refusal {
  key: Key
  field: string
  message: string
  value: unknown
}

export interface Checked {
  faults: Readonly<Record<Key, Faults>>
  /** Errors of the whole list. */
  listFaults: readonly string[]
}

/** `before`: previous result, so that entries with unchanged errors keep their object. */
export function checked<Entry extends HeldEntry>(
  rows: readonly HeldRow<Entry>[],
  validate: (entries: readonly Entry[]) => readonly EntryFault[],
  refusals: readonly Refusal[],
  before: Checked,
): Checked {
  const sent = staying(rows)
  const entries = sent.map(sentOf)
  const faults: Record<Key, Record<string, string>> = {}
  const listFaults: string[] = []
  for (const { place, field, message } of validate(entries)) {
    const key = sent[place]?.key
    if (key === undefined) listFaults.push(message)
    else (faults[key] ??= {})[field] ??= message
  }
  for (const { key, field, message, value } of refusals) {
    const entry = entries[sent.findIndex((row) => row.key === key)]
    if (entry !== undefined && isSame(entry[field as keyof Entry], value)) (faults[key] ??= {})[field] ??= message
  }
  const same = Object.entries(faults).map(([key, own]) => {
    const last = before.faults[key]
    return [key, last !== undefined && isSame(last, own) ? last : own] as const
  })
  return {
    faults: Object.fromEntries(same),
    listFaults: isSame(before.listFaults, listFaults) ? before.listFaults : listFaults,
  }
}

/** Returns the errors of an entry that show. An empty field is reported once its author leaves it or saves. */
export const shownFaults = <Entry extends HeldEntry>(
  { faults, left, isAttempted }: Pick<Checked, 'faults'> & { left: Left; isAttempted: boolean },
  { key, entry }: Pick<HeldRow<Entry>, 'key' | 'entry'>,
): Faults | undefined => {
  const own = faults[key]
  if (own === undefined || isAttempted) return own
  const shown = Object.entries(own).filter(
    ([field]) => entry[field as keyof Entry] !== '' || left[key]?.includes(field) === true,
  )
  return shown.length === 0 ? undefined : Object.fromEntries(shown)
}

export const withLeft = (left: Left, key: Key, field: string): Left =>
  left[key]?.includes(field) === true ? left : { ...left, [key]: [...(left[key] ?? []), field] }

/** Returns all fields with an error. */
export const fieldsWithFaults = (faults: Checked['faults']): Left =>
  Object.fromEntries(Object.entries(faults).map(([key, own]) => [key, Object.keys(own)]))
