/** Live list of a project's test runs (RUNS rows), newest first; its query is in the address. */
import { useMachine } from '@xstate/react'
import { CirclePlay } from 'lucide-react'
import { runsPage } from '../../../machines/runs/runs-page.machine.ts'
import { projectChoices } from '../../../services/projects/choices.ts'
import { useApplication, useMay, useProject } from '../../application/context.tsx'
import { daysField } from '../../shared/filters/days-field.tsx'
import { FilterBar, idsField } from '../../shared/filters/filter-bar.tsx'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { WideOnly } from '../../shared/page/wide-only.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { useSelection } from '../../ui/lists/use-selection.ts'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { createRunHref, isRunsFiltered } from '../address.ts'
import { CloseRunsDialog, useCloseRuns } from '../dialogs/close-runs.tsx'
import { RunDialog } from '../dialogs/run-dialogs.tsx'
import { SkippedDialog } from '../dialogs/skipped-dialog.tsx'
import { NOUN, RunsTable } from './runs-table.tsx'
import { useRunsList } from './use-runs-list.ts'

// The list does not depend on this device's copies.
const OfflineRunsList = later(() => import('./offline-runs-list.tsx').then((m) => m.OfflineRunsList))

export const RunsPage = () => (
  <WideOnly noun="Test runs">
    <Runs />
  </WideOnly>
)

function Runs() {
  const { key } = useProject()
  const canWrite = useMay().inProject('runs:write')
  const list = useRunsList()
  const { closed } = list.query
  const selection = useSelection(list.rows)
  const [page, send] = useMachine(runsPage)
  const { ask, skipped } = page.context
  const done = () => {
    selection.clear()
    list.refresh()
  }
  const closing = useCloseRuns(done)
  const href = createRunHref(key)
  return (
    <ListPage
      title="Test runs"
      noun={NOUN}
      list={list}
      toolbar={<RunsFilters list={list} />}
      create={canWrite ? { label: 'Test Run', href } : null}
      empty={{
        icon: CirclePlay,
        title: closed ? 'There are no closed test runs' : 'There are no test runs yet',
        text: closed
          ? 'A closed test run keeps its results for good.'
          : 'A test run holds the test cases to go through, who goes through them and on what, and every result.',
        create: canWrite && !closed ? { label: 'Create test run', href } : null,
      }}
      noResults={`Only ${closed ? 'closed' : 'open'} test runs were searched.`}
      instead={
        <Later>
          <OfflineRunsList />
        </Later>
      }
      table={(runs) => (
        <RunsTable
          runs={runs}
          canWrite={canWrite}
          isBusy={list.isBusy}
          selection={selection}
          actions={{
            whyNotClosed: closing.whyNot,
            onAsk: (wanted) => send({ type: 'dialog/asked', ask: wanted }),
            onClose: closing.ask,
          }}
        />
      )}
      dialogs={
        <>
          {ask !== null && (
            <RunDialog
              ask={ask}
              onDone={(left) => {
                send({ type: 'action/done', skipped: left })
                done()
              }}
              onClose={() => send({ type: 'dialog/closed' })}
            />
          )}
          {skipped.length > 0 && <SkippedDialog skipped={skipped} onClose={() => send({ type: 'skipped/read' })} />}
          <CloseRunsDialog of={closing} />
        </>
      }
    />
  )
}

/** Search, open or closed, and filters (RUNS-04 to RUNS-07). */
function RunsFilters({ list }: { list: ReturnType<typeof useRunsList> }) {
  const { key } = useProject()
  const { send } = useApplication()
  const { query, counts, filter } = list
  const choices = projectChoices(send, key)
  const options = async () =>
    (await choices.configurations()).flatMap((group) =>
      group.options.map(({ id, name }) => ({ id, name: `${group.name}: ${name}` })),
    )
  return (
    <FilterBar
      states={
        <SegmentedControl
          label="State"
          segments={[
            { value: 'open', label: 'Open', ...(counts === null ? {} : { count: counts.open }) },
            { value: 'closed', label: 'Closed', ...(counts === null ? {} : { count: counts.closed }) },
          ]}
          value={query.closed ? 'closed' : 'open'}
          onValueChange={(state) => filter({ closed: state === 'closed' })}
        />
      }
      search="Search for test runs"
      list={list}
      fields={[
        idsField(list, 'milestoneId', 'Milestone', () => choices.milestones('all')),
        idsField(list, 'environmentId', 'Environment', choices.environments),
        idsField(list, 'configuration', 'Configurations', options),
        daysField(
          'created',
          'Created',
          { from: query.created.from ?? '', to: query.created.to ?? '' },
          ({ from, to }) => filter({ created: { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) } }),
        ),
      ]}
      isFiltered={isRunsFiltered(query)}
      onClear={list.clear}
    />
  )
}
