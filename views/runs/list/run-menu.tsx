/** Menu of a run, in its row and on its page (RUNS-21 to RUNS-26). */
import { Archive, Copy, Flag, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import type { TestRunSummary } from '../../../contract/runs/runs.ts'
import type { RunsAsk } from '../../../machines/runs/runs-page.machine.ts'
import { useProject } from '../../application/context.tsx'
import { copyText } from '../../ui/browser/copy-text.ts'
import { MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { editRunHref, rerunHref } from '../address.ts'

export interface RunMenuActions {
  /** Reason why it cannot be closed; null if it can. */
  whyNotClosed: string | null
  onAsk: (ask: RunsAsk) => void
  onClose: (runs: readonly TestRunSummary[]) => void
}

export const copyRunId = async (id: number): Promise<void> => {
  if (await copyText(String(id))) toast.success(RUN_TEXTS.idCopied)
  else toast.error(`This browser did not allow copying. The ID is ${id}.`)
}

export function RunMenuItems({ run, actions }: { run: TestRunSummary; actions: RunMenuActions }) {
  const { key } = useProject()
  const isOwn = run.testPlan === null
  const isOpen = isOwn && !run.closed
  return (
    <>
      {isOpen && (
        <MenuItem icon={<Pencil aria-hidden />} href={editRunHref(key, run.id)}>
          Edit
        </MenuItem>
      )}
      {isOwn && (
        <MenuItem icon={<RotateCcw aria-hidden />} href={rerunHref(key, run.id)}>
          Rerun
        </MenuItem>
      )}
      {isOpen && (
        <MenuItem icon={<Flag aria-hidden />} onSelect={() => actions.onAsk({ action: 'milestone', runs: [run] })}>
          {run.milestone === null ? 'Assign to milestone' : 'Change milestone'}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copyRunId(run.id)}>
        Copy ID
      </MenuItem>
      {isOpen && (
        <MenuItem
          icon={<Archive aria-hidden />}
          isDisabled={actions.whyNotClosed !== null}
          description={actions.whyNotClosed}
          onSelect={() => actions.onClose([run])}
        >
          Close
        </MenuItem>
      )}
      {isOwn && <MenuSeparator />}
      {isOwn && (
        <MenuItem
          icon={<Trash2 aria-hidden />}
          isDanger
          onSelect={() => actions.onAsk({ action: 'delete', runs: [run] })}
        >
          Delete
        </MenuItem>
      )}
    </>
  )
}
