/** Changes the selection of a report, from the whole repository (EXPORT-20, EXPORT-21). */
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useState, type MouseEvent } from 'react'
import { fromPromise } from 'xstate'
import type { CaseRow } from '../../../contract/cases/cases.ts'
import { selectTestCases } from '../../../contract/cases/operations.ts'
import { chosenBy, type AllIds } from '../../../machines/cases/case-selection.machine.ts'
import type { CaseQuestion } from '../../../machines/cases/case-windows.machine.ts'
import { layoutOf, type CaseRange, type Structure } from '../../../machines/cases/repository-layout.ts'
import { repositoryPage } from '../../../machines/cases/repository-page.machine.ts'
import { isAsking } from '../../../machines/cases/test-case-repository.machine.ts'
import { faceOfRepository } from '../../../machines/cases/repository-face.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { testCaseHref } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { inFigures, formatCount } from '../../ui/text/figures.ts'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { withSuite } from '../habits.ts'
import { heightsOf } from '../list/list-heights.ts'
import { ListSkeleton, RepositoryList } from '../list/repository-list.tsx'
import { useClientWidth } from '../../shared/cases/row-window.ts'
import { runListKey, type ListKeys } from '../list/use-list-keys.ts'
import { repositoryIn, selectionIn } from '../../shared/cases/repository-actors.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import styles from './report.module.css'

const NONE: ReadonlySet<number> = new Set()
const NONE_SUGGESTED: ReadonlyMap<number, number> = new Map()
const EMPTY: Structure = { suites: [], byId: new Map(), total: 0 }
const nothing = () => undefined
const NO_CASES = { kind: 'cases', ids: [] } as const
const kept = () => Promise.resolve(undefined)

export interface ChooseCasesProps {
  ids: readonly number[]
  onDone: (ids: readonly number[]) => void
  onBack: () => void
}

