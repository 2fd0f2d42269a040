import { sql } from 'kysely'
import type { FieldError } from '../../../contract/errors.ts'
import type { SettingsChange } from '../../../contract/settings/changes.ts'
import type {
  FieldPlace,
  FieldTab,
  TestCaseField,
  TestCaseFields,
} from '../../../contract/settings/test-case-fields.ts'
import type { Db } from '../../db/open.ts'
import { invalid } from '../../http/errors.ts'
import { stale } from '../../http/refusal.ts'
import { appendChanges } from '../changes.ts'
import { movedPlaces } from '../held-lists/list-changes.ts'
import { readFields } from './read.ts'
import { lockFields, raiseVersion } from './version.ts'

interface Save {
  projectId: number
  userId: number
  version: number
  wanted: readonly FieldPlace[]
  /** Why fields may not be moved; null if they may. */
  moveRefusal: Error | null
}

/** Moves every field to its position in the list. A stale version is rejected with the stored fields. */
export const savePlaces = (
  db: Db,
  { projectId, userId, version, wanted, moveRefusal }: Save,
): Promise<TestCaseFields> =>
  db.transaction().execute(async (tx) => {
    const locked = await lockFields(tx, projectId)
    const before = await readFields(tx, projectId)
    if (locked !== version) throw stale('The fields have been changed by somebody else meanwhile', before)
    const faults = placeFaults(before, wanted)
    if (faults.length > 0) throw invalid(faults)
    const placed = numbered(wanted)
    const changes = changesOf(before, placed)
    if (moveRefusal !== null && changes.some(({ kind }) => kind === 'moved')) throw moveRefusal
    if (changes.length === 0) return before
    await sql`
      update test_case_field f set tab_id = w.tab_id, position = w.position, enabled = w.enabled
        from jsonb_to_recordset(${JSON.stringify(placed.map(rowOf))}::jsonb)
               as w (id bigint, tab_id bigint, position int, enabled boolean)
       where f.id = w.id and f.project_id = ${projectId}`.execute(tx)
    const raised = await raiseVersion(tx, projectId, userId)
    await appendChanges(tx, { area: 'test-case-fields', projectId, userId, changes, version: raised })
    return readFields(tx, projectId)
  })

/** Returns errors unless each field of the project occurs once, in a tab of the project (FIELDS-10). */
const placeFaults = ({ data }: TestCaseFields, requested: readonly FieldPlace[]): FieldError[] => {
  const left = new Map(data.fields.map((field) => [field.id, field]))
  const tabs = new Set(data.tabs.map(({ id }) => id))
  const faults = requested.flatMap(({ id, type, tabId }, place): FieldError[] => {
    const field = left.get(id)
    left.delete(id)
    if (!field) return [{ field: `fields.${place}.id`, message: 'The field does not exist, or is there twice' }]
    return [
      ...(type === field.type ? [] : [{ field: `fields.${place}.type`, message: `The field is ${field.type}` }]),
      ...(tabId === null || tabs.has(tabId)
        ? []
        : [{ field: `fields.${place}.tabId`, message: 'The tab does not exist' }]),
    ]
  })
  const missing = [...left.values()].map(({ name }) => name)
  if (missing.length > 0)
    faults.push({ field: 'fields', message: `Every field has to be there: ${missing.join(', ')}` })
  return faults
}

/** Numbers positions from 1 in each tab; fields with the same position keep their order in the request. */
const numbered = (requested: readonly FieldPlace[]): FieldPlace[] => {
  const counts = new Map<number | null, number>()
  return requested
    .toSorted((a, b) => a.relativePosition - b.relativePosition)
    .map((field) => {
      const relativePosition = (counts.get(field.tabId) ?? 0) + 1
      counts.set(field.tabId, relativePosition)
      return { ...field, relativePosition }
    })
}

const rowOf = ({ id, tabId, relativePosition, enabled }: FieldPlace) => ({
  id,
  tab_id: tabId,
  position: relativePosition,
  enabled,
})

const changesOf = ({ data }: TestCaseFields, placed: readonly FieldPlace[]): SettingsChange[] => {
  const before = new Map(data.fields.map((field) => [field.id, field]))
  const moved = movedOf(before, placed)
  return placed.flatMap((after) => {
    const field = before.get(after.id)
    if (!field) return []
    const changes: SettingsChange[] = []
    if (moved.has(after.id))
      changes.push({
        kind: 'moved',
        subject: field.name,
        values: {
          tab: { before: tabName(data.tabs, field.tabId), after: tabName(data.tabs, after.tabId) },
          place: { before: field.relativePosition, after: after.relativePosition },
        },
      })
    if (field.enabled !== after.enabled)
      changes.push({
        kind: 'changed',
        subject: field.name,
        values: { enabled: { before: field.enabled, after: after.enabled } },
      })
    return changes
  })
}

const tabName = (tabs: readonly FieldTab[], id: number | null): string | null =>
  tabs.find((tab) => tab.id === id)?.name ?? null

/** Returns the minimal set of moved fields: those that changed their tab, and the fewest others that explain the new order. */
const movedOf = (before: ReadonlyMap<number, TestCaseField>, placed: readonly FieldPlace[]): Set<number> => {
  const moved = new Set<number>()
  const stayed = new Map<number | null, Map<number, number>>()
  for (const { id, tabId } of placed) {
    const field = before.get(id)
    if (!field) continue
    if (field.tabId !== tabId) {
      moved.add(id)
      continue
    }
    const inTab = stayed.get(tabId) ?? new Map<number, number>()
    stayed.set(tabId, inTab.set(field.relativePosition, id))
  }
  for (const inTab of stayed.values())
    for (const place of movedPlaces([...inTab.keys()])) moved.add(inTab.get(place) ?? 0)
  return moved
}
