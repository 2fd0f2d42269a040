import type { HeldAsk, HeldContext, HeldRules } from './held-context.ts'
import type { Besides, HeldEdit, HeldEntry, Key } from '../../../contract/settings/held-edits.ts'
import { keyOf } from './held-edits.ts'
import { isSame, type FoldRules } from './held-fold.ts'

/** Returns the edit for an event; null when it would change nothing or is not allowed. */
export function editOf<Entry extends HeldEntry>(
  { rows, conflicts, saved }: Pick<HeldContext<Entry>, 'rows' | 'conflicts' | 'saved'>,
  event: HeldAsk<Entry>,
  rules: HeldRules<Entry>,
): HeldEdit<Entry> | null {
  const { key } = event
  const row = rows.find((one) => one.key === key)
  if (event.type === 'entry/add') {
    const { entry, after } = event
    const over = saved.entries.reduce((highest, { id }) => Math.max(highest, id ?? 0), 0)
    return row === undefined ? { type: 'entry/added', key, entry, after, over } : null
  }
  if (row === undefined) return null
  const { entry: was, isFixed } = row
  const isGone = row.marks.includes('deleted')
  const order = () => orderOf(saved.entries)
  switch (event.type) {
    case 'entry/change': {
      if (isGone) return null
      const changes = changing(was, event.changes, rules)
      const besides = takenFrom(rows, key, event.changes, rules)
      if (besides.length > 0) return { type: 'entry/changed', key, changes: event.changes, was, besides }
      return changes === null ? null : { type: 'entry/changed', key, changes, was }
    }
    case 'entry/delete':
      return isGone || isFixed ? null : { type: 'entry/deleted', key, was }
    case 'entry/restore':
      return isGone ? { type: 'entry/restored', key, name: was.name } : null
    case 'entry/move': {
      if (isFixed || event.after === key) return null
      const changes = changing(was, event.changes ?? {}, rules)
      const stands = rows[rows.indexOf(row) - 1]
      const isThere = stands?.key === event.after || (event.after === null && (stands === undefined || stands.isFixed))
      if (isThere && changes === null) return null
      return {
        type: 'entry/moved',
        key,
        after: event.after,
        order: order(),
        was,
        ...(changes === null ? {} : { changes }),
      }
    }
    case 'conflict/settle': {
      const conflict = conflicts.find((one) => one.key === key)
      if (conflict === undefined) return null
      const { theirs: against, fields, isMoved } = conflict
      return {
        type: 'conflict/settled',
        key,
        choice: event.choice,
        against,
        order: order(),
        fields,
        isMoved,
        name: was.name,
      }
    }
  }
}

/** Returns the entries that lose an exclusive flag by these changes. */
const takenFrom = <Entry extends HeldEntry>(
  rows: HeldContext<Entry>['rows'],
  key: Key,
  given: Partial<Entry>,
  rules: FoldRules<Entry>,
): Besides<Entry>[] => {
  const fields = (rules.exclusive ?? []).filter((field) => given[field] === true)
  if (fields.length === 0) return []
  return rows.flatMap(({ key: other, entry: was, marks }) => {
    const own = fields.filter((field) => was[field] === true)
    if (other === key || own.length === 0 || marks.includes('deleted')) return []
    return [{ key: other, was, changes: Object.fromEntries(own.map((field) => [field, false])) as Partial<Entry> }]
  })
}

/** Returns the same array for the same entries, so that edits share it. */
const orders = new WeakMap<readonly HeldEntry[], readonly Key[]>()
const orderOf = (entries: readonly HeldEntry[]): readonly Key[] => {
  const known = orders.get(entries) ?? entries.map(keyOf)
  orders.set(entries, known)
  return known
}

/** Returns the changes that have an effect and are allowed. */
function changing<Entry extends HeldEntry>(was: Entry, changes: Partial<Entry>, rules: FoldRules<Entry>) {
  const locked: readonly string[] = rules.locked?.(was) ?? []
  const names = Object.keys(changes) as (keyof Entry & string)[]
  const left = names.filter((name) => !locked.includes(name) && !isSame(was[name], changes[name]))
  return left.length === 0 ? null : (Object.fromEntries(left.map((name) => [name, changes[name]])) as Partial<Entry>)
}
