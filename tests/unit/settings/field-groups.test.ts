import { expect, test } from 'vitest'
import type { HeldRow } from '../../../machines/patterns/held-editor/held-fold.ts'
import { groupsOver, type FieldEntry } from '../../../views/settings/test-case-fields/fields-list.ts'

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

test('tabs with unmoved fields are the same objects, so that only what changed is rendered again', () => {
  const groupsIn = groupsOver(tabs)
  const first = groupsIn([row(1, 1), row(2, 1), row(3, 2)])
  expect(groupsIn([row(1, 1), row(2, 1, false), row(3, 2)])).toBe(first)
  const then = groupsIn([row(2, 1), row(1, 1), row(3, 2)])
  expect(then.map((group, i) => group === first[i])).toEqual([false, true, true])
  expect(then[0]?.keys).toEqual(['id:2', 'id:1'])
})
