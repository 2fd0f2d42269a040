import { useSelector } from '@xstate/react'
import { ListChecks, Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { CaseRow } from '../../contract/cases/cases.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { Dragged, DropPlace } from '../../machines/drop-placement.ts'
import {
  layoutOf,
  rowAt,
  rowOfSuite,
  rowsBetween,
  type CaseRange,
  type PlacedSuite,
  type PositionedRow,
  type RowHeights,
  type Structure,
} from '../../machines/repository-layout.ts'
import { isAsking, type RepositoryNews } from '../../machines/test-case-repository.ts'
import { messageOf } from '../../services/api-error.ts'
import { useMay, useSession } from '../app/context.tsx'
import { useLatest } from '../app/latest.ts'
import { Page } from '../app/page.tsx'
import { launchesHref, paths } from '../app/routes.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState, ProblemState } from '../ui/empty-state.tsx'
import { MenuItem } from '../ui/menu.tsx'
import { PointMenu } from '../ui/point-menu.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { toast } from '../ui/toasts.ts'
import { repositoryHref } from './address.ts'
import { CaseDialog } from './case-dialog.tsx'
import type { CaseLineActions } from './case-line.tsx'
import { DeleteSuite } from './delete-suite.tsx'
import { Dragging } from './dragging.tsx'
import { useClosedSuites, useRememberedFlag, withSuite } from './habits.ts'
import { MoveDialog } from './move-dialog.tsx'
import { OpenedCase } from './opened-case.tsx'
import { QuickInput } from './quick-input.tsx'
import { itemAt, ListSkeleton, RepositoryList, rowOfActive, type Active, type ListHandle } from './repository-list.tsx'
import { RepositoryMenu } from './repository-menu.tsx'
import { RepositoryToolbar } from './repository-toolbar.tsx'
import { useClientWidth } from './row-window.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SuiteDialog } from './suite-dialog.tsx'
import type { SuiteActions } from './suite-line.tsx'
import { TreePane } from './tree-pane.tsx'
import { runListKey, type ListKeys } from './use-list-keys.ts'
import { useOperations } from './use-operations.ts'
import { useDrop, useRepository } from './use-repository.ts'
import { countWords } from './words.ts'
import styles from './repository.module.css'

type Asked =
  | { what: 'suite'; suite: PlacedSuite | null; parentSuiteId: number | null }
  | { what: 'case'; suiteId: number | null }
  | { what: 'delete'; suite: PlacedSuite }
  | { what: 'move'; dragged: Dragged; title: string }

type Clipboard = { dragged: Dragged; mode: 'cut' | 'copy' } | null

const NO_IDS: ReadonlySet<number> = new Set()
const EMPTY: Structure = { suites: [], byId: new Map(), total: 0 }

const heightsOf = (width: number): RowHeights => {
  const isNarrow = width < 960
  const room = isNarrow ? width - 32 : Math.max(320, width * 0.45)
  const lines = (text: string) =>
    text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * 6.4) / room)), 0)
  return {
    suite: 38,
    case: isNarrow ? 52 : 36,
    quick: 40,
    actions: 36,
    description: (text) => 19 + 20 * Math.min(6, lines(text)),
  }
}