export function ChooseCases({ ids, onDone, onBack }: ChooseCasesProps) {
  const { snapshot, repository, selection, windows } = useChoice(ids)
  const chosen = useSelector(selection, (state) => state.context.choice.ids)
  const isBusy = useSelector(selection, (state) => state.hasTag('busy'))
  const { typed, question, structure, failure } = snapshot.context
  const face = faceOfRepository(snapshot)
  const total = structure?.total ?? 0
  return (
    <Dialog
      title="Test cases of the report"
      width="medium"
      closesOnScrim={false}
      onClose={onBack}
      footer={
        <>
          <output className={styles.chosen}>{formatCount(chosen.length, 'test case', 'test cases')} selected</output>
          <Button onClick={onBack}>Back</Button>
          <Button variant="primary" disabled={chosen.length === 0 || isBusy} onClick={() => onDone(chosen)}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.choice}>
        <div className={styles.choiceBar}>
          <SearchField
            label="Search cases"
            shortcut={null}
            value={typed}
            onValueChange={(q) => repository.send({ type: 'search/typed', q })}
          />
          <Button
            variant="quiet"
            isPending={isBusy}
            disabled={total === 0}
            onClick={() => selection.send({ type: 'found/wanted' })}
          >
            {`Select all ${inFigures(total)}`}
          </Button>
          <Button
            variant="quiet"
            disabled={chosen.length === 0}
            onClick={() => selection.send({ type: 'selection/cleared' })}
          >
            Clear
          </Button>
        </div>
        <div className={styles.choiceList}>
          {face === 'loading' && <ListSkeleton />}
          {face === 'failed' && (
            <ProblemState
              title="Test cases did not load"
              onRetry={() => repository.send({ type: 'repository/refresh' })}
            >
              {messageOf(failure)}
            </ProblemState>
          )}
          {(face === 'noResults' || face === 'empty') && (
            <EmptyState
              title={isAsking(question) ? 'No test cases match' : 'Test case repository is empty'}
              actions={
                isAsking(question) && (
                  <Button onClick={() => repository.send({ type: 'search/cleared' })}>Clear search</Button>
                )
              }
            />
          )}
          {face === 'shown' && (
            <Rows
              structure={structure ?? EMPTY}
              selection={selection}
              windows={windows}
              isBusy={snapshot.hasTag('busy')}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Its own repository state and selection: the page's address and selection are not affected. */
function useChoice(ids: readonly number[]) {
  const { live, send } = useApplication()
  const { id, key } = useProject()
  const { tenant } = useSession().workspace
  const [machines] = useState(() => {
    const world = { send, live, project: { id, key }, tenant, own: null }
    const asked = { question: { q: '', filter: {} } }
    // The selection is independent of the search: only ids of matches are requested.
    const allIds = fromPromise<AllIds, { question: CaseQuestion }>(() =>
      send(selectTestCases, { params: { projectKey: key }, query: asked.question }),
    )
    return { asked, repository: repositoryIn(world), selection: selectionIn(world).provide({ actors: { allIds } }) }
  })
  const repository = useActorRef(machines.repository, {
    input: { address: { question: { q: '', filter: {} }, suiteId: null, caseId: null, tab: null }, view: 'tree' },
  })
  const selection = useActorRef(machines.selection, { input: { question: machines.asked.question } })
  const snapshot = useSelector(repository, (state) => state)
  const { question } = snapshot.context
  useEffect(() => {
    machines.asked.question = { q: question.q, filter: {} }
  }, [machines, question])
  useEmitted(selection, { 'selection/failed': ({ error }) => toast.error(messageOf(error)) })
  useEffect(() => {
    if (selection.getSnapshot().context.choice.ids.length === 0) selection.send({ type: 'cases/added', ids })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the selection at the time of opening
  }, [selection])
  const { windows } = snapshot.children
  if (windows === undefined) throw new Error('the repository has no windows')
  return { snapshot, repository, selection, windows }
}

type Choice = ReturnType<typeof useChoice>

interface RowsProps extends Pick<Choice, 'selection' | 'windows'> {
  structure: Structure
  isBusy: boolean
}

function Rows({ structure, selection, windows, isBusy }: RowsProps) {
  const { key } = useProject()
  const width = useClientWidth()
  const page = useActorRef(repositoryPage)
  const active = useSelector(page, (state) => state.context.row)
  const rows = useSelector(windows, (state) => state.context.rows)
  const choice = useSelector(selection, (state) => state.context.choice)
  const [closed, setClosed] = useState(NONE)
  const isChosen = useMemo(() => chosenBy(choice), [choice])
  const heights = useMemo(() => heightsOf(width), [width])
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
        heights,
      }),
    [structure, closed, heights],
  )
  const actions = useMemo(() => {
    const choose = (row: CaseRow, withRange: boolean) => {
      page.send({ type: 'row/activated', row: { kind: 'case', suiteId: row.testSuiteId, id: row.id, index: -1 } })
      const { anchor, choice: now } = selection.getSnapshot().context
      if (withRange && anchor !== null) selection.send({ type: 'range/wanted', from: anchor, to: row.id })
      else selection.send({ type: 'case/chosen', id: row.id, isSelected: !now.ids.includes(row.id) })
    }
    const toggle = (suiteId: number, isOpen: boolean) => setClosed((before) => withSuite(before, suiteId, !isOpen))
    const keys: ListKeys = {
      canWrite: true,
      onOpen: (row) => choose(row, false),
      onChoose: (row) => choose(row, false),
      onToggle: (suite, isOpen) => toggle(suite.id, isOpen),
      onSuite: (suite) => page.send({ type: 'row/activated', row: { kind: 'suite', suiteId: suite.id } }),
      onAll: () => selection.send({ type: 'found/wanted' }),
      onRename: nothing,
      onDeleteCase: nothing,
      onDeleteSuite: nothing,
      onTake: nothing,
      onPaste: nothing,
      onLeave: nothing,
    }
    return {
      keys,
      case: {
        onOpen: (row: CaseRow, event: MouseEvent) => {
          event.preventDefault()
          choose(row, event.shiftKey)
        },
        onSelect: (row: CaseRow, _isSelected: boolean, withRange: boolean) => choose(row, withRange),
        onRename: kept,
        onRenamed: nothing,
      },
      suite: {
        onToggle: keys.onToggle,
        onAddCase: nothing,
        onAddSuite: nothing,
        onEdit: nothing,
        onDelete: nothing,
        onCopy: nothing,
        onMove: nothing,
        onRename: kept,
        onRenamed: nothing,
      },
    }
  }, [page, selection])
  const onRange = useCallback(
    (ranges: readonly CaseRange[]) => windows.send({ type: 'range/shown', ranges }),
    [windows],
  )
  const hrefOf = useCallback((row: CaseRow) => testCaseHref(key, row.id), [key])
  return (
    <RepositoryList
      layout={layout}
      rows={rows}
      active={active}
      openedId={null}
      isChosen={isChosen}
      isSelecting
      cut={NONE}
      cutSuite={null}
      renaming={null}
      canWrite={false}
      isBusy={isBusy}
      hrefOf={hrefOf}
      caseActions={actions.case}
      suiteActions={actions.suite}
      quick={null}
      onActive={(row) => page.send({ type: 'row/activated', row })}
      onRange={onRange}
      onKey={(event, row, item) => event.key !== 'Escape' && runListKey(event, row, item, actions.keys)}
      onExtend={nothing}
      draggedCases={() => NO_CASES}
    />
  )
}
