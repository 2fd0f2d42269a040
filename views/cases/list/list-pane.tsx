/** Main pane of the repository: bulk actions and the list. */
import { useSelector } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import type { CaseRange } from '../../../machines/cases/repository-layout.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useListedKeys } from '../../ui/controls/shortcuts.ts'
import { BulkWizard } from '../bulk/when-opened.tsx'
import styles from '../repository.module.css'
import type { RepositoryViewState } from '../use-repository-view.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { OtherFace } from './other-face.tsx'
import { QuickInput } from './quick-input.tsx'
import { ListSkeleton, RepositoryList } from './repository-list.tsx'
import { LIST_KEYS } from './use-list-keys.ts'
import { SelectionBar } from './selection-bar.tsx'

const MOVING = [
  { keys: 'ArrowDown', label: 'Next row' },
  { keys: 'ArrowUp', label: 'Previous row' },
  { keys: 'PageDown', label: 'A page down' },
  { keys: 'PageUp', label: 'A page up' },
  { keys: 'Home', label: 'First row' },
  { keys: 'End', label: 'Last row' },
]
const EXTENDING = [
  { keys: 'Shift+ArrowDown', label: 'Select down to the next row' },
  { keys: 'Shift+ArrowUp', label: 'Select up to the previous row' },
]
const LISTED = {
  all: [...MOVING, ...EXTENDING, ...LIST_KEYS, { keys: 'Shift+F10', label: 'Menu of the row' }],
  reading: [...MOVING, ...LIST_KEYS.filter(({ needsWrite }) => needsWrite !== true)],
}
const NO_IDS: ReadonlySet<number> = new Set()

export function ListPane({ view }: { view: RepositoryViewState }) {
  const { repository, windows, page, snapshot, face, structure, canWrite, ask, changed, list, actions } = view
  const { row, quickSuiteId, renaming, clipboard } = useSelector(page, (state) => state.context)
  const isWindowFailed = useSelector(windows, (state) => state.matches('failed'))
  const onRange = useCallback(
    (ranges: readonly CaseRange[]) => windows.send({ type: 'range/shown', ranges }),
    [windows],
  )
  const { suites: suggestedOf, actions: suggestionActions } = view.suggesting
  const suggested = useMemo(
    () => ({
      of: suggestedOf,
      actions: {
        ...suggestionActions,
        onOpen: (suiteId: number, key: number) => ask({ what: 'suggested', suiteId, key }),
      },
    }),
    [suggestedOf, suggestionActions, ask],
  )
  useListedKeys('List of test cases', canWrite ? LISTED.all : LISTED.reading, face === 'shown')
  const cut = clipboard?.mode === 'cut' ? clipboard.dragged : null
  const cutCases = useMemo(() => (cut?.kind === 'cases' ? new Set(cut.ids) : NO_IDS), [cut])
  const quickSuite = quickSuiteId === null ? undefined : structure.byId.get(quickSuiteId)
  return (
    <section className={styles.main} data-repository-list aria-label="Suites and test cases">
      <ManyAtOnce view={view} />
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
          layout={view.layout}
          rows={view.rows}
          active={row}
          openedId={snapshot.context.caseId}
          isChosen={view.isChosen}
          isSelecting={view.isSelecting}
          cut={cutCases}
          cutSuite={cut?.kind === 'suite' ? cut.id : null}
          renaming={renaming?.pane === 'list' ? renaming : null}
          canWrite={canWrite}
          isBusy={snapshot.hasTag('busy')}
          hrefOf={view.hrefOf}
          caseActions={actions.caseActions}
          suiteActions={actions.suiteActions}
          suggested={suggested}
          quick={
            quickSuite !== undefined && (
              <QuickInput
                key={quickSuite.id}
                suite={quickSuite}
                onCreated={(testCase) =>
                  changed({ suites: true, suiteIds: [testCase.testSuiteId ?? 0], caseIds: [testCase.id] })
                }
                onClose={() => page.send({ type: 'quick/closed' })}
              />
            )
          }
          ref={list}
          onActive={(next) => page.send({ type: 'row/activated', row: next })}
          onRange={onRange}
          onKey={actions.onKey}
          onExtend={actions.extend}
          draggedCases={actions.draggedCases}
        />
      )}
      <OtherFace
        face={face}
        canWrite={canWrite}
        failure={snapshot.context.failure}
        isRetrying={snapshot.hasTag('busy')}
        onCreate={() => ask({ what: 'suite', suite: null, parentSuiteId: null })}
        onImport={() => ask({ what: 'import' })}
        onClear={() => repository.send({ type: 'search/cleared' })}
        onRetry={() => repository.send({ type: 'repository/refresh' })}
      />
    </section>
  )
}

/** The wizard, or the selection bar. */
function ManyAtOnce({ view }: { view: RepositoryViewState }) {
  const { selection, page, structure, rows, chosenCount, operations, actions, ask, face, isSelecting, focusList } = view
  const isWizardOpen = useSelector(page, (state) => state.matches({ wizard: 'open' }))
  const hidden = useSelector(selection, (state) => state.context.hidden.length)
  const gathered = useSelector(selection, (state) => (state.matches('gathering') ? state.context.purpose : null))
  if (isWizardOpen)
    return (
      <BulkWizard
        selection={selection}
        structure={structure}
        rows={rows}
        operations={operations}
        onSelecting={focusList}
        onClose={() => page.send({ type: 'wizard/closed' })}
      />
    )
  if (!isSelecting || (face !== 'shown' && hidden === 0)) return null
  return (
    <SelectionBar
      count={chosenCount}
      hidden={hidden}
      total={structure.total}
      onAll={() => selection.send({ type: 'all/wanted' })}
      onClear={() => selection.send({ type: chosenCount + hidden === 0 ? 'selection/switched' : 'selection/cleared' })}
      onMove={() =>
        ask({
          what: 'move',
          dragged: actions.draggedChoice(),
          title: `Move ${formatCount(chosenCount, 'test case', 'test cases')} to…`,
        })
      }
      isDeleting={gathered === 'delete'}
      onDelete={() => selection.send({ type: 'ids/wanted', purpose: 'delete' })}
      onBulk={() => page.send({ type: 'wizard/opened' })}
    />
  )
}
