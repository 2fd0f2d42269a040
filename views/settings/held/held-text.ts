import type { HeldEdit, HeldEntry, Key } from '../../../contract/settings/held-edits.ts'
import type { HeldContext } from '../../../machines/patterns/held-editor/held-context.ts'
import { shownFaults } from '../../../machines/patterns/held-editor/held-faults.ts'
import type { Conflict } from '../../../machines/patterns/held-editor/held-fold.ts'

export const changesOf = (count: number): string => (count === 1 ? '1 change' : `${count} changes`)

/** Label of an edit for undo: 'delete Flaky'. */
export function textOf<Entry extends HeldEntry>(edit: HeldEdit<Entry>): string {
  switch (edit.type) {
    case 'entry/added':
      return `add ${edit.entry.name || 'a new one'}`
    case 'entry/changed':
      return defaultOf(edit) ?? switchOf(edit) ?? `edit ${edit.was.name || 'the new one'}`
    case 'entry/moved':
      return `move ${edit.was.name || 'the new one'}`
    case 'entry/deleted':
      return `delete ${edit.was.name || 'the new one'}`
    case 'entry/restored':
      return `restore ${edit.name}`
    case 'conflict/settled':
      return `settle ${edit.name}`
  }
}

const defaultOf = ({ changes, was }: { changes: object; was: HeldEntry }): string | null => {
  const { isDefault, ...others } = changes as { isDefault?: unknown }
  return isDefault === true && Object.keys(others).length === 0 ? `make ${was.name || 'the new one'} the default` : null
}

const switchOf = ({ changes, was }: { changes: object; was: HeldEntry }): string | null => {
  const { enabled, ...others } = changes as { enabled?: unknown }
  if (typeof enabled !== 'boolean' || Object.keys(others).length > 0) return null
  return `switch ${was.name} ${enabled ? 'on' : 'off'}`
}

/** Label of a conflict; `author`: who saved the other change. */
export const conflictLabel = ({ mine, theirs }: Pick<Conflict<unknown>, 'mine' | 'theirs'>, author: string): string => {
  if (theirs === null) return `Changed here, and deleted by ${author}`
  return mine === null ? `Deleted here, and changed by ${author}` : `Changed here and by ${author}`
}

/** A problem that prevents saving; `key` null: of the whole list. */
export interface ToSettle {
  key: Key | null
  field: string | null
  words: string
}

const NOTHING: ToSettle[] = []

/** Returns the problems that show, in list order; an entry's conflict comes before its other problems. `fieldLabel`: 'an alias', 'the name'. */
export function toSettle<Entry extends HeldEntry>(
  context: Pick<HeldContext<Entry>, 'rows' | 'conflicts' | 'faults' | 'listFaults' | 'left' | 'isAttempted'>,
  fieldLabel: (field: string) => string,
): ToSettle[] {
  const { rows, conflicts, faults, listFaults } = context
  if (conflicts.length + listFaults.length === 0 && Object.keys(faults).length === 0) return NOTHING
  const collided = new Set(conflicts.map(({ key }) => key))
  const ofList = listFaults.map((words): ToSettle => ({ key: null, field: null, words }))
  const ofRows = rows
    .filter(({ key }) => collided.has(key) || faults[key] !== undefined)
    .flatMap(({ key, entry }): ToSettle[] => [
      ...(collided.has(key) ? [{ key, field: null, words: `a conflict on ${entry.name}` }] : []),
      ...Object.keys(shownFaults(context, { key, entry }) ?? {}).map((field) => ({
        key,
        field,
        words: `${fieldLabel(field)} of ${entry.name.trim() || 'the new one'}`,
      })),
    ])
  return [...ofList, ...ofRows]
}
