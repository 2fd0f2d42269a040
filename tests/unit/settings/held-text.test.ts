import { describe, expect, test } from 'vitest'
import type { HeldEdit } from '../../../contract/settings/held-edits.ts'
import type { HeldRow } from '../../../machines/patterns/held-editor/held-fold.ts'
import { changesOf, conflictLabel, toSettle, textOf } from '../../../views/settings/held/held-text.ts'

interface Status {
  id: number | null
  name: string
  enabled: boolean
  isDefault: boolean
}
const retest: Status = { id: 2, name: 'Retest', enabled: true, isDefault: false }
const unnamed: Status = { ...retest, id: null, name: '' }
const changed = (changes: Partial<Status>, was = retest): HeldEdit<Status> => ({
  type: 'entry/changed',
  key: 'id:2',
  changes,
  was,
})

test.each<[label: string, edit: HeldEdit<Status>]>([
  ['add Flaky', { type: 'entry/added', key: 'new:1', entry: { ...unnamed, name: 'Flaky' }, after: null }],
  ['add a new one', { type: 'entry/added', key: 'new:1', entry: unnamed, after: null }],
  ['edit Retest', changed({ name: 'Again' })],
  ['edit the new one', changed({ name: 'Again' }, unnamed)],
  ['switch Retest on', changed({ enabled: true })],
  ['switch Retest off', changed({ enabled: false })],
  ['edit Retest', changed({ enabled: false, name: 'Again' })],
  ['make Retest the default', changed({ isDefault: true })],
  ['make the new one the default', changed({ isDefault: true }, unnamed)],
  ['edit Retest', changed({ isDefault: false })],
  ['move Retest', { type: 'entry/moved', key: 'id:2', after: null, order: [], was: retest }],
  ['delete Retest', { type: 'entry/deleted', key: 'id:2', was: retest }],
  ['delete the new one', { type: 'entry/deleted', key: 'new:1', was: unnamed }],
  ['restore Retest', { type: 'entry/restored', key: 'id:2', name: 'Retest' }],
  [
    'settle Retest',
    {
      type: 'conflict/settled',
      key: 'id:2',
      choice: 'mine',
      against: null,
      order: [],
      fields: [],
      isMoved: false,
      name: 'Retest',
    },
  ],
])('undo offers to "%s"', (label, edit) => expect(textOf(edit)).toBe(label))

test('counts changes', () => expect([1, 2].map(changesOf)).toEqual(['1 change', '2 changes']))

test('a conflict names the author, and who deleted the entry', () => {
  const label = (mine: Status | null, theirs: Status | null) => conflictLabel({ mine, theirs }, 'Mara Koch')
  expect(label(retest, retest)).toBe('Changed here and by Mara Koch')
  expect(label(retest, null)).toBe('Changed here, and deleted by Mara Koch')
  expect(label(null, retest)).toBe('Deleted here, and changed by Mara Koch')
})

describe('problems to fix before saving', () => {
  const row = (entry: Status, key = `id:${entry.id}`): HeldRow<Status> => ({ key, entry, marks: [], isFixed: false })
  const passed = { ...retest, id: 1, name: 'Passed' }
  const rows = [row(passed), row(retest), row({ ...unnamed, name: ' ' }, 'new:1')]
  const conflict = { key: 'id:2', mine: retest, theirs: null, fields: [], isMoved: false }
  const fieldLabel = (field: string) => `the ${field}`

  test('are the same empty list for every list without problems', () => {
    const none = () =>
      toSettle<Status>({ rows, conflicts: [], faults: {}, listFaults: [], left: {}, isAttempted: false }, fieldLabel)
    expect(none()).toEqual([])
    expect(none()).toBe(none())
  })

  test('are those of the list, then of its entries in order, the conflict of an entry first', () => {
    const problems = toSettle<Status>(
      {
        rows,
        conflicts: [conflict],
        faults: { 'new:1': { name: 'required' }, 'id:2': { name: 'short', color: 'wrong' } },
        listFaults: ['One entry has to be the default'],
        left: {},
        isAttempted: false,
      },
      fieldLabel,
    )
    expect(problems).toEqual([
      { key: null, field: null, words: 'One entry has to be the default' },
      { key: 'id:2', field: null, words: 'a conflict on Retest' },
      { key: 'id:2', field: 'name', words: 'the name of Retest' },
      { key: 'id:2', field: 'color', words: 'the color of Retest' },
      { key: 'new:1', field: 'name', words: 'the name of the new one' },
    ])
  })

  test('leave out an empty field of a new entry until its author has left it or pressed Save', () => {
    const empty = row({ ...unnamed, name: '' }, 'new:1')
    const named = (more: { left?: Record<string, string[]>; isAttempted?: boolean }) =>
      toSettle<Status>(
        {
          rows: [row(passed), empty],
          conflicts: [],
          faults: { 'new:1': { name: 'required' } },
          listFaults: [],
          left: {},
          isAttempted: false,
          ...more,
        },
        fieldLabel,
      ).map(({ words }) => words)
    expect(named({})).toEqual([])
    expect(named({ left: { 'new:1': ['color'] } })).toEqual([])
    expect(named({ left: { 'new:1': ['name'] } })).toEqual(['the name of the new one'])
    expect(named({ isAttempted: true })).toEqual(['the name of the new one'])
  })
})
