import type { HeldEdit, History, Key } from '../../../contract/settings/held-edits.ts'

export const NO_HISTORY: History<never> = { edits: [], undone: [] }

export const keyOf = ({ id }: { id: number | null }): Key => `id:${id}`

/** Returns whether `edit` continues `last`: typing in the same field is one undo step. */
const goesOn = <Entry>(last: HeldEdit<Entry> | undefined, edit: HeldEdit<Entry>): boolean =>
  last?.type === 'entry/changed' &&
  edit.type === 'entry/changed' &&
  last.key === edit.key &&
  Object.keys(last.changes).join() === Object.keys(edit.changes).join()

export const made = <Entry>({ edits }: History<Entry>, edit: HeldEdit<Entry>, isJoined: boolean): History<Entry> => {
  const last = edits.at(-1)
  const isOn = isJoined && goesOn(last, edit)
  const joined =
    isOn && last?.type === 'entry/changed' && edit.type === 'entry/changed' ? { ...edit, was: last.was } : edit
  return { edits: [...(isOn ? edits.slice(0, -1) : edits), joined], undone: [] }
}

export const undo = <Entry>({ edits, undone }: History<Entry>): History<Entry> => ({
  edits: edits.slice(0, -1),
  undone: [...edits.slice(-1), ...undone],
})

export const redo = <Entry>({ edits, undone }: History<Entry>): History<Entry> => ({
  edits: [...edits, ...undone.slice(0, 1)],
  undone: undone.slice(1),
})

/** A save: the keys of the sent entries, in their order, and the stored entries that it was answered with. */
interface Answered<Entry> {
  sent: readonly Key[]
  entries: readonly (Entry & { id: number | null })[]
  /** Displayed entries at the time of the answer. */
  rows: readonly { key: Key; entry: Entry }[]
}

/** Returns an edit that was made while the list was being saved, as if it had been made after the answer: entries that were added have ids by then. */
export const afterSave = <Entry>(edit: HeldEdit<Entry>, { sent, entries, rows }: Answered<Entry>): HeldEdit<Entry> => {
  const isWhole = sent.length === entries.length
  const keys = new Map(isWhole ? entries.map((entry, place) => [sent[place] ?? '', keyOf(entry)]) : [])
  const named = <K extends Key | null>(key: K) => (key === null ? key : ((keys.get(key) as K | undefined) ?? key))
  const order = entries.map(keyOf)
  const over = entries.reduce((highest, { id }) => Math.max(highest, id ?? 0), 0)
  const key = named(edit.key)
  switch (edit.type) {
    case 'entry/added':
      return { ...edit, key, after: named(edit.after), over }
    case 'entry/restored': {
      // Its deletion is saved: it is added again.
      const place = rows.findIndex((row) => row.key === edit.key)
      const entry = rows[place]?.entry
      if (entry === undefined || order.includes(key)) return { ...edit, key }
      return { type: 'entry/added', key, entry, after: named(rows[place - 1]?.key ?? null), over }
    }
    case 'entry/changed':
      return edit.besides === undefined
        ? { ...edit, key }
        : { ...edit, key, besides: edit.besides.map((one) => ({ ...one, key: named(one.key) })) }
    case 'entry/moved':
      return { ...edit, key, after: named(edit.after), order }
    case 'conflict/settled':
      return { ...edit, key, order }
    default:
      return { ...edit, key }
  }
}