export function Repository() {
  const { repository, selection, snapshot, windows, preview, face, cases, project } = useRepository()
  const { workspace } = useSession()
  const canWrite = useMay().inProject('cases:write')
  const width = useClientWidth()
  const isNarrow = width < 960
  const { question, typed, view, suiteId, caseId, tab } = snapshot.context
  const structure = snapshot.context.structure ?? EMPTY
  const rows = useSelector(windows, (state) => state.context.rows)
  const isWindowFailed = useSelector(windows, (state) => state.matches('failed'))
  const chosen = useSelector(selection, (state) => state.context.ids)
  const isSelecting = useSelector(selection, (state) => !state.matches('off'))
  const [closed, setClosed] = useClosedSuites(`cases.closed.${project.id}`)
  const [closedInTree, setClosedInTree] = useClosedSuites(`cases.closed-tree.${project.id}`)
  const [isTreeShown, setTreeShown] = useRememberedFlag('cases.tree', true)
  const [isTreeOver, setTreeOver] = useState(false)
  const [isBeside, setBeside] = useRememberedFlag('cases.preview-beside', true)
  const [quick, setQuick] = useState<number | null>(null)
  const [active, setActive] = useState<Active | null>(null)
  const [renaming, setRenaming] = useState<{ pane: 'tree' | 'list'; kind: 'case' | 'suite'; id: number } | null>(null)
  const [clipboard, setClipboard] = useState<Clipboard>(null)
  const [ask, setAsk] = useState<Asked | null>(null)
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
  const operations = useOperations({ cases, projectKey: project.key, onChanged: changed, onGone: gone })
  const drop = useDrop(operations.perform)
  const asking = useSelector(drop, (state) => (state.matches('asking') ? state.context.at : null))
  useEffect(() => {
    const subscriptions = [
      drop.on('suite/sprung', ({ suiteId: sprung }) => {
        setClosed((before) => withSuite(before, sprung, false))
        setClosedInTree((before) => withSuite(before, sprung, false))
      }),
      drop.on('drop/done', ({ wanted }) => {
        if (wanted.mode === 'move') setClipboard(null)
      }),
      drop.on('drop/failed', ({ error }) => toast.error(messageOf(error))),
    ]
    return () => subscriptions.forEach((one) => one.unsubscribe())
  }, [drop, setClosed, setClosedInTree])

  const isSearched = isAsking(snapshot.context.shownQuestion)
  const heights = useMemo(() => heightsOf(width), [width])
  const layout = useMemo(
    () => layoutOf({ structure, view, suiteId, closed, quick, hasActions: canWrite && !isSearched, heights }),
    [structure, view, suiteId, closed, quick, canWrite, isSearched, heights],
  )
  const selected = useMemo(() => (chosen.length === 0 ? NO_IDS : new Set(chosen)), [chosen])
  const latest = useLatest({ layout, rows, chosen, selected, isSelecting, clipboard, structure, active })

  // The list goes to a suite when it is chosen, and opens what it lies in; not when something else moves it.
  const shownSuite = structure.byId.get(suiteId ?? -1)
  const isKnown = shownSuite !== undefined
  useEffect(() => {
    if (shownSuite === undefined || view !== 'tree') return
    setClosed((before) =>
      [...shownSuite.ancestors, shownSuite].reduce((sum, { id }) => withSuite(sum, id, false), before),
    )
    setActive({ kind: 'suite', suiteId: shownSuite.id })
    requestAnimationFrame(() => {
      const row = rowOfSuite(latest().layout, shownSuite.id)
      const top = row === null ? undefined : rowAt(latest().layout, row)?.top
      const scroll = document.querySelector<HTMLElement>('[data-repository-list] > [data-scroll]')
      if (top !== undefined && scroll !== null) scroll.scrollTop = top
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the suite that is chosen, once it is known
  }, [suiteId, isKnown, view])

  const focusList = useCallback(() => requestAnimationFrame(() => list.current?.focus()), [])
  const onRange = useCallback(
    (ranges: readonly CaseRange[]) => windows.send({ type: 'range/shown', ranges }),
    [windows],
  )
  const hrefOf = useCallback(
    (row: CaseRow) => repositoryHref(project.key, { question, suiteId, caseId: row.id, tab: null }),
    [project.key, question, suiteId],
  )
  const activate = useCallback(
    (row: CaseRow) => setActive({ kind: 'case', suiteId: row.testSuiteId, id: row.id, index: -1 }),
    [],
  )
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
      onRename: async (row, title) => {
        const saved = await operations.renameCase(row, title)
        windows.send({ type: 'case/changed', row: { ...row, title: saved.title, version: saved.version } })
      },
      onRenamed: () => {
        setRenaming(null)
        focusList()
      },
    }),
    [activate, open, focusList, chooseRange, selection, operations, windows],
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
        setQuick(suite.id)
      },
      onAddSuite: (suite) => setAsk({ what: 'suite', suite: null, parentSuiteId: suite.id }),
      onEdit: (suite) => setAsk({ what: 'suite', suite, parentSuiteId: suite.parentSuiteId }),
      onDelete: (suite) => setAsk({ what: 'delete', suite }),
      onCopy: (suite) => void operations.copySuite(suite),
      onMove: (suite) =>
        setAsk({ what: 'move', dragged: { kind: 'suite', id: suite.id }, title: `Move suite ${suite.title} to…` }),
      onRename: (suite, title) => operations.renameSuite(suite.id, title),
      onRenamed: () => {
        setRenaming(null)
        focusList()
      },
    }),
    [toggle, setClosed, operations, focusList],
  )
  /** The selection, if the case is in it; else the case alone. */
  const draggedCases = useCallback(
    (row: CaseRow): readonly number[] => (latest().selected.has(row.id) ? inOrder(latest()) : [row.id]),
    [latest],
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
  const take = useCallback((dragged: Dragged, mode: 'cut' | 'copy') => setClipboard({ dragged, mode }), [])
  const pasteInto = useCallback(
    (suite: PlacedSuite) =>
      paste((dragged) => {
        if (dragged.kind === 'cases')
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
        setActive({ kind: 'suite', suiteId: suite.id })
        list.current?.reveal(rowOfSuite(latest().layout, suite.id))
      },
      onChoose: (row) =>
        selection.send({ type: 'case/chosen', id: row.id, isSelected: !latest().selected.has(row.id) }),
      onRename: (kind, id) => setRenaming({ pane: 'list', kind, id }),
      onDeleteCase: (row) => void operations.deleteCases(draggedCases(row)),
      onDeleteSuite: (suite) => setAsk({ what: 'delete', suite }),
      onTake: (row, item, mode) =>
        take(item === null ? { kind: 'suite', id: row.suite.id } : { kind: 'cases', ids: draggedCases(item) }, mode),
      onPaste: (row, item) =>
        item === null
          ? pasteInto(row.suite)
          : paste((dragged) =>
              dragged.kind === 'cases'
                ? {
                    kind: 'cases',
                    suiteId: item.testSuiteId,
                    at: { placementMode: 'AFTER_TEST_CASE', testCaseIdToPlaceAfter: item.id },
                  }
                : null,
            ),
      onAll: () => selection.send({ type: 'all/wanted' }),
      onLeave: () => {
        setClipboard(null)
        selection.send({ type: 'selection/cleared' })
      },
    }),
    [canWrite, open, toggle, latest, selection, operations, draggedCases, take, pasteInto, paste],
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
  useShortcut({
    keys: 'Mod+Shift+S',
    label: isSelecting ? 'Disable selection' : 'Enable selection',
    group: 'This page',
    isActive: canWrite,
    run: () => selection.send({ type: 'selection/switched' }),
  })

  const clear = () => repository.send({ type: 'search/cleared' })
  const select = useCallback(
    (id: number) => {
      repository.send({ type: 'suite/selected', suiteId: id })
      setTreeOver(false)
    },
    [repository],
  )
  const cut = clipboard?.mode === 'cut' ? clipboard.dragged : null
  const suiteForCase = suiteId ?? (active === null ? null : active.suiteId) ?? structure.suites[0]?.id ?? null
  const isTreeVisible = isNarrow ? isTreeOver : isTreeShown
  const tree = face !== 'empty' && face !== 'failed' && isTreeVisible && (
    <TreePane
      structure={structure}
      width={width}
      closed={closedInTree}
      selected={view === 'tree' ? suiteId : (suiteId ?? structure.suites[0]?.id ?? null)}
      cut={cut?.kind === 'suite' ? cut.id : null}
      renaming={renaming?.pane === 'tree' ? renaming.id : null}
      canWrite={canWrite}
      onSelect={select}
      onToggle={(id, isOpen) => setClosedInTree((before) => withSuite(before, id, !isOpen))}
      onExpandAll={() => setClosedInTree(() => NO_IDS)}
      onCollapseAll={() =>
        setClosedInTree(() => new Set(structure.suites.filter(({ suites }) => suites > 0).map(({ id }) => id)))
      }
      onHide={() => (isNarrow ? setTreeOver(false) : setTreeShown(false))}
      onRename={operations.renameSuite}
      onRenaming={(id) => setRenaming(id === null ? null : { pane: 'tree', kind: 'suite', id })}
      onDelete={(suite) => setAsk({ what: 'delete', suite })}
      onCut={(suite) => take({ kind: 'suite', id: suite.id }, 'cut')}
      onCopy={(suite) => take({ kind: 'suite', id: suite.id }, 'copy')}
      onPaste={pasteInto}
    />
  )
  const quickSuite = quick === null ? undefined : structure.byId.get(quick)
  const words = (dragged: Dragged): string =>
    dragged.kind === 'suite'
      ? (structure.byId.get(dragged.id)?.title ?? '')
      : dragged.ids.length === 1
        ? (titleOf(rows, dragged.ids[0]) ?? '1 test case')
        : countWords(dragged.ids.length, 'test case', 'test cases')
  return (
    <Page
      title="Test cases"
      documentTitle={`Test cases · ${project.name}`}
      crumbs={[
        { label: workspace.name, href: paths.projects },
        { label: project.name, href: launchesHref(project.key) },
        { label: 'Test cases' },
      ]}
      hasRule={face === 'empty'}
      actions={
        canWrite && (
          <>
            <Button
              className={styles.addSuite}
              icon={<Plus aria-hidden />}
              onClick={() => setAsk({ what: 'suite', suite: null, parentSuiteId: null })}
            >
              Suite
            </Button>
            {structure.suites.length > 0 && (
              <Button
                variant="primary"
                icon={<Plus aria-hidden />}
                onClick={() => setAsk({ what: 'case', suiteId: suiteForCase })}
              >
                Test case
              </Button>
            )}
            <RepositoryMenu
              isSelecting={isSelecting}
              onSelection={() => selection.send({ type: 'selection/switched' })}
              onAddSuite={() => setAsk({ what: 'suite', suite: null, parentSuiteId: null })}
            />
          </>
        )
      }
      toolbar={
        face !== 'empty' && (
          <RepositoryToolbar
            question={question}
            typed={typed}
            isAsking={isAsking(question) || typed !== ''}
            view={view}
            isTreeShown={isTreeVisible}
            isBeside={isBeside}
            onType={(q) => repository.send({ type: 'search/typed', q })}
            onSearch={() => repository.send({ type: 'search/submitted' })}
            onFilter={(filter) => repository.send({ type: 'filter/changed', filter })}
            onClear={clear}
            onView={(to) => repository.send({ type: 'view/chosen', view: to })}
            onTree={() => (isNarrow ? setTreeOver(!isTreeOver) : setTreeShown(!isTreeShown))}
            onBeside={() => setBeside(!isBeside)}
          />
        )
      }
    >
      <Dragging drop={drop} structure={structure} words={words}>
        <div className={styles.panes} data-face={face}>
          {tree}
          {!(isNarrow && isTreeOver) && (
            <section className={styles.main} data-repository-list aria-label="Suites and test cases">
              {isSelecting && face === 'shown' && (
                <SelectionBar
                  count={chosen.length}
                  total={structure.total}
                  onAll={() => selection.send({ type: 'all/wanted' })}
                  onClear={() =>
                    selection.send({ type: chosen.length === 0 ? 'selection/switched' : 'selection/cleared' })
                  }
                  onMove={() =>
                    setAsk({
                      what: 'move',
                      dragged: { kind: 'cases', ids: inOrder(latest()) },
                      title: `Move ${countWords(chosen.length, 'test case', 'test cases')} to…`,
                    })
                  }
                  onDelete={() => void operations.deleteCases(chosen)}
                />
              )}
              {isWindowFailed && face === 'shown' && (
                <Banner
                  actions={
                    <Button size="sm" onClick={() => windows.send({ type: 'windows/retry' })}>
                      Retry
                    </Button>
                  }
                >
                  Some test cases did not load.
                </Banner>
              )}
              {face === 'loading' && <ListSkeleton />}
              {face === 'shown' && (
                <RepositoryList
                  layout={layout}
                  rows={rows}
                  active={active}
                  openedId={caseId}
                  selected={selected}
                  isSelecting={isSelecting}
                  cut={cut?.kind === 'cases' ? new Set(cut.ids) : NO_IDS}
                  cutSuite={cut?.kind === 'suite' ? cut.id : null}
                  renaming={renaming?.pane === 'list' ? renaming : null}
                  canWrite={canWrite}
                  isBusy={snapshot.hasTag('busy')}
                  hrefOf={hrefOf}
                  caseActions={caseActions}
                  suiteActions={suiteActions}
                  quick={
                    quickSuite !== undefined && (
                      <QuickInput
                        key={quickSuite.id}
                        suite={quickSuite}
                        onCreated={(testCase) =>
                          changed({ suites: true, suiteIds: [testCase.testSuiteId ?? 0], caseIds: [testCase.id] })
                        }
                        onClose={() => {
                          setQuick(null)
                          focusList()
                        }}
                      />
                    )
                  }
                  ref={list}
                  onActive={setActive}
                  onRange={onRange}
                  onKey={onKey}
                  onExtend={extend}
                  draggedCases={draggedCases}
                />
              )}
              {face === 'empty' && (
                <EmptyState
                  icon={<ListChecks aria-hidden />}
                  title={TEXTS.repositoryEmpty}
                  actions={
                    canWrite && (
                      <Button
                        variant="primary"
                        onClick={() => setAsk({ what: 'suite', suite: null, parentSuiteId: null })}
                      >
                        Create test suite
                      </Button>
                    )
                  }
                >
                  {canWrite
                    ? 'Suites hold test cases, and other suites. Create the first one to begin.'
                    : 'Suites and test cases show here as soon as somebody writes some.'}
                </EmptyState>
              )}
              {face === 'noResults' && (
                <EmptyState title="No test cases match" actions={<Button onClick={clear}>Clear filters</Button>}>
                  Change the words or a filter to see more.
                </EmptyState>
              )}
              {face === 'failed' && (
                <ProblemState
                  title="Test cases did not load"
                  isRetrying={snapshot.hasTag('busy')}
                  onRetry={() => repository.send({ type: 'repository/refresh' })}
                >
                  {messageOf(snapshot.context.failure)}. Your filters are kept.
                </ProblemState>
              )}
            </section>
          )}
          <OpenedCase
            preview={preview}
            tab={tab}
            width={width}
            isBeside={isBeside && !isNarrow}
            canWrite={canWrite}
            href={repositoryHref(project.key, { caseId, tab })}
            onTab={(to) => repository.send({ type: 'tab/chosen', tab: to })}
            onClose={() => {
              repository.send({ type: 'case/closed' })
              focusList()
            }}
          />
        </div>
      </Dragging>
      {asking !== null && (
        <PointMenu label="Put here" at={asking} onClose={() => drop.send({ type: 'menu/cancelled' })}>
          <MenuItem onSelect={() => drop.send({ type: 'menu/chosen', mode: 'clone' })}>Clone here</MenuItem>
          <MenuItem onSelect={() => drop.send({ type: 'menu/chosen', mode: 'move' })}>Move here</MenuItem>
          <MenuItem onSelect={() => drop.send({ type: 'menu/cancelled' })}>Cancel</MenuItem>
        </PointMenu>
      )}
      {ask?.what === 'suite' && (
        <SuiteDialog
          structure={structure}
          suite={ask.suite}
          parentSuiteId={ask.parentSuiteId}
          onSaved={() => {
            setAsk(null)
            changed({ suites: true, suiteIds: [], caseIds: [] })
          }}
          onClose={() => setAsk(null)}
        />
      )}
      {ask?.what === 'case' && (
        <CaseDialog
          structure={structure}
          suiteId={ask.suiteId}
          onCreated={(testCase) => {
            setAsk(null)
            changed({ suites: true, suiteIds: [testCase.testSuiteId ?? 0], caseIds: [] })
            repository.send({ type: 'case/opened', caseId: testCase.id })
          }}
          onClose={() => setAsk(null)}
        />
      )}
      {ask?.what === 'delete' && (
        <DeleteSuite
          suite={ask.suite}
          perform={() => operations.deleteSuite(ask.suite)}
          onDone={() => {
            setAsk(null)
            focusList()
          }}
          onClose={() => setAsk(null)}
        />
      )}
      {ask?.what === 'move' && (
        <MoveDialog
          title={ask.title}
          structure={structure}
          {...(ask.dragged.kind === 'suite' ? { suiteId: ask.dragged.id } : {})}
          onMove={(to, mode) => {
            const { dragged } = ask
            setAsk(null)
            if (dragged.kind === 'suite')
              perform(
                dragged,
                { kind: 'suite', at: { newParentTestSuiteId: to }, onto: to ?? 0, where: 'inside' },
                mode,
              )
            else if (to !== null)
              perform(dragged, { kind: 'cases', suiteId: to, at: { placementMode: 'AT_TEST_SUITE_END' } }, mode)
          }}
          onClose={() => setAsk(null)}
        />
      )}
    </Page>
  )
}

type Rows = Parameters<typeof itemAt>[0]

const titleOf = (rows: Rows, id: number | undefined): string | undefined => {
  for (const held of Object.values(rows)) {
    const found = held.find((row) => row?.id === id)
    if (found) return found.title
  }
  return undefined
}

const rowOfCaseId = (layout: Parameters<typeof rowOfActive>[0], rows: Rows, id: number): number | null => {
  for (const [suiteId, held] of Object.entries(rows))
    if (held.some((row) => row?.id === id))
      return rowOfActive(layout, rows, { kind: 'case', suiteId: Number(suiteId), id, index: -1 })
  return null
}

/** Chosen cases in the order in which they stand; those that are not in sight come last, as they were chosen. */
const inOrder = ({ rows, structure, chosen }: { rows: Rows; structure: Structure; chosen: readonly number[] }) => {
  const wanted = new Set(chosen)
  const known = structure.suites.flatMap(({ id }) =>
    (rows[id] ?? []).flatMap((row) => (row && wanted.delete(row.id) ? [row.id] : [])),
  )
  return [...known, ...wanted]
}
