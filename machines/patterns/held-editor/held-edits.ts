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
