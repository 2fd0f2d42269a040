import { describe, expect, test } from 'vitest'
import { editOf } from '../../../machines/patterns/held-editor/held-ask.ts'
import type { HeldRules } from '../../../machines/patterns/held-editor/held-context.ts'
import type { HeldRow } from '../../../machines/patterns/held-editor/held-fold.ts'

interface Status {
  id: number | null
  name: string
  isDefault: boolean
  isFinal: boolean
}

const rules: HeldRules<Status> = {
  fields: ['name', 'isDefault', 'isFinal'],
  exclusive: ['isDefault', 'isFinal'],
  validate: () => [],
  staleOf: () => null,
  faultsOf: () => [],
}
const status = (id: number, flags: Partial<Status> = {}): Status => ({
  id,
  name: `Status ${id}`,
  isDefault: false,
  isFinal: false,
  ...flags,
})
const rowOf = (entry: Status, marks: HeldRow<Status>['marks'] = []): HeldRow<Status> => ({
  key: `id:${entry.id}`,
  entry,
  marks,
  isFixed: false,
})
const editWith = (rows: readonly HeldRow<Status>[], key: `id:${number}`, changes: Partial<Status>) =>
  editOf(
    { rows, conflicts: [], saved: { version: 1, savedBy: null, entries: rows.map(({ entry }) => entry) } },
    { type: 'entry/change', key, changes },
    rules,
  )

describe('a flag that only one entry may have', () => {
  const passed = status(1, { isDefault: true, isFinal: true })
  const failed = status(2)

  test('is removed from the entry that has it, and other flags stay', () => {
    const edit = editWith([rowOf(passed), rowOf(failed), rowOf(status(3))], 'id:2', { isDefault: true })
    expect(edit).toMatchObject({
      type: 'entry/changed',
      key: 'id:2',
      changes: { isDefault: true },
      besides: [{ key: 'id:1', was: passed, changes: { isDefault: false } }],
    })
    expect(edit).toHaveProperty('besides.0.changes', { isDefault: false })
  })

  test('is removed from no other entry when it is unset, or when its owner is deleted', () => {
    expect(editWith([rowOf(passed), rowOf(failed)], 'id:1', { isDefault: false })).not.toHaveProperty('besides')
    expect(editWith([rowOf(passed, ['deleted']), rowOf(failed)], 'id:2', { isDefault: true })).not.toHaveProperty(
      'besides',
    )
  })

  test('is no edit on an entry that already has it', () => {
    expect(editWith([rowOf(passed), rowOf(failed)], 'id:1', { isDefault: true })).toBeNull()
  })
})
