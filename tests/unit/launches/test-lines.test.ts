import { expect, test } from 'vitest'
import type { TestGroup } from '../../../contract/launches/launch-tests.ts'
import { groupLabel, seenText, testLines, type Opened } from '../../../views/launches/launch/test-lines.ts'
import { aTest } from '../store/support/launches.ts'

const group = (key: string, over: Partial<TestGroup> = {}): TestGroup => ({
  key,
  label: key,
  tests: 1,
  failed: 0,
  firstId: 1,
  detail: null,
  unlinked: 0,
  mergedKeys: [],
  suggestion: null,
  seenBefore: null,
  ...over,
})
const none: Opened = { closedGroups: new Set(), openTests: new Set() }
const rows = [
  aTest({ id: 1, failureKey: 'a', message: 'A' }),
  aTest({ id: 2, failureKey: 'a', message: 'A' }),
  aTest({ id: 3 }),
]
const keys = (opened: Opened = none) =>
  testLines(rows, [group('a'), group('')], 'failure', opened).map(({ key }) => key)

test('[TESTS-14] lists tests under the headings of their groups, and ungrouped ones under their own', () => {
  expect(keys()).toEqual(['group a', 'test 1', 'test 2', 'group ', 'test 3'])
  expect(keys({ ...none, closedGroups: new Set(['a']) })).toEqual(['group a', 'group ', 'test 3'])
})

test('[TESTS-21] an opened test has its stack trace below it', () => {
  expect(keys({ ...none, openTests: new Set([2]) })).toEqual([
    'group a',
    'test 1',
    'test 2',
    'trace 2',
    'group ',
    'test 3',
  ])
})

test('a test that came to another group since stays where it stood', () => {
  const moved = [rows[0], aTest({ id: 2, failureKey: 'new', message: 'B' }), rows[2]].flatMap((row) => row ?? [])
  expect(testLines(moved, [group('a'), group('')], 'failure', none).map(({ key }) => key)).toEqual(keys())
})

test('without groups every test is shown', () => {
  expect(testLines(rows, [], 'none', none)).toHaveLength(3)
})

test('a heading says in how many launches before the failure occurred, where there are any', () => {
  const words = (launches: number, of: number) => seenText(group('k', { seenBefore: { launches, of } }))
  expect([words(0, 0), words(0, 2), words(1, 1), words(1, 2)]).toEqual([
    null,
    'New in this launch',
    'In the launch before',
    'In 1 of the 2 launches before',
  ])
  expect([seenText(group('')), seenText(group('k'))]).toEqual([null, null])
})

test('[TESTS-16] [TESTS-17] a heading by message is cut to 60 characters, and only that', () => {
  expect(groupLabel(group('k', { label: 'x'.repeat(61) }), 'failure')).toBe(`${'x'.repeat(60)}…`)
  expect(groupLabel(group('k', { label: 'x'.repeat(60) }), 'failure')).toBe('x'.repeat(60))
  expect(groupLabel(group('k', { label: 'x'.repeat(61) }), 'className')).toBe('x'.repeat(61))
  expect(groupLabel(group(''), 'maintainer')).toBe('Without a maintainer')
})
