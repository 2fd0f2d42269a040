/** Actions on the open run: close, and menu (RUNS-21 to RUNS-27). */
import { useMachine } from '@xstate/react'
import { ChartLine, Check, Copy, Ellipsis } from 'lucide-react'
import { useLocation } from 'wouter'
import type { TestRunSummary } from '../../../contract/runs/runs.ts'
import { runsPage } from '../../../machines/runs/runs-page.machine.ts'
import { useProject } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { runReportHref, runsHref } from '../address.ts'
import { CloseRunsDialog, useCloseRuns } from '../dialogs/close-runs.tsx'
import { RunDialog } from '../dialogs/run-dialogs.tsx'
import { SkippedDialog } from '../dialogs/skipped-dialog.tsx'
import { copyRunId, RunMenuItems } from '../list/run-menu.tsx'
import styles from './execution-page.module.css'

interface RunActionsProps {
  run: TestRunSummary
  canWrite: boolean
  /** Called when the run has changed: reload it. */
  onChanged: () => void
}

export function RunActions({ run, canWrite, onChanged }: RunActionsProps) {
  const { key } = useProject()
  const [, navigate] = useLocation()
  const [{ context }, send] = useMachine(runsPage)
  const closing = useCloseRuns(onChanged)
  const { ask, skipped } = context
  const report = (
    <ButtonLink href={runReportHref(key, run.id)} icon={<ChartLine aria-hidden />}>
      Report
    </ButtonLink>
  )
  if (!canWrite)
    return (
      <>
        {report}
        <IconButton label="Copy ID" onClick={() => void copyRunId(run.id)}>
          <Copy aria-hidden />
        </IconButton>
      </>
    )
  return (
    <>
      {report}
      {run.testPlan === null && !run.closed && (
        // On narrow screens only in the menu.
        <span className={styles.close}>
          <Button
            icon={<Check aria-hidden />}
            disabled={closing.whyNot !== null}
            data-tip={closing.whyNot ?? undefined}
            onClick={() => closing.ask([run])}
          >
            Close run
          </Button>
        </span>
      )}
      <Menu
        label="Actions for this test run"
        align="end"
        trigger={
          <IconButton label="Actions for this test run">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <RunMenuItems
          run={run}
          actions={{
            whyNotClosed: closing.whyNot,
            onAsk: (wanted) => send({ type: 'dialog/asked', ask: wanted }),
            onClose: closing.ask,
          }}
        />
      </Menu>
      {ask !== null && (
        <RunDialog
          ask={ask}
          onDone={(left) => {
            send({ type: 'action/done', skipped: left })
            if (ask.action === 'delete' && left.length === 0) navigate(runsHref(key), { replace: true })
            else onChanged()
          }}
          onClose={() => send({ type: 'dialog/closed' })}
        />
      )}
      {skipped.length > 0 && <SkippedDialog skipped={skipped} onClose={() => send({ type: 'skipped/read' })} />}
      <CloseRunsDialog of={closing} />
    </>
  )
}
