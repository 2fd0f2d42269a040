/** Live list of a project's test runs (RUNS rows), newest first; its query is in the address. */
import { useMachine } from '@xstate/react'
import { CirclePlay, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { fromCallback } from 'xstate'
import { runsPage, type RunsPageEvent } from '../../../machines/runs/runs-page.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useMay, useProject } from '../../boot/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { WideOnly } from '../../shared/page/wide-only.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ProblemState } from '../../ui/empty-state.tsx'
import { Later, later } from '../../ui/later.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { createRunHref, runsHref } from '../address.ts'
import { CloseRunsDialog, useCloseRuns } from '../dialogs/close-runs.tsx'
import { RunDialog } from '../dialogs/run-dialogs.tsx'
import { SkippedDialog } from '../dialogs/skipped-dialog.tsx'
import { RunsSkeleton, RunsTable } from './runs-table.tsx'
import { RunsToolbar } from './runs-toolbar.tsx'
import { useRunsList } from './use-runs-list.ts'

// The list does not depend on this device's copies.
const KeptRunsList = later(() => import('./kept-runs-list.tsx').then((m) => m.KeptRunsList))

export const RunsPage = () => (
  <WideOnly noun="Test runs">
    <Runs />
  </WideOnly>
)

function Runs() {
  const project = useProject()
  const canWrite = useMay().inProject('runs:write')
  const list = useRunsList()
  const { query, face, rows, refresh } = list
  const { actor } = list
  const machine = useMemo(
    () =>
      runsPage.provide({
        actors: {
          rows: fromCallback<RunsPageEvent>(({ sendBack }) => {
            let known: readonly unknown[] | null = null
            const changes = actor.subscribe(({ context: { page: shown } }) => {
              if (shown.rows !== known) sendBack({ type: 'rows/shown', ids: shown.rows.map(({ id }) => id) })
              known = shown.rows
            })
            return () => changes.unsubscribe()
          }),
        },
      }),
    [actor],
  )
  const [page, send] = useMachine(machine)
  const { chosen, ask, skipped } = page.context
  const closing = useCloseRuns(() => {
    send({ type: 'selection/cleared' })
    refresh()
  })
  return (
    <Page
      title="Test runs"
      documentTitle={`Test runs · ${project.name}`}
      actions={
        // An empty list shows its button in the middle, except when only closed runs are missing.
        canWrite &&
        (face !== 'empty' || query.closed) && (
          <ButtonLink variant="primary" href={createRunHref(project.key)} icon={<Plus aria-hidden />}>
            Test Run
          </ButtonLink>
        )
      }
      toolbar={
        <RunsToolbar
          query={query}
          counts={list.counts}
          typed={list.typed}
          onType={list.search}
          onSearch={list.submitSearch}
          onFilter={list.filter}
          onClear={list.clear}
        />
      }
      foot={
        face === 'shown' && (
          <Pagination
            page={query.page}
            pageSize={query.pageSize}
            total={list.total}
            noun={['test run', 'test runs']}
            hrefFor={(number) => runsHref(project.key, { ...query, page: number })}
          />
        )
      }
    >
      {face === 'loading' && <RunsSkeleton canWrite={canWrite} />}
      {face === 'shown' && (
        <RunsTable
          runs={rows}
          chosen={chosen}
          canWrite={canWrite}
          isBusy={list.isBusy}
          actions={{
            whyNotClosed: closing.whyNot,
            onAsk: (wanted) => send({ type: 'dialog/asked', ask: wanted }),
            onClose: closing.ask,
          }}
          onChoose={(id, isChosen) => send({ type: 'run/chosen', id, isChosen })}
          onChooseAll={(ids) => send({ type: 'runs/chosen', ids })}
          onClear={() => send({ type: 'selection/cleared' })}
        />
      )}
      {face === 'empty' && (
        <EmptyState
          icon={<CirclePlay aria-hidden />}
          title={query.closed ? 'There are no closed test runs' : 'There are no test runs yet'}
          {...(canWrite && !query.closed
            ? {
                actions: (
                  <ButtonLink variant="primary" href={createRunHref(project.key)} icon={<Plus aria-hidden />}>
                    Create test run
                  </ButtonLink>
                ),
              }
            : {})}
        >
          {query.closed
            ? 'A closed test run keeps its results for good.'
            : 'A test run holds the test cases to go through, who goes through them and on what, and every result.'}
        </EmptyState>
      )}
      {face === 'noResults' && (
        <EmptyState
          title="No test runs match these filters"
          actions={<Button onClick={list.clear}>Clear filters</Button>}
        >
          {`Only ${query.closed ? 'closed' : 'open'} test runs were searched.`}
        </EmptyState>
      )}
      {face === 'failed' && (
        <>
          <ProblemState title="Test runs did not load" isRetrying={list.isBusy} onRetry={refresh}>
            {messageOf(list.failure)}. Your filters are kept.
          </ProblemState>
          <Later>
            <KeptRunsList />
          </Later>
        </>
      )}
      {ask !== null && (
        <RunDialog
          ask={ask}
          onDone={(left) => {
            send({ type: 'action/done', skipped: left })
            refresh()
          }}
          onClose={() => send({ type: 'dialog/closed' })}
        />
      )}
      {skipped.length > 0 && <SkippedDialog skipped={skipped} onClose={() => send({ type: 'skipped/read' })} />}
      <CloseRunsDialog of={closing} />
    </Page>
  )
}
