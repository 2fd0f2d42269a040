/** State and actions of the repository page: its machines, what they show, and event handlers. */
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { CaseRow } from '../../contract/cases/cases.ts'
import { chosenBy, countOf } from '../../machines/cases/case-selection.machine.ts'
import type { Dragged } from '../../machines/cases/drop-placement.machine.ts'
import { layoutOf, rowAt, rowOfSuite, type Structure } from '../../machines/cases/repository-layout.ts'
import { repositoryPage, type Asked } from '../../machines/cases/repository-page.machine.ts'
import { isAsking } from '../../machines/cases/test-case-repository.machine.ts'
import type { RepositoryNews } from '../../machines/cases/repository-events.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useApplication, useMay } from '../application/context.tsx'
import { focusAfterRender } from '../shared/focus-after-render.ts'
import { useLatest } from '../shared/latest.ts'
import { useShortcut } from '../ui/controls/shortcuts.ts'
import { toast } from '../ui/toasts/toasts.ts'
import { repositoryHref } from '../shared/cases/address.ts'
import { useEmitted } from '../shared/use-emitted.ts'
import { useClosedSuites, useRememberedFlag, withSuite } from './habits.ts'
import { heightsOf } from './list/list-heights.ts'
import type { ListHandle } from './list/repository-list.tsx'
import { useClientWidth } from '../shared/cases/row-window.ts'
import { useListActions } from './list/use-list-actions.ts'
import { useSuggestions } from './suggestions/use-suggestions.ts'
import { useUndo, useUndoKey } from './undo/use-undo-history.ts'
import { useOperations } from './use-operations.ts'
import { useDrop, useRepository } from './use-repository.ts'
import { titleOf } from '../shared/cases/case-titles.ts'
import { formatCount } from '../ui/text/figures.ts'

const EMPTY: Structure = { suites: [], byId: new Map(), total: 0 }

