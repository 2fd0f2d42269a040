/** Virtual rows of suites and cases with checkboxes and keyboard navigation. */
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, type KeyboardEvent } from 'react'
import type { ProjectUser } from '../../../../contract/projects/people.ts'
import {
  casesBetween,
  layoutOf,
  rowAt,
  rowAtHeight,
  rowOfCase,
  rowOfSuite,
  rowsBetween,
  type PlacedSuite,
  type PositionedRow,
  type RowHeights,
  type Structure,
} from '../../../../machines/cases/repository-layout.ts'
import { rangeOf, type PickedCases, type SuiteCount } from '../../../../machines/runs/picked-cases.ts'
import { bringIntoSight, useRowWindow } from '../row-window.ts'
import { CasePickLine, SuitePickLine } from './picker-lines.tsx'
import type { CasePickerState } from './use-case-picker.ts'
import styles from './case-picker.module.css'

const HEIGHTS: RowHeights = {
  suite: 38,
  case: 36,
  quick: 0,
  actions: 0,
  suggestions: 0,
  suggestion: 0,
  description: () => 0,
}
const NONE_SUGGESTED: ReadonlyMap<number, number> = new Map()
const EMPTY: Structure = { suites: [], byId: new Map(), total: 0 }

interface PickerRowsProps {
  state: CasePickerState
  counts: ReadonlyMap<number, SuiteCount>
  picked: PickedCases
  people: readonly ProjectUser[] | null | undefined
  onPick: (ids: readonly number[], isPicked: boolean) => void
}

