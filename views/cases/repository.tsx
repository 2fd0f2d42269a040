import { useSelector } from '@xstate/react'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CaseRow } from '../../contract/cases/cases.ts'
import type { Dragged } from '../../machines/drop-placement.ts'
import { layoutOf, rowAt, rowOfSuite, type CaseRange, type Structure } from '../../machines/repository-layout.ts'
import { isAsking, type RepositoryNews } from '../../machines/test-case-repository.ts'
import { messageOf } from '../../services/api-error.ts'
import { useMay, useSession } from '../app/context.tsx'
import { useLatest } from '../app/latest.ts'
import { Page } from '../app/page.tsx'
import { launchesHref, paths } from '../app/routes.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { toast } from '../ui/toasts.ts'
import { repositoryHref } from './address.ts'
import { BulkWizard } from './bulk/when-opened.tsx'
import { Dragging } from './dragging/dragging.tsx'
import { DropMenu } from './dragging/drop-menu.tsx'
import { useClosedSuites, useRememberedFlag, withSuite } from './habits.ts'
import { ImportWizard } from './import/when-opened.tsx'
import { OpenedCase } from './opened-case.tsx'
import { heightsOf } from './list/list-heights.ts'
import { OtherFace } from './list/other-face.tsx'
import { QuickInput } from './list/quick-input.tsx'
import { ListSkeleton, RepositoryList, type Active, type ListHandle } from './list/repository-list.tsx'
import type { Asked } from './repository-dialogs.tsx'
import { RepositoryMenu } from './repository-menu.tsx'
import { RepositoryToolbar } from './search/repository-toolbar.tsx'
import { useClientWidth } from './list/row-window.ts'
import { SelectionBar } from './list/selection-bar.tsx'
import { TreePane } from './tree/tree-pane.tsx'
import { chosenInOrder, useListActions, type Clipboard } from './list/use-list-actions.ts'
import { useOperations } from './use-operations.ts'
import { useDrop, useRepository } from './use-repository.ts'
import { countWords, titleOf } from './words.ts'
import styles from './repository.module.css'

const NO_IDS: ReadonlySet<number> = new Set()
const EMPTY: Structure = { suites: [], byId: new Map(), total: 0 }

const RepositoryDialogs = lazy(() => import('./repository-dialogs.tsx').then((m) => ({ default: m.RepositoryDialogs })))

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
  const [isBulk, setBulk] = useState(false)
  const [isImport, setImport] = useState(false)
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
  const { caseActions, suiteActions, draggedCases, perform, take, pasteInto, onKey, extend } = useListActions({
    latest,
    selection,
    repository,
    windows,
    operations,
    drop,
    list,
    canWrite,
    focusList,
    setClosed,
    setActive,
    setQuick,
    setAsk,
    setRenaming,
    setClipboard,
  })
  useShortcut({
    keys: 'Mod+Shift+S',
    label: isSelecting ? 'Disable selection' : 'Enable selection',
    group: 'This page',
    isActive: canWrite,
    run: () => switchSelection(),
  })
  const switchSelection = () => {
    setBulk(false)
    selection.send({ type: 'selection/switched' })
  }

  const close = useCallback(() => {
    setAsk(null)
    focusList()
  }, [focusList])
  const clear = () => repository.send({ type: 'search/cleared' })
  const select = useCallback(
    (id: number) => {
      repository.send({ type: 'suite/selected', suiteId: id })
      setTreeOver(false)
    },
    [repository],
  )
  const toggleInTree = useCallback(
    (id: number, isOpen: boolean) => setClosedInTree((before) => withSuite(before, id, !isOpen)),
    [setClosedInTree],
  )
  const cut = clipboard?.mode === 'cut' ? clipboard.dragged : null
  const cutCases = useMemo(() => (cut?.kind === 'cases' ? new Set(cut.ids) : NO_IDS), [cut])
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
      onToggle={toggleInTree}
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
              onSelection={switchSelection}
              onBulk={() => setBulk(true)}
              onImport={() => setImport(true)}
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
              {isBulk && (
                <BulkWizard
                  selection={selection}
                  structure={structure}
                  rows={rows}
                  operations={operations}
                  onSelecting={focusList}
                  onClose={() => {
                    setBulk(false)
                    focusList()
                  }}
                />
              )}
              {isSelecting && !isBulk && face === 'shown' && (
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
                      dragged: { kind: 'cases', ids: chosenInOrder(latest()) },
                      title: `Move ${countWords(chosen.length, 'test case', 'test cases')} to…`,
                    })
                  }
                  onDelete={() => void operations.deleteCases(chosen)}
                  onBulk={() => setBulk(true)}
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
                  cut={cutCases}
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
              <OtherFace
                face={face}
                canWrite={canWrite}
                failure={snapshot.context.failure}
                isRetrying={snapshot.hasTag('busy')}
                onCreate={() => setAsk({ what: 'suite', suite: null, parentSuiteId: null })}
                onImport={() => setImport(true)}
                onClear={clear}
                onRetry={() => repository.send({ type: 'repository/refresh' })}
              />
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
      <DropMenu drop={drop} />
      {isImport && (
        <ImportWizard
          structure={structure}
          onChanged={() => changed({ suites: true, suiteIds: null, caseIds: null })}
          onShow={select}
          onClose={() => {
            setImport(false)
            focusList()
          }}
        />
      )}
      <Suspense>
        {ask !== null && (
          <RepositoryDialogs
            ask={ask}
            structure={structure}
            operations={operations}
            onMove={perform}
            onChanged={changed}
            onCreated={(id) => repository.send({ type: 'case/opened', caseId: id })}
            onClose={close}
          />
        )}
      </Suspense>
    </Page>
  )
}
