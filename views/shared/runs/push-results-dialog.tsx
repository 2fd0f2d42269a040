/** Pushes results of launches into a test run (ACTIONS-07, ACTIONS-08). */
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { pushLaunchResults } from '../../../contract/runs/push.ts'
import { listTestRuns } from '../../../contract/runs/runs.ts'
import { pushResults, type PushTarget } from '../../../machines/runs/push-results.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { useLatest } from '../latest.ts'
import { useEmitted } from '../use-emitted.ts'
import { SearchedPicker } from '../pickers/searched-picker.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './push-results-dialog.module.css'

interface PushResultsDialogProps {
  launchIds: readonly number[]
  onDone: () => void
  onClose: () => void
}

export function PushResultsDialog({ launchIds, onDone, onClose }: PushResultsDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const latest = useLatest({ launchIds })
  const machine = useMemo(
    () =>
      pushResults.provide({
        actors: {
          push: fromPromise<{ results: number }, { run: PushTarget }>(async ({ input: { run } }) => ({
            results: (
              await send(pushLaunchResults, {
                params: { projectKey: key, runId: run.id },
                body: { launchIds: [...latest().launchIds] },
              })
            ).results,
          })),
        },
      }),
    [send, key, latest],
  )
  const [state, dispatch, actor] = useMachine(machine)
  useEmitted(actor, {
    'results/pushed': ({ run, results }) => {
      toast.success(
        results === 0
          ? `No new results for ${run.title}. Only tests that are linked to its test cases are pushed.`
          : `${formatCount(results, 'result', 'results')} pushed to ${run.title}`,
      )
      onDone()
    },
  })
  const { run, failure } = state.context
  return (
    <Dialog
      title="Push results to test run"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            aria-disabled={run === null}
            isPending={state.matches('pushing')}
            onClick={() => dispatch({ type: 'push/confirm' })}
          >
            Push results
          </Button>
        </>
      }
    >
      <p className={styles.about}>
        Results of tests that are linked to test cases are recorded in the open test run that you choose.
      </p>
      <SearchedPicker
        label="Test runs"
        searchLabel="Search for test runs"
        isSearched
        chosen={run === null ? [] : [run.id]}
        search={async (q, signal) => {
          const query = { q, closed: 'false' as const, pageSize: 20 }
          const { items, _meta } = await send(listTestRuns, { params: { projectKey: key }, query, signal })
          return { items, hasMore: _meta.total > items.length }
        }}
        optionOf={({ id, title, environment }) => ({ label: title, aside: `#${id} ${environment?.key ?? ''}`.trim() })}
        none="There are no open test runs"
        noMatch="No open test run matches"
        onChoose={({ id, title }) => dispatch({ type: 'run/chosen', run: { id, title } })}
      />
      <InlineProblem>{failure === null ? undefined : messageOf(failure)}</InlineProblem>
    </Dialog>
  )
}
