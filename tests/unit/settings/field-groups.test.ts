import { describe, expect, test } from 'vitest'
import type { HeldRow } from '../../../machines/patterns/held-editor/held-fold.ts'
import { caseCount } from '../../../views/settings/test-case-fields/field-labels.ts'
import {
  formatFieldValue,
  groupsOver,
  markOf,
  moveEdit,
  placesOf,
  sortedLists,
  type FieldEntry,
} from '../../../views/settings/test-case-fields/fields-list.ts'

const row = (id: number, tabId: number, enabled = true): HeldRow<FieldEntry> => ({
  key: `id:${id}`,
  entry: {
    id,
    name: `f${id}`,
    type: 'CUSTOM',
    description: '',
    systemName: `f${id}`,
    dataType: 'STRING',
    tabId,
    enabled,
  },
  marks: [],
  isFixed: false,
})
const tabs = [
  { id: 1, name: 'One' },
  { id: 2, name: 'Two' },
]

test('tabs with unmoved fields stay the same objects, so that only changes are rendered again', () => {
  const groupsIn = groupsOver(tabs)
  const first = groupsIn([row(1, 1), row(2, 1), row(3, 2)])
  expect(groupsIn([row(1, 1), row(2, 1, false), row(3, 2)])).toBe(first)
  const then = groupsIn([row(2, 1), row(1, 1), row(3, 2)])
  expect(then.map((group, i) => group === first[i])).toEqual([false, true, true])
  expect(then[0]?.keys).toEqual(['id:2', 'id:1'])
})

describe('a list of fields by tab', () => {
  const rows = [row(1, 1), row(2, 1), row(3, 2), row(4, 0)]
  const groups = groupsOver(tabs)(rows)
  const move = (id: string, list: string, after: string | null) => moveEdit(groups, { id, list, after })

  test('[FIELDS-02] [FIELDS-03] shows fields under their tabs, and those without one last', () => {
    expect(sortedLists(groups)).toEqual([
      { id: 'tab:1', label: 'One', ids: ['id:1', 'id:2'] },
      { id: 'tab:2', label: 'Two', ids: ['id:3'] },
      { id: 'tab:none', label: 'No tab', ids: ['id:4'] },
    ])
  })

  test('[FIELDS-09] a move within a tab changes the order, one to another tab also the tab', () => {
    expect(move('id:2', 'tab:1', null)).toEqual({ type: 'entry/move', key: 'id:2', after: null })
    expect(move('id:1', 'tab:2', 'id:3')).toEqual({
      type: 'entry/move',
      key: 'id:1',
      after: 'id:3',
      changes: { tabId: 2 },
    })
    expect(move('id:9', 'tab:2', null)).toBeNull()
  })

  test('the first field of a tab follows the last one of the previous tab, unless it is that field', () => {
    expect(move('id:3', 'tab:2', null)).toMatchObject({ after: 'id:2' })
    expect(move('id:1', 'tab:none', null)).toMatchObject({ after: 'id:3', changes: { tabId: null } })
    expect(move('id:2', 'tab:2', null)).toMatchObject({ after: 'id:1' })
  })

  test('[FIELDS-10] [FIELDS-11] a save sends the places of all fields, counted by tab', () => {
    const [one, two, three] = rows.map(({ entry }) => entry)
    const deletedThere = { ...(one as FieldEntry), id: null }
    const places = placesOf([one, { ...three, enabled: false }, deletedThere, two] as FieldEntry[])
    expect(places).toEqual([
      { id: 1, type: 'CUSTOM', tabId: 1, relativePosition: 1, enabled: true },
      { id: 3, type: 'CUSTOM', tabId: 2, relativePosition: 1, enabled: false },
      { id: 2, type: 'CUSTOM', tabId: 1, relativePosition: 2, enabled: true },
    ])
  })
})

test('marks the differences of a field from the stored one', () => {
  const stored = row(1, 1).entry
  const mark = (changes: Partial<FieldEntry>, ...marks: HeldRow<FieldEntry>['marks']) =>
    markOf({ ...row(1, 1), entry: { ...stored, ...changes }, marks }, stored)
  expect(mark({})).toBeUndefined()
  expect(mark({ enabled: false }, 'edited')).toBe('Switched off')
  expect(mark({ tabId: 2 }, 'edited')).toBe('Moved')
  expect(mark({ tabId: 2, enabled: false }, 'edited', 'moved')).toBe('Moved, Switched off')
  expect(mark({}, 'added')).toBe('Deleted by somebody else')
})

test('a conflict shows the tab or the switch of each side', () => {
  const { entry } = row(1, 2)
  expect(formatFieldValue(entry, 'tabId', tabs)).toBe('Tab: Two')
  expect(formatFieldValue({ ...entry, tabId: null }, 'tabId', tabs)).toBe('Tab: No tab')
  expect(formatFieldValue({ ...entry, enabled: false }, 'enabled', tabs)).toBe('Off')
})

test('[FIELDS-56] a question before a field is deleted counts the test cases with a value', () => {
  expect([1, 2, 1200].map(caseCount)).toEqual([
    '1 test case has a value',
    '2 test cases have a value',
    '1,200 test cases have a value',
  ])
})