export function PickerRows({ state, counts, picked, people, onPick }: PickerRowsProps) {
  const { picker, windows, bySuite, isBusy, picking } = state
  const { closed, row: active, matching } = picking
  const structure = state.structure ?? EMPTY
  const rows = useSelector(windows, (now) => now.context.rows)
  const { ref, element, isFlying, from, to } = useRowWindow()
  const named = useMemo(() => new Map(people?.map((user) => [user.id, user])), [people])
  const layout = useMemo(
    () =>
      layoutOf({
        structure,
        view: 'tree',
        suiteId: null,
        closed,
        quick: null,
        suggested: NONE_SUGGESTED,
        hasActions: false,
        heights: HEIGHTS,
      }),
    [structure, closed],
  )
  const first = rowAtHeight(layout, from)
  const last = rowAtHeight(layout, to)
  useEffect(() => {
    windows.send({ type: 'range/shown', ranges: isFlying ? [] : casesBetween(layout, first - 20, last + 40) })
  }, [windows, layout, first, last, isFlying])

  const itemOf = (row: PositionedRow) => (row.kind === 'case' ? rows[row.suite.id]?.[row.index] : undefined)
  /** Known before the row has loaded. */
  const idOf = (row: PositionedRow): number | undefined =>
    row.kind === 'case' ? (itemOf(row)?.id ?? bySuite.get(row.suite.id)?.[row.index]) : undefined
  const ofSuite = useCallback(
    ({ at, end }: PlacedSuite) => structure.suites.slice(at, end).flatMap(({ id }) => bySuite.get(id) ?? []),
    [structure, bySuite],
  )
  const pickCase = useCallback(
    (id: number, isPicked: boolean, withRange: boolean) => {
      const { anchor } = picker.getSnapshot().context
      onPick(withRange && anchor !== null ? rangeOf(matching, anchor, id) : [id], isPicked)
      picker.send({ type: 'anchor/set', caseId: id })
    },
    [picker, matching, onPick],
  )
  const pickSuite = useCallback(
    (suite: PlacedSuite, isPicked: boolean) => onPick(ofSuite(suite), isPicked),
    [onPick, ofSuite],
  )
  const toggle = useCallback((suiteId: number) => picker.send({ type: 'suite/toggled', suiteId }), [picker])
  const assignCase = useCallback(
    (id: number, name: string) => picker.send({ type: 'assign/asked', target: { of: 'case', id, name } }),
    [picker],
  )
  const assignSuite = useCallback(
    ({ id, title }: PlacedSuite) => picker.send({ type: 'assign/asked', target: { of: 'suite', id, name: title } }),
    [picker],
  )

  const activeRow =
    active === null
      ? null
      : active.kind === 'case'
        ? (rowOfCase(layout, active.suiteId, active.index) ?? rowOfSuite(layout, active.suiteId))
        : rowOfSuite(layout, active.suiteId)
  const activate = useCallback(
    (row: PositionedRow) =>
      picker.send({
        type: 'row/activated',
        row:
          row.kind === 'case'
            ? { kind: 'case', suiteId: row.suite.id, index: row.index }
            : { kind: 'suite', suiteId: row.suite.id },
      }),
    [picker],
  )
  const isSuitePicked = (suite: PlacedSuite) => {
    const count = counts.get(suite.id)
    return count !== undefined && count.of > 0 && count.picked === count.of
  }
  const pickRow = (row: PositionedRow, withRange: boolean) => {
    const id = idOf(row)
    if (id !== undefined) pickCase(id, withRange || !picked.has(id), withRange)
    else if (row.kind === 'suite') pickSuite(row.suite, !isSuitePicked(row.suite))
  }
  const assignRow = (row: PositionedRow) => {
    const id = idOf(row)
    if (row.kind === 'suite') assignSuite(row.suite)
    else if (id !== undefined && picked.has(id)) assignCase(id, itemOf(row)?.key ?? 'the test case')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return
    const at = activeRow ?? 0
    const row = rowAt(layout, at)
    if (row === undefined) return
    const isCommand = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((element?.clientHeight ?? 400) / HEIGHTS.case) - 2)
    const moves: Record<string, number> = {
      ArrowDown: activeRow === null ? 0 : at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: layout.rows - 1,
    }
    const move = isCommand ? undefined : moves[event.key]
    if (move !== undefined) {
      const next = rowAt(layout, Math.min(layout.rows - 1, Math.max(0, move)))
      if (next === undefined) return
      const [here, there] = [idOf(row), idOf(next)]
      if (event.shiftKey && there !== undefined) {
        if (here !== undefined && picker.getSnapshot().context.anchor === null)
          picker.send({ type: 'anchor/set', caseId: here })
        pickCase(there, true, true)
      }
      activate(next)
      bringIntoSight(element, next)
    } else if (isCommand && event.key === 'a') onPick(matching, true)
    else if (isCommand) return
    else if (event.key === ' ' || event.key === 'Enter') {
      activate(row)
      pickRow(row, event.shiftKey)
    } else if (event.key === 'ArrowRight' && row.kind === 'suite' && !row.isOpen) toggle(row.suite.id)
    else if (event.key === 'ArrowLeft' && row.kind === 'suite' && row.isOpen) toggle(row.suite.id)
    else if (event.key === 'ArrowLeft') activate({ ...row, kind: 'suite', isOpen: true })
    else if (event.key === 'a' && people !== undefined) assignRow(row)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.scroll} ref={ref} data-scroll>
      <div
        role="treegrid"
        aria-label="Suites and test cases"
        aria-rowcount={layout.rows}
        aria-multiselectable
        aria-busy={isBusy || undefined}
        tabIndex={0}
        aria-activedescendant={activeRow === null ? undefined : `pick-${activeRow}`}
        className={styles.rows}
        style={{ height: layout.height }}
        onKeyDown={onKeyDown}
      >
        {rowsBetween(layout, first, last).map((row) => {
          const place = { row: row.row, top: row.top, height: row.height, level: row.level }
          if (row.kind === 'suite')
            return (
              <SuitePickLine
                key={`suite ${row.suite.id}`}
                {...place}
                suite={row.suite}
                isOpen={row.isOpen}
                isActive={row.row === activeRow}
                picked={counts.get(row.suite.id)?.picked ?? 0}
                of={counts.get(row.suite.id)?.of ?? 0}
                onToggle={toggle}
                onPick={pickSuite}
                onAssign={people === undefined ? undefined : assignSuite}
              />
            )
          const id = idOf(row)
          const assigneeId = id === undefined ? undefined : picked.get(id)
          return (
            <CasePickLine
              key={`case ${row.suite.id} ${row.kind === 'case' ? row.index : row.kind}`}
              {...place}
              id={id}
              item={itemOf(row)}
              isActive={row.row === activeRow}
              isPicked={assigneeId !== undefined}
              assignee={assigneeId == null ? null : named.get(assigneeId)}
              onPick={pickCase}
              onAssign={people === undefined ? undefined : assignCase}
            />
          )
        })}
      </div>
    </div>
  )
}