export function useRepositoryView() {
  const { send } = useApplication()
  const { own, repository, selection, snapshot, windows, preview, face, project } = useRepository()
  const page = useActorRef(repositoryPage)
  const may = useMay()
  const canWrite = may.inProject('cases:write')
  const canSuggest = canWrite && may.isOn('ai-assistant')
  const width = useClientWidth()
  const isNarrow = width < 960
  const { question, view, suiteId } = snapshot.context
  const structure = snapshot.context.structure ?? EMPTY
  const rows = useSelector(windows, (state) => state.context.rows)
  const choice = useSelector(selection, (state) => state.context.choice)
  const isSelecting = useSelector(selection, (state) => !state.matches('off'))
  const quickSuiteId = useSelector(page, (state) => state.context.quickSuiteId)
  const clipboard = useSelector(page, (state) => state.context.clipboard)
  const isTreeOver = useSelector(page, (state) => state.matches({ tree: 'over' }))
  const [closed, setClosed] = useClosedSuites(`cases.closed.${project.id}`)
  const [closedInTree, setClosedInTree] = useClosedSuites(`cases.closed-tree.${project.id}`)
  const [isTreeAside, setTreeAside] = useRememberedFlag('cases.tree', true)
  const list = useRef<ListHandle>(null)

  const changed = useCallback(
    (news: RepositoryNews) => repository.send({ type: 'repository/changed', news }),
    [repository],
  )
  const gone = useCallback(
    (ids: readonly number[]) => {
      selection.send({ type: 'cases/gone', ids })
      selection.send({ type: 'selection/cleared' })
      const { caseId: opened } = repository.getSnapshot().context
      if (opened !== null && ids.includes(opened)) repository.send({ type: 'case/closed' })
    },
    [selection, repository],
  )
  const history = useUndo()
  useUndoKey(canWrite, () => changed({ suites: true, suiteIds: null, caseIds: null }))
  const operations = useOperations({
    send,
    projectKey: project.key,
    repository,
    windows,
    own,
    onChanged: changed,
    onGone: gone,
    history,
  })
  const suggesting = useSuggestions(changed)
  const drop = useDrop(operations.perform)
  const focusList = useCallback(() => focusAfterRender(() => list.current?.focus()), [])
  useEmitted(page, {
    'focus/returned': () =>
      focusAfterRender(() => {
        // An opened menu has taken focus by now.
        const now = page.getSnapshot()
        if (!now.matches({ rename: 'writing' }) && !now.matches({ quick: 'open' })) list.current?.focus()
      }),
  })
  useEmitted(drop, {
    'suite/sprung': ({ suiteId: sprung }) => {
      setClosed((before) => withSuite(before, sprung, false))
      setClosedInTree((before) => withSuite(before, sprung, false))
    },
    'drop/done': ({ wanted }) => {
      if (wanted.mode === 'move') page.send({ type: 'clipboard/emptied' })
    },
    'drop/failed': ({ error }) => toast.error(messageOf(error)),
  })

  const isSearched = isAsking(snapshot.context.shownQuestion)
  const heights = useMemo(() => heightsOf(width), [width])
  const layout = useMemo(
    () =>
      layoutOf({
        structure,
        view,
        suiteId,
        closed,
        quick: quickSuiteId,
        suggested: suggesting.counts,
        hasActions: canWrite && !isSearched,
        heights,
      }),
    [structure, view, suiteId, closed, quickSuiteId, suggesting.counts, canWrite, isSearched, heights],
  )
  const isChosen = useMemo(() => chosenBy(choice), [choice])
  const latest = useLatest({ layout, rows, choice, isChosen, clipboard, structure, question })

  // Selecting a suite scrolls the list to it and expands its parents; other changes do not.
  const shownSuite = structure.byId.get(suiteId ?? -1)
  const isKnown = shownSuite !== undefined
  useEffect(() => {
    if (shownSuite === undefined || view !== 'tree') return
    setClosed((before) =>
      [...shownSuite.ancestors, shownSuite].reduce((sum, { id }) => withSuite(sum, id, false), before),
    )
    page.send({ type: 'row/activated', row: { kind: 'suite', suiteId: shownSuite.id } })
    requestAnimationFrame(() => {
      const row = rowOfSuite(latest().layout, shownSuite.id)
      const top = row === null ? undefined : rowAt(latest().layout, row)?.top
      const scroll = document.querySelector<HTMLElement>('[data-repository-list] > [data-scroll]')
      if (top !== undefined && scroll !== null) scroll.scrollTop = top
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs for the selected suite, once loaded
  }, [suiteId, isKnown, view])

  const hrefOf = useCallback(
    (row: CaseRow) => repositoryHref(project.key, { question, suiteId, caseId: row.id, tab: null }),
    [project.key, question, suiteId],
  )
  const actions = useListActions({
    latest,
    page,
    selection,
    repository,
    operations,
    drop,
    list,
    canWrite,
    canSuggest,
    focusList,
    setClosed,
  })
  const ask = useCallback((asked: Asked) => page.send({ type: 'dialog/asked', ask: asked }), [page])
  const showSuite = useCallback(
    (id: number) => {
      repository.send({ type: 'suite/selected', suiteId: id })
      page.send({ type: 'tree/lowered' })
    },
    [repository, page],
  )
  const switchSelection = () => {
    page.send({ type: 'selection/switched' })
    selection.send({ type: 'selection/switched' })
  }
  useShortcut({
    keys: 'Mod+Shift+S',
    label: isSelecting ? 'Disable selection' : 'Enable selection',
    group: 'This page',
    isActive: canWrite,
    run: switchSelection,
  })
  /** Description of the dragged items. */
  const textOf = (dragged: Dragged): string =>
    dragged.kind === 'suite'
      ? (structure.byId.get(dragged.id)?.title ?? '')
      : dragged.kind === 'cases' && dragged.ids.length === 1
        ? (titleOf(rows, dragged.ids[0]) ?? '1 test case')
        : formatCount(dragged.kind === 'cases' ? dragged.ids.length : dragged.count, 'test case', 'test cases')
  const showTree = (isShown: boolean) =>
    isNarrow ? page.send({ type: isShown ? 'tree/raised' : 'tree/lowered' }) : setTreeAside(isShown)
  return {
    repository,
    selection,
    windows,
    preview,
    page,
    drop,
    operations,
    suggesting,
    project,
    snapshot,
    face,
    structure,
    rows,
    chosenCount: countOf(choice, structure.total),
    isChosen,
    isSelecting,
    layout,
    latest,
    list,
    closedInTree,
    canWrite,
    canSuggest,
    width,
    isNarrow,
    actions,
    changed,
    ask,
    hrefOf,
    textOf,
    showSuite,
    switchSelection,
    focusList,
    setClosedInTree,
    showTree,
    isTreeShown: isNarrow ? isTreeOver : isTreeAside,
    isTreeOver: isNarrow && isTreeOver,
  }
}

/** Context of the page's parts. */
export type RepositoryViewState = ReturnType<typeof useRepositoryView>
