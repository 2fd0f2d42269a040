/** Keys of a row, as in a file manager. */
import type { KeyboardEvent } from 'react'
import type { CaseRow } from '../../../contract/cases/cases.ts'
import type { PlacedSuite, PositionedRow } from '../../../machines/cases/repository-layout.ts'
import { isChord } from '../../ui/controls/shortcuts.ts'

export interface ListKeys {
  canWrite: boolean
  onOpen: (row: CaseRow) => void
  onToggle: (suite: PlacedSuite, isOpen: boolean) => void
  onSuite: (suite: PlacedSuite) => void
  onChoose: (row: CaseRow) => void
  onRename: (kind: 'case' | 'suite', id: number) => void
  onDeleteCase: (row: CaseRow) => void
  onDeleteSuite: (suite: PlacedSuite) => void
  onTake: (row: PositionedRow, item: CaseRow | null, mode: 'cut' | 'copy') => void
  onPaste: (row: PositionedRow, item: CaseRow | null) => void
  onAll: () => void
  onLeave: () => void
}

type Run = (() => void) | undefined

interface ListKey {
  keys: string
  /** Description in the `?` dialog. */
  label: string
  needsWrite?: boolean
  /** Undefined when not applicable to the row. `item`: the case, once loaded. */
  runOn: (row: PositionedRow, item: CaseRow | null, keys: ListKeys) => Run
}

const onSuite = (row: PositionedRow, run: (suite: PlacedSuite, isOpen: boolean) => void): Run =>
  row.kind === 'suite' ? () => run(row.suite, row.isOpen) : undefined
const onItem = (item: CaseRow | null, run: (item: CaseRow) => void): Run =>
  item === null ? undefined : () => run(item)

/** Keys while the list is focused: handled and listed from one definition. The list itself handles movement. */
export const LIST_KEYS: readonly ListKey[] = [
  {
    keys: 'Enter',
    label: 'Open the test case, expand or collapse the suite',
    runOn: (row, item, keys) =>
      onSuite(row, (suite, isOpen) => keys.onToggle(suite, !isOpen)) ?? onItem(item, keys.onOpen),
  },
  {
    keys: 'ArrowRight',
    label: 'Expand the suite',
    runOn: (row, _, keys) => onSuite(row, (suite) => keys.onToggle(suite, true)),
  },
  {
    keys: 'ArrowLeft',
    label: 'Collapse the suite, or go to its parent',
    runOn: (row, _, keys) => () => {
      if (row.kind !== 'suite') keys.onSuite(row.suite)
      else if (row.isOpen) keys.onToggle(row.suite, false)
      else {
        const parent = row.suite.ancestors.at(-1)
        if (parent !== undefined) keys.onSuite(parent)
      }
    },
  },
  {
    keys: ' ',
    label: 'Select the test case',
    runOn: (row, item, keys) =>
      onSuite(row, (suite, isOpen) => keys.onToggle(suite, !isOpen)) ??
      (keys.canWrite ? onItem(item, keys.onChoose) : undefined),
  },
  { keys: 'Mod+A', label: 'Select all test cases', needsWrite: true, runOn: (_row, _item, keys) => keys.onAll },
  {
    keys: 'F2',
    label: 'Rename',
    needsWrite: true,
    runOn: (row, item, keys) =>
      onSuite(row, ({ id }) => keys.onRename('suite', id)) ?? onItem(item, ({ id }) => keys.onRename('case', id)),
  },
  {
    keys: 'Delete',
    label: 'Delete',
    needsWrite: true,
    runOn: (row, item, keys) => onSuite(row, keys.onDeleteSuite) ?? onItem(item, keys.onDeleteCase),
  },
  {
    keys: 'Mod+X',
    label: 'Cut',
    needsWrite: true,
    runOn: (row, item, keys) => () => keys.onTake(row, item, 'cut'),
  },
  {
    keys: 'Mod+C',
    label: 'Copy',
    needsWrite: true,
    runOn: (row, item, keys) => () => keys.onTake(row, item, 'copy'),
  },
  { keys: 'Mod+V', label: 'Paste', needsWrite: true, runOn: (row, item, keys) => () => keys.onPaste(row, item) },
  { keys: 'Escape', label: 'Clear the selection and what was cut', runOn: (_row, _item, keys) => keys.onLeave },
]

/** Returns whether the key was handled. */
export const runListKey = (
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  row: PositionedRow,
  item: CaseRow | null,
  keys: ListKeys,
): boolean => {
  const found = LIST_KEYS.find((one) => isChord(one.keys, event))
  const run =
    found === undefined || (found.needsWrite === true && !keys.canWrite) ? undefined : found.runOn(row, item, keys)
  run?.()
  return run !== undefined
}
