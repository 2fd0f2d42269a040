import { expect, test, vi } from 'vitest'
import type { PositionedRow } from '../../../machines/cases/repository-layout.ts'
import { LIST_KEYS, runListKey, type ListKeys } from '../../../views/cases/list/use-list-keys.ts'
import { nextIndex } from '../../../views/ui/lists/row-keys.ts'

const press = (keys: string) => {
  const parts = keys.split('+')
  const key = parts.pop() ?? ''
  return { key, ctrlKey: parts.includes('Mod'), metaKey: false, altKey: false, shiftKey: parts.includes('Shift') }
}
const suite = { id: 1, ancestors: [{ id: 2 }] }
const suiteRow = { kind: 'suite', suite, isOpen: true } as unknown as PositionedRow
const caseRow = { kind: 'case', suite, index: 0 } as unknown as PositionedRow
const item = { id: 7 } as never

const keysOf = (canWrite: boolean) => {
  const called = vi.fn<() => void>()
  const keys = new Proxy({ canWrite } as ListKeys, {
    get: (target, name) => (name === 'canWrite' ? target.canWrite : called),
  })
  return { keys, called }
}

test.each(LIST_KEYS.map((one) => [one.keys, one] as const))(
  '%s does something, as the list of shortcuts says',
  (_, one) => {
    for (const canWrite of [true, false]) {
      const { keys, called } = keysOf(canWrite)
      const heard = [
        runListKey(press(one.keys), suiteRow, null, keys),
        runListKey(press(one.keys), caseRow, item, keys),
      ]
      expect(heard.includes(true)).toBe(canWrite || one.needsWrite !== true)
      expect(called.mock.calls.length > 0).toBe(heard.includes(true))
    }
  },
)

test('no other key does anything', () => {
  const known = new Set(LIST_KEYS.map(({ keys }) => keys))
  const names = [
    'Enter',
    ' ',
    'F2',
    'Delete',
    'Escape',
    'Tab',
    'ArrowLeft',
    'ArrowRight',
    'A',
    'B',
    'C',
    'V',
    'X',
    'Y',
    'Z',
  ]
  for (const keys of names.flatMap((name) => [name, `Mod+${name}`]).filter((each) => !known.has(each))) {
    const { keys: all, called } = keysOf(true)
    expect([keys, runListKey(press(keys), suiteRow, null, all), runListKey(press(keys), caseRow, item, all)]).toEqual([
      keys,
      false,
      false,
    ])
    expect(called).not.toHaveBeenCalled()
  }
})

test('J and K begin at the first and the last row, and stop at the ends', () => {
  expect([nextIndex(-1, 1, 3), nextIndex(0, 1, 3), nextIndex(2, 1, 3)]).toEqual([0, 1, 2])
  expect([nextIndex(-1, -1, 3), nextIndex(2, -1, 3), nextIndex(0, -1, 3)]).toEqual([2, 1, 0])
})
