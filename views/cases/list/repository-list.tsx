/** Virtual list of suites and their cases, with keyboard navigation. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element cannot hold virtual rows */
import {
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import type { CaseRow } from '../../../contract/cases/cases.ts'
import type { CaseRows } from '../../../machines/cases/placed-case.ts'
import type { Dragged } from '../../../machines/cases/drop-placement.machine.ts'
import {
  casesBetween,
  rowAt,
  rowAtHeight,
  rowOfCase,
  rowOfSuite,
  rowsBetween,
  type CaseRange,
  type Layout,
  type PositionedRow,
} from '../../../machines/cases/repository-layout.ts'
import type { ActiveRow } from '../../../machines/cases/repository-page.machine.ts'
import type { SuiteSuggestions } from '../../../machines/cases/case-suggestions.machine.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { CaseLine, type CaseLineActions } from './case-line.tsx'
import { PaneSurface, useDropMark, type PaneGeometry } from '../dragging/dragging.tsx'
import { SuggestionLine, SuggestionsLine, type SuggestionActions } from '../suggestions/suggestion-lines.tsx'
import { bringIntoSight, useRowWindow } from '../../shared/cases/row-window.ts'
import { levelled } from './list-heights.ts'
import { StickyHead } from './sticky-head.tsx'
import { SuiteActionsLine, SuiteLine, type SuiteActions } from './suite-line.tsx'
import styles from './repository-list.module.css'

export interface ListHandle {
  focus: () => void
  reveal: (row: number | null) => void
}

export interface RepositoryListProps {
  layout: Layout
  rows: CaseRows
  active: ActiveRow | null
  openedId: number | null
  /** Stable while the selection is unchanged. */
  isChosen: (id: number) => boolean
  isSelecting: boolean
  cut: ReadonlySet<number>
  cutSuite: number | null
  renaming: { kind: 'case' | 'suite'; id: number } | null
  canWrite: boolean
  isBusy: boolean
  hrefOf: (row: CaseRow) => string
  caseActions: CaseLineActions
  suiteActions: SuiteActions
  suggested?: { of: Readonly<Record<number, SuiteSuggestions>>; actions: SuggestionActions }
  quick: ReactNode
  ref?: Ref<ListHandle>
  onActive: (active: ActiveRow) => void
  onRange: (ranges: readonly CaseRange[]) => void
  onKey: (event: KeyboardEvent, row: PositionedRow, item: CaseRow | null) => boolean
  /** Shift+arrow selects from the previous row to the next. */
  onExtend: (from: PositionedRow, to: PositionedRow) => void
  draggedCases: (row: CaseRow) => Dragged
}

/** Current position of a row by id. */
export const rowOfActive = (layout: Layout, rows: CaseRows, active: ActiveRow | null): number | null => {
  if (active === null) return null
  if (active.kind === 'suite') return rowOfSuite(layout, active.suiteId)
  const held = rows[active.suiteId]
  const found = active.id === null ? -1 : (held?.findIndex((row) => row?.id === active.id) ?? -1)
  return rowOfCase(layout, active.suiteId, found < 0 ? active.index : found) ?? rowOfSuite(layout, active.suiteId)
}

export const itemAt = (rows: CaseRows, row: PositionedRow | undefined): CaseRow | null =>
  row?.kind === 'case' ? (rows[row.suite.id]?.[row.index] ?? null) : null

const isStop = (row: PositionedRow | undefined): row is PositionedRow => row?.kind === 'suite' || row?.kind === 'case'

export function RepositoryList(props: RepositoryListProps) {
  const { layout, rows, active, canWrite, isBusy, ref, onActive, onRange, onKey, onExtend, draggedCases } = props
  const { ref: setScroll, element, sight, isFlying, from, to, drawn } = useRowWindow()
  const surface = useRef<HTMLDivElement>(null)
  const firstRow = rowAtHeight(layout, from)
  const lastRow = rowAtHeight(layout, to)
  const shown = useMemo(() => rowsBetween(layout, firstRow, lastRow), [layout, firstRow, lastRow])
  const activeRow = rowOfActive(layout, rows, active)

  // Visible rows, and rows around them. None during fast scrolling: an answer would delay frames.
  useEffect(() => {
    onRange(isFlying ? [] : casesBetween(layout, firstRow - 20, lastRow + 40))
  }, [layout, firstRow, lastRow, isFlying, onRange])

  const reveal = useCallback(
    (at: number | null) => {
      const row = at === null ? undefined : rowAt(layout, at)
      if (row !== undefined) bringIntoSight(element, row, row.kind === 'suite' ? 0 : layout.heights.suite)
    },
    [layout, element],
  )
  useImperativeHandle(ref, () => ({ focus: () => surface.current?.focus({ preventScroll: true }), reveal }))

  const goTo = (row: PositionedRow | undefined) => {
    if (!isStop(row)) return
    const item = itemAt(rows, row)
    onActive(
      row.kind === 'case'
        ? { kind: 'case', suiteId: row.suite.id, id: item?.id ?? null, index: row.index }
        : { kind: 'suite', suiteId: row.suite.id },
    )
    reveal(row.row)
  }
  const next = (from: number, by: 1 | -1, steps = 1): PositionedRow | undefined => {
    let last: PositionedRow | undefined
    let left = steps
    for (let at = from + by; at >= 0 && at < layout.rows && left > 0; at += by) {
      const row = rowAt(layout, at)
      if (!isStop(row)) continue
      last = row
      left -= 1
    }
    return last
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return
    const at = activeRow ?? -1
    const row = rowAt(layout, Math.max(0, at))
    if (row === undefined) return
    const page = Math.max(1, Math.floor((element?.clientHeight ?? 400) / layout.heights.case) - 2)
    const moves: Record<string, () => PositionedRow | undefined> = {
      j: () => next(at, 1),
      k: () => next(at < 0 ? 0 : at, -1),
      ArrowDown: () => next(at, 1),
      ArrowUp: () => next(at < 0 ? 0 : at, -1),
      PageDown: () => next(at, 1, page),
      PageUp: () => next(at, -1, page),
      Home: () => rowAt(layout, 0),
      End: () => next(layout.rows, -1),
    }
    const move = event.ctrlKey || event.metaKey ? undefined : moves[event.key]
    if (move !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      const to = move()
      if (to !== undefined && event.shiftKey && at >= 0) onExtend(row, to)
      goTo(to)
      return
    }
    if (!onKey(event, row, itemAt(rows, row))) return
    event.preventDefault()
    event.stopPropagation()
  }

  const geometry = useMemo(
    (): PaneGeometry => ({
      pane: 'list',
      targetAt: (y) => {
        const row = rowAt(layout, rowAtHeight(layout, y))
        if (row === undefined) return null
        const part = Math.min(1, Math.max(0, (y - row.top) / row.height))
        const item = itemAt(rows, row)
        if (item !== null)
          return { target: { kind: 'case', id: item.id, suiteId: item.testSuiteId, part }, closedSuite: null }
        const isHead = row.kind === 'suite'
        const isClosed = isHead && !row.isOpen
        return {
          target: { kind: 'suite', id: row.suite.id, part: isHead ? part : 0.5 },
          closedSuite: isClosed ? row.suite.id : null,
        }
      },
      draggedAt: (y) => {
        const row = rowAt(layout, rowAtHeight(layout, y))
        const item = itemAt(rows, row)
        if (item !== null) return draggedCases(item)
        return row?.kind === 'suite' ? { kind: 'suite', id: row.suite.id } : null
      },
    }),
    [layout, rows, draggedCases],
  )
  return (
    <div className={styles.scroll} ref={setScroll} data-scroll>
      <StickyHead layout={layout} sight={sight} canWrite={canWrite} suiteActions={props.suiteActions} />
      <PaneSurface
        geometry={geometry}
        isEnabled={canWrite}
        ref={surface}
        role="treegrid"
        aria-label="Test cases"
        aria-rowcount={layout.rows}
        aria-multiselectable={props.isSelecting || undefined}
        aria-busy={isBusy || undefined}
        tabIndex={0}
        aria-activedescendant={activeRow === null ? undefined : idOf(rowAt(layout, activeRow), rows)}
        className={styles.rows}
        data-flying={isFlying || undefined}
        style={rowsStyle(layout)}
        onKeyDown={onKeyDown}
      >
        <Rows {...props} {...{ shown, activeRow, isFlying }} slots={Math.ceil(drawn / layout.heights.actions) + 2} />
        <DropMark layout={layout} rows={rows} />
      </PaneSurface>
    </div>
  )
}

/** A style sheet draws the pattern during fast scrolling. */
const rowsStyle = ({ height, heights }: Layout): CSSProperties =>
  Object.assign({ height }, { '--row': `${heights.case}px` })

const idOf = (row: PositionedRow | undefined, rows: CaseRows): string | undefined => {
  if (row?.kind === 'suite') return `suite-${row.suite.id}`
  const item = itemAt(rows, row)
  return item === null ? undefined : `case-${item.id}`
}

type RowsProps = RepositoryListProps & {
  shown: readonly PositionedRow[]
  /** At least the maximum number of rows rendered at a time. */
  slots: number
  activeRow: number | null
  isFlying: boolean
}

const Rows = memo(function Rows(props: RowsProps) {
  const { layout, rows, shown, slots, activeRow, openedId, isChosen, isSelecting, cut, cutSuite, renaming, canWrite } =
    props
  const draw = (row: PositionedRow): ReactNode => {
    const { suite, level, top, height } = row
    switch (row.kind) {
      case 'suite':
        return (
          <SuiteLine
            key={`suite ${suite.id}`}
            {...{ suite, level, top, height, canWrite }}
            isOpen={row.isOpen}
            place={row.row + 1}
            isActive={row.row === activeRow}
            isCut={cutSuite === suite.id}
            isRenaming={renaming?.kind === 'suite' && renaming.id === suite.id}
            actions={props.suiteActions}
          />
        )
      case 'description':
        return (
          <div
            key={`description ${suite.id}`}
            role="row"
            className={styles.description}
            style={levelled({ top, height }, level)}
          >
            <div role="gridcell">
              <Markdown>{suite.description}</Markdown>
            </div>
          </div>
        )
      case 'quick':
        return (
          <div key="quick" role="row" className={styles.quickRow} style={{ top, height }}>
            <div role="gridcell">{props.quick}</div>
          </div>
        )
      case 'suggestions': {
        const of = props.suggested?.of[suite.id]
        const actions = props.suggested?.actions
        if (of === undefined || actions === undefined) return null
        return <SuggestionsLine key={`suggestions ${suite.id}`} {...{ suite, level, top, height, actions, of }} />
      }
      case 'suggestion': {
        const of = props.suggested?.of[suite.id]
        const actions = props.suggested?.actions
        const suggestion = of?.suggestions[row.index]
        if (of === undefined || actions === undefined || suggestion === undefined) return null
        return (
          <SuggestionLine
            key={`suggestion ${suggestion.key}`}
            {...{ suite, level, top, height, actions, suggestion }}
            isAccepting={of.accepting.includes(suggestion.key)}
          />
        )
      }
      case 'actions':
        return (
          <SuiteActionsLine
            key={`actions ${suite.id}`}
            {...{ suite, level, top, height }}
            actions={props.suiteActions}
          />
        )
      case 'case': {
        const item = rows[suite.id]?.[row.index]
        const isRenaming = item ? renaming?.kind === 'case' && renaming.id === item.id : false
        return (
          <CaseLine
            // Rows that leave at one end are reused at the other, which is cheaper than mounting. Rows being edited stay.
            key={isRenaming ? `renamed ${item?.id}` : `slot ${row.row % slots}`}
            {...{ top, height, level, canWrite, isSelecting }}
            row={item}
            href={item ? props.hrefOf(item) : ''}
            place={row.row + 1}
            isActive={row.row === activeRow}
            isCurrent={item?.id === openedId && openedId !== null}
            isSelected={item ? isChosen(item.id) : false}
            isCut={item ? cut.has(item.id) : false}
            isRenaming={isRenaming}
            actions={props.caseActions}
          />
        )
      }
    }
  }
  // Edited text must not unmount when its row scrolls out of view.
  const quick = layout.segments.find((segment) => segment.quick > 0)
  const isQuickShown = quick === undefined || shown.some(({ kind }) => kind === 'quick')
  const hidden = isQuickShown
    ? undefined
    : rowAt(layout, quick.row + 1 + (quick.description > 0 ? 1 : 0) + quick.cases + quick.suggested)
  return (
    <>
      {shown.map(draw)}
      {hidden !== undefined && draw(hidden)}
    </>
  )
}, isSameToSee)

/** During fast scrolling rows are hidden: updates render afterwards. */
function isSameToSee(before: RowsProps, after: RowsProps): boolean {
  if (after.isFlying) return true
  const keys = Object.keys(after) as (keyof RowsProps)[]
  return keys.every((key) => Object.is(before[key], after[key]))
}

/** Drop indicator: a line between cases, a frame around a suite. */
function DropMark({ layout, rows }: Pick<RepositoryListProps, 'layout' | 'rows'>) {
  const mark = useDropMark()
  const line = useRef<HTMLDivElement>(null)
  const target = mark?.target
  const row =
    target === undefined
      ? null
      : target.kind === 'suite'
        ? rowOfSuite(layout, target.id)
        : rowOfActive(layout, rows, { kind: 'case', suiteId: target.suiteId, id: target.id, index: -1 })
  const at = row === null ? undefined : rowAt(layout, row)
  useLayoutEffect(() => {
    if (line.current !== null && at !== undefined) line.current.style.top = `${at.top}px`
  })
  if (mark === null || at === undefined || target === undefined) return null
  const where =
    mark.place === null
      ? 'refused'
      : mark.place.kind === 'suite'
        ? mark.place.where
        : mark.place.at.placementMode === 'AT_TEST_SUITE_END'
          ? 'inside'
          : mark.place.at.placementMode === 'BEFORE_TEST_CASE'
            ? 'before'
            : 'after'
  return <div ref={line} aria-hidden className={styles.mark} data-where={where} style={{ height: at.height }} />
}

/** Skeleton rows. */
export function ListSkeleton() {
  return (
    <div className={styles.scroll} role="treegrid" aria-label="Test cases" aria-busy>
      <div className={styles.skeleton}>
        {[0, 1].flatMap((part) => [
          <span key={`head ${part}`} data-head>
            <Skeleton width={160} />
          </span>,
          ...[260, 210, 300, 180, 240, 280].map((width) => (
            <span key={`${part} ${width}`}>
              <Skeleton width={52} />
              <Skeleton width={width} />
            </span>
          )),
        ])}
      </div>
    </div>
  )
}
