import { z } from 'zod/mini'
import type { SortedList } from '../../ui/sorting/sorting.ts'
import { TestCaseFields, type FieldPlace, type FieldTab } from '../../../contract/settings/test-case-fields.ts'
import type { Key } from '../../../contract/settings/held-edits.ts'
import type { HeldAsk, Stored } from '../../../machines/patterns/held-editor/held-context.ts'
import type { HeldRow } from '../../../machines/patterns/held-editor/held-fold.ts'

/** A field in the list, which edits tab, position and switch. */
export const FieldEntry = z.object({
  id: z.nullable(z.int()),
  name: z.string(),
  type: z.enum(['SYSTEM', 'CUSTOM']),
  description: z.string(),
  systemName: z.string(),
  dataType: z.string(),
  tabId: z.nullable(z.int()),
  enabled: z.boolean(),
})
export type FieldEntry = z.infer<typeof FieldEntry>

export const storedFields = ({ version, savedBy, data }: TestCaseFields): Stored<FieldEntry> => ({
  version,
  savedBy,
  entries: data.fields.map(({ id, name, type, description, systemName, dataType, tabId, enabled }) => ({
    id,
    name,
    type,
    description,
    systemName,
    dataType,
    tabId,
    enabled,
  })),
})

/** Positions of all fields, counted per tab (FIELDS-10, FIELDS-11). Fields that no longer exist on the server are left out. */
export const placesOf = (entries: readonly FieldEntry[]): FieldPlace[] => {
  const counts = new Map<number | null, number>()
  return entries.flatMap(({ id, type, tabId, enabled }) => {
    if (id === null) return []
    const relativePosition = (counts.get(tabId) ?? 0) + 1
    counts.set(tabId, relativePosition)
    return [{ id, type, tabId, relativePosition, enabled }]
  })
}

export interface Group {
  /** Id of its list: `tab:{id}`, or `tab:none`. */
  id: string
  tabId: number | null
  name: string
  keys: Key[]
}

const NO_TAB = 'No tab'

/** Tabs in order with their fields; fields without a tab come last (FIELDS-02, FIELDS-03). */
const groupsOf = (tabs: readonly FieldTab[], rows: readonly HeldRow<FieldEntry>[]): Group[] => {
  const groups: Group[] = [
    ...tabs.map(({ id, name }) => ({ id: `tab:${id}`, tabId: id, name, keys: [] })),
    { id: 'tab:none', tabId: null, name: NO_TAB, keys: [] },
  ]
  const byTab = new Map(groups.map((group) => [group.tabId, group]))
  for (const { key, entry } of rows) (byTab.get(entry.tabId) ?? byTab.get(null))?.keys.push(key)
  return groups
}

/** The same for an edited list: unchanged tabs keep their identity, so that they do not re-render. */
export const groupsOver = (tabs: readonly FieldTab[]) => {
  let last: readonly Group[] = []
  return (rows: readonly HeldRow<FieldEntry>[]): readonly Group[] => (last = asBefore(last, groupsOf(tabs, rows)))
}

const asBefore = (before: readonly Group[], now: readonly Group[]): readonly Group[] => {
  const kept = now.map((group, i) => {
    const was = before[i]
    return was?.id === group.id && was.name === group.name && areSameKeys(was.keys, group.keys) ? was : group
  })
  return before.length === kept.length && kept.every((group, i) => group === before[i]) ? before : kept
}

const areSameKeys = (one: readonly Key[], other: readonly Key[]): boolean =>
  one.length === other.length && one.every((key, i) => key === other[i])

export const sortedLists = (groups: readonly Group[]): SortedList[] =>
  groups.map(({ id, name, keys }) => ({ id, label: name, ids: keys }))

/** Converts a move within or across tabs to an edit of the flat list: the first field of a tab follows the last of the previous tab. */
export const moveEdit = (
  groups: readonly Group[],
  move: { id: Key; list: string; after: Key | null },
): HeldAsk<FieldEntry> | null => {
  const at = groups.findIndex(({ id }) => id === move.list)
  const group = groups[at]
  const from = groups.find(({ keys }) => keys.includes(move.id))
  if (group === undefined || from === undefined) return null
  const before = groups
    .slice(0, at)
    .flatMap(({ keys }) => keys)
    .filter((key) => key !== move.id)
  const after = move.after ?? before.at(-1) ?? null
  const changes = from === group ? {} : { changes: { tabId: group.tabId } }
  return { type: 'entry/move', key: move.id, after, ...changes }
}

/** Describes how a field differs from the stored one. */
export const markOf = (row: HeldRow<FieldEntry>, stored: FieldEntry | undefined): string | undefined => {
  if (row.marks.length === 0) return undefined
  if (row.marks.includes('added')) return 'Deleted by somebody else'
  const isMoved = row.marks.includes('moved') || stored?.tabId !== row.entry.tabId
  const isSwitched = stored?.enabled !== row.entry.enabled
  return [isMoved && 'Moved', isSwitched && (row.entry.enabled ? 'Switched on' : 'Switched off')]
    .filter((word) => word !== false)
    .join(', ')
}

/** Describes one side of a conflict: 'On', 'Tab: General'. */
export const formatFieldValue = (entry: FieldEntry, field: string, tabs: readonly FieldTab[]): string => {
  if (field === 'enabled') return entry.enabled ? 'On' : 'Off'
  return `Tab: ${tabs.find(({ id }) => id === entry.tabId)?.name ?? NO_TAB}`
}

/** Reads the answer of a rejected save; null for other errors. */
export const fieldsAnswer = (answer: unknown): TestCaseFields | null => {
  const parsed = TestCaseFields.safeParse(answer)
  return parsed.success ? parsed.data : null
}
