/** What the keys do to a row of the list, as in a file manager. */
import type { KeyboardEvent } from 'react'
import type { CaseRow } from '../../../contract/cases/cases.ts'
import type { PlacedSuite, PositionedRow } from '../../../machines/repository-layout.ts'

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

/** Answers whether the key was for the row. */
export const runListKey = (event: KeyboardEvent, row: PositionedRow, item: CaseRow | null, keys: ListKeys): boolean => {
  const run = (event.ctrlKey || event.metaKey ? withMod : row.kind === 'suite' ? onSuite : onCase)(
    event.key,
    row,
    item,
    keys,
  )
  run?.()
  return run !== undefined
}

type Run = (() => void) | undefined

const withMod = (key: string, row: PositionedRow, item: CaseRow | null, keys: ListKeys): Run => {
  if (!keys.canWrite) return undefined
  switch (key.toLowerCase()) {
    case 'x':
      return () => keys.onTake(row, item, 'cut')
    case 'c':
      return () => keys.onTake(row, item, 'copy')
    case 'v':
      return () => keys.onPaste(row, item)
    case 'a':
      return keys.onAll
    default:
      return undefined
  }
}

const onSuite = (key: string, row: PositionedRow, _: CaseRow | null, keys: ListKeys): Run => {
  if (row.kind !== 'suite') return undefined
  const { suite, isOpen } = row
  switch (key) {
    case 'Enter':
    case ' ':
      return () => keys.onToggle(suite, !isOpen)
    case 'ArrowRight':
      return () => keys.onToggle(suite, true)
    case 'ArrowLeft': {
      const parent = suite.ancestors.at(-1)
      return () => (isOpen ? keys.onToggle(suite, false) : parent && keys.onSuite(parent))
    }
    case 'F2':
      return keys.canWrite ? () => keys.onRename('suite', suite.id) : undefined
    case 'Delete':
      return keys.canWrite ? () => keys.onDeleteSuite(suite) : undefined
    case 'Escape':
      return keys.onLeave
    default:
      return undefined
  }
}

const onCase = (key: string, row: PositionedRow, item: CaseRow | null, keys: ListKeys): Run => {
  if (key === 'ArrowLeft') return () => keys.onSuite(row.suite)
  if (key === 'Escape') return keys.onLeave
  if (item === null) return undefined
  switch (key) {
    case 'Enter':
      return () => keys.onOpen(item)
    case ' ':
      return keys.canWrite ? () => keys.onChoose(item) : undefined
    case 'F2':
      return keys.canWrite ? () => keys.onRename('case', item.id) : undefined
    case 'Delete':
      return keys.canWrite ? () => keys.onDeleteCase(item) : undefined
    default:
      return undefined
  }
}
