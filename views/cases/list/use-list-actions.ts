/** Actions on rows of the list and the tree: press, keys, cut and paste. Stable for the page's lifetime. */
import { useCallback, useMemo, type KeyboardEvent, type MouseEvent } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { CaseRow } from '../../../contract/cases/cases.ts'
import { countOf, type caseSelection, type Choice } from '../../../machines/cases/case-selection.machine.ts'
import type { CaseQuestion } from '../../../machines/cases/case-windows.machine.ts'
import type { Dragged, DropPlace } from '../../../machines/cases/drop-placement.machine.ts'
import {
  rowOfSuite,
  rowsBetween,
  type Layout,
  type PlacedSuite,
  type PositionedRow,
  type Structure,
} from '../../../machines/cases/repository-layout.ts'
import type { Asked, Clipboard, repositoryPage } from '../../../machines/cases/repository-page.machine.ts'
import type { testCaseRepository } from '../../../machines/cases/test-case-repository.machine.ts'
import type { CaseLineActions } from './case-line.tsx'
import type { DropRef } from '../dragging/dragging.tsx'
import { withSuite } from '../habits.ts'
import { itemAt, rowOfActive, type ListHandle } from './repository-list.tsx'
import type { SuiteActions } from './suite-line.tsx'
import { runListKey, type ListKeys } from './use-list-keys.ts'
import type { Operations } from '../use-operations.ts'
import { useEmitted } from '../../shared/use-emitted.ts'

type Rows = Parameters<typeof itemAt>[0]

export interface ListActionsGiven {
  /** Current state of the page. */
  latest: () => {
    layout: Layout
    rows: Rows
    structure: Structure
    choice: Choice
    isChosen: (id: number) => boolean
    question: CaseQuestion
    clipboard: Clipboard | null
  }
  page: ActorRefFrom<typeof repositoryPage>
  selection: ActorRefFrom<typeof caseSelection>
  repository: ActorRefFrom<typeof testCaseRepository>
  operations: Operations
  drop: DropRef
  list: { readonly current: ListHandle | null }
  canWrite: boolean
  canSuggest: boolean
  focusList: () => void
  setClosed: (next: (before: ReadonlySet<number>) => ReadonlySet<number>) => void
}

