import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { SavedBy } from '../../../contract/settings/held-list.ts'
import type { HeldEntry, Key } from '../../../contract/settings/held-edits.ts'
import { keyOf } from '../../../machines/patterns/held-editor/held-edits.ts'
import type { HeldEditor, HeldEditorRef } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import { shownFaults, type Faults } from '../../../machines/patterns/held-editor/held-faults.ts'
import { isSame, type Conflict, type HeldRow } from '../../../machines/patterns/held-editor/held-fold.ts'
import { nearbyIn } from '../../../machines/patterns/held-editor/held-order.ts'

/** State of a row. `faults`: errors to show. `savedBy` is set only where it is shown: with a conflict. */
export interface RowShown<Entry> {
  row: HeldRow<Entry> | undefined
  faults: Faults | undefined
  conflict: Conflict<Entry> | undefined
  savedBy: SavedBy
}

/** Each row subscribes to its own entry, so that typing does not re-render a list of hundreds. */
export const useHeldRow = <Entry extends HeldEntry>(editor: HeldEditorRef<Entry>, key: Key): RowShown<Entry> => {
  const rowIn = useRowIn<Entry>(key)
  return useSelector(
    editor,
    (snapshot): RowShown<Entry> => {
      const { context } = snapshot as SnapshotFrom<HeldEditor<Entry>>
      const { rows, conflicts, saved } = context
      const conflict = conflicts.find((one) => one.key === key)
      const row = rowIn(rows)
      return {
        row,
        faults: row === undefined ? undefined : shownFaults(context, row),
        conflict,
        savedBy: conflict === undefined ? null : saved.savedBy,
      }
    },
    (one, other) =>
      one.row === other.row &&
      isSame(one.faults, other.faults) &&
      one.conflict === other.conflict &&
      one.savedBy === other.savedBy,
  )
}

/** Entries in order; stable until the order changes. */
export const useHeldKeys = <Entry extends HeldEntry>(editor: HeldEditorRef<Entry>): readonly Key[] =>
  useSelector(
    editor,
    (snapshot) => keysOf((snapshot as SnapshotFrom<HeldEditor<Entry>>).context.rows),
    (one, other) => one === other || (one.length === other.length && one.every((key, i) => key === other[i])),
  )

/** Trimmed name of the entry. */
export const useEntryName = <Entry extends HeldEntry>(editor: HeldEditorRef<Entry>, key: Key): string => {
  const rowIn = useRowIn<Entry>(key)
  return useSelector(
    editor,
    (snapshot) => rowIn((snapshot as SnapshotFrom<HeldEditor<Entry>>).context.rows)?.entry.name.trim() ?? '',
  )
}

/** The stored entry without edits; undefined if it does not exist (any more). */
export const useStored = <Entry extends HeldEntry>(editor: HeldEditorRef<Entry>, key: Key): Entry | undefined =>
  useSelector(editor, (snapshot) =>
    storedIn((snapshot as SnapshotFrom<HeldEditor<Entry>>).context.saved.entries).get(key),
  )

/** The edited entry. */
export const entryNow = <Entry extends HeldEntry>(editor: HeldEditorRef<Entry>, key: Key): Entry | undefined =>
  editor.getSnapshot().context.rows.find((row) => row.key === key)?.entry

const useRowIn = <Entry extends HeldEntry>(key: Key) => useMemo(() => rowFinder<Entry>(key), [key])

/** Searches from the last known index, which avoids an index of the list per edit. */
const rowFinder = <Entry extends HeldEntry>(key: Key) => {
  let place = -1
  return (rows: readonly HeldRow<Entry>[]): HeldRow<Entry> | undefined => {
    const near = nearbyIn(rows, key, place)
    place = near === -1 ? rows.findIndex((row) => row.key === key) : near
    return rows[place]
  }
}

const storedMaps = new WeakMap<readonly HeldEntry[], ReadonlyMap<Key, HeldEntry>>()
const storedIn = <Entry extends HeldEntry>(entries: readonly Entry[]): ReadonlyMap<Key, Entry> => {
  const known = storedMaps.get(entries) ?? new Map(entries.map((entry) => [keyOf(entry), entry]))
  storedMaps.set(entries, known)
  return known as ReadonlyMap<Key, Entry>
}

const keyLists = new WeakMap<readonly { key: Key }[], readonly Key[]>()
const keysOf = (rows: readonly { key: Key }[]): readonly Key[] => {
  const known = keyLists.get(rows) ?? rows.map(({ key }) => key)
  keyLists.set(rows, known)
  return known
}