export function useListActions(given: ListActionsGiven) {
  const { latest, page, selection, repository, operations, drop, list, canWrite, canSuggest, focusList, setClosed } =
    given
  const activate = useCallback(
    ({ id, testSuiteId }: CaseRow) =>
      page.send({ type: 'row/activated', row: { kind: 'case', suiteId: testSuiteId, id, index: -1 } }),
    [page],
  )
  const ask = useCallback((asked: Asked) => page.send({ type: 'dialog/asked', ask: asked }), [page])
  const chooseRange = useCallback(
    (to: CaseRow) => {
      const { layout: now, rows: held } = latest()
      const from = selection.getSnapshot().context.anchor
      const ends = [from, to.id].map((id) => (id === null ? null : rowOfCaseId(now, held, id)))
      const [one, other] = ends
      if (from === null || one === null || other === null || one === undefined || other === undefined) {
        selection.send({ type: 'case/chosen', id: to.id, isSelected: true })
        return
      }
      const between = rowsBetween(now, Math.min(one, other), Math.max(one, other)).filter(({ kind }) => kind === 'case')
      const items = between.map((row) => itemAt(held, row))
      if (items.every((item) => item !== null))
        selection.send({ type: 'cases/added', ids: (one <= other ? items : items.reverse()).map((item) => item.id) })
      else selection.send({ type: 'range/wanted', from, to: to.id })
    },
    [latest, selection],
  )
  const open = useCallback((row: CaseRow) => repository.send({ type: 'case/opened', caseId: row.id }), [repository])
  const caseActions = useMemo(
    (): CaseLineActions => ({
      onOpen: (row: CaseRow, event: MouseEvent) => {
        event.preventDefault()
        activate(row)
        open(row)
        focusList()
      },
      onSelect: (row, isSelected, withRange) => {
        activate(row)
        if (withRange) chooseRange(row)
        else selection.send({ type: 'case/chosen', id: row.id, isSelected })
        focusList()
      },
      onRename: operations.renameCase,
      onRenamed: () => page.send({ type: 'rename/ended' }),
    }),
    [activate, open, focusList, chooseRange, selection, operations, page],
  )
  const toggle = useCallback(
    (suite: PlacedSuite, isOpen: boolean) => setClosed((before) => withSuite(before, suite.id, !isOpen)),
    [setClosed],
  )
  const suiteActions = useMemo(
    (): SuiteActions => ({
      onToggle: toggle,
      onAddCase: (suite) => {
        setClosed((before) => withSuite(before, suite.id, false))
        page.send({ type: 'quick/opened', suiteId: suite.id })
      },
      onAddSuite: (suite) => ask({ what: 'suite', suite: null, parentSuiteId: suite.id }),
      onEdit: (suite) => ask({ what: 'suite', suite, parentSuiteId: suite.parentSuiteId }),
      onDelete: (suite) => ask({ what: 'delete', suite }),
      onCopy: (suite) => void operations.copySuite(suite),
      onMove: (suite) =>
        ask({ what: 'move', dragged: { kind: 'suite', id: suite.id }, title: `Move suite ${suite.title} to…` }),
      ...(canSuggest
        ? {
            onSuggest: (suite: PlacedSuite) => {
              setClosed((before) => withSuite(before, suite.id, false))
              ask({ what: 'suggest', suite })
            },
          }
        : {}),
      onRename: (suite, title, expected) => operations.renameSuite(suite.id, title, expected),
      onRenamed: () => page.send({ type: 'rename/ended' }),
    }),
    [toggle, setClosed, operations, page, ask, canSuggest],
  )
  const draggedChoice = useCallback((): Dragged => {
    const { choice, question, structure } = latest()
    return choice.of === 'these'
      ? { kind: 'cases', ids: inOrder(latest(), choice.ids) }
      : { kind: 'found', question, except: choice.ids, count: countOf(choice, structure.total) }
  }, [latest])
  /** The selection, if it includes the case; otherwise the case alone. */
  const draggedCases = useCallback(
    (row: CaseRow): Dragged => (latest().isChosen(row.id) ? draggedChoice() : { kind: 'cases', ids: [row.id] }),
    [latest, draggedChoice],
  )
  const perform = useCallback(
    (dragged: Dragged, place: DropPlace, mode: 'move' | 'clone') =>
      drop.send({ type: 'drop/wanted', wanted: { dragged, place, mode } }),
    [drop],
  )
  const paste = useCallback(
    (place: (dragged: Dragged) => DropPlace | null) => {
      const held = latest().clipboard
      const to = held && place(held.dragged)
      if (held !== null && to !== null) perform(held.dragged, to, held.mode === 'cut' ? 'move' : 'clone')
    },
    [latest, perform],
  )
  const take = useCallback(
    (dragged: Dragged, mode: 'cut' | 'copy') => page.send({ type: 'clipboard/filled', clipboard: { dragged, mode } }),
    [page],
  )
  const pasteInto = useCallback(
    (suite: PlacedSuite) =>
      paste((dragged) => {
        if (dragged.kind !== 'suite')
          return { kind: 'cases', suiteId: suite.id, at: { placementMode: 'AT_TEST_SUITE_END' } }
        if (dragged.id === suite.id || suite.ancestors.some(({ id }) => id === dragged.id)) return null
        return { kind: 'suite', at: { newParentTestSuiteId: suite.id }, onto: suite.id, where: 'inside' }
      }),
    [paste],
  )
  const keys = useMemo(
    (): ListKeys => ({
      canWrite,
      onOpen: open,
      onToggle: toggle,
      onSuite: (suite) => {
        page.send({ type: 'row/activated', row: { kind: 'suite', suiteId: suite.id } })
        list.current?.reveal(rowOfSuite(latest().layout, suite.id))
      },
      onChoose: (row) => selection.send({ type: 'case/chosen', id: row.id, isSelected: !latest().isChosen(row.id) }),
      onRename: (kind, id) => page.send({ type: 'rename/started', renaming: { pane: 'list', kind, id } }),
      onDeleteCase: (row) => {
        if (latest().isChosen(row.id)) selection.send({ type: 'ids/wanted', purpose: 'delete' })
        else void operations.deleteCases([row.id])
      },
      onDeleteSuite: (suite) => ask({ what: 'delete', suite }),
      onTake: (row, item, mode) => {
        if (item === null) take({ kind: 'suite', id: row.suite.id }, mode)
        else if (latest().isChosen(item.id)) {
          // Clears the clipboard: its content must not be pasted instead while ids are being loaded.
          page.send({ type: 'clipboard/emptied' })
          selection.send({ type: 'ids/wanted', purpose: mode })
        } else take({ kind: 'cases', ids: [item.id] }, mode)
      },
      onPaste: (row, item) =>
        item === null
          ? pasteInto(row.suite)
          : paste((dragged) =>
              dragged.kind !== 'suite'
                ? {
                    kind: 'cases',
                    suiteId: item.testSuiteId,
                    at: { placementMode: 'AFTER_TEST_CASE', testCaseIdToPlaceAfter: item.id },
                  }
                : null,
            ),
      onAll: () => selection.send({ type: 'all/wanted' }),
      onLeave: () => {
        page.send({ type: 'clipboard/emptied' })
        selection.send({ type: 'selection/cleared' })
      },
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a ref is read when a key is pressed
    [canWrite, open, toggle, latest, selection, operations, take, pasteInto, paste, list, page, ask],
  )
  const onKey = useCallback(
    (event: KeyboardEvent, row: PositionedRow, item: CaseRow | null) => runListKey(event, row, item, keys),
    [keys],
  )
  const extend = useCallback(
    (from: PositionedRow, to: PositionedRow) => {
      if (!canWrite) return
      const [start, end] = [itemAt(latest().rows, from), itemAt(latest().rows, to)]
      if (start !== null && selection.getSnapshot().context.anchor === null)
        selection.send({ type: 'case/chosen', id: start.id, isSelected: true })
      if (end !== null) chooseRange(end)
    },
    [canWrite, latest, selection, chooseRange],
  )
  useEmitted(selection, {
    'ids/gathered': ({ ids, purpose, isOrdered }) => {
      if (purpose === 'delete') void operations.deleteCases(ids)
      if (purpose === 'cut' || purpose === 'copy')
        take({ kind: 'cases', ids: isOrdered ? ids : inOrder(latest(), ids) }, purpose)
    },
  })
  return { caseActions, suiteActions, draggedCases, draggedChoice, perform, take, pasteInto, onKey, extend }
}

const rowOfCaseId = (layout: Parameters<typeof rowOfActive>[0], rows: Rows, id: number): number | null => {
  for (const [suiteId, held] of Object.entries(rows))
    if (held.some((row) => row?.id === id))
      return rowOfActive(layout, rows, { kind: 'case', suiteId: Number(suiteId), id, index: -1 })
  return null
}

/** Cases in display order; those that are not loaded come last, in order of selection. */
const inOrder = ({ rows, structure }: { rows: Rows; structure: Structure }, ids: readonly number[]) => {
  const wanted = new Set(ids)
  const known = structure.suites.flatMap(({ id }) =>
    (rows[id] ?? []).flatMap((row) => (row && wanted.delete(row.id) ? [row.id] : [])),
  )
  return [...known, ...wanted]
}
