import type { SkippedRun } from '../../../contract/runs/runs.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from '../list/runs.module.css'

const WHY: Record<SkippedRun['reason'], string> = {
  changed: 'assigned to another milestone meanwhile',
  'of-plan': 'part of a test plan, which changes it',
  closed: 'closed already',
  gone: 'deleted meanwhile',
}

/** Items that a bulk action skipped, with reasons. */
export function SkippedDialog({ skipped, onClose }: { skipped: readonly SkippedRun[]; onClose: () => void }) {
  return (
    <Dialog
      title={`${formatCount(skipped.length, 'test run was', 'test runs were')} left out`}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      Nothing was done to:
      <ul className={styles.skipped}>
        {skipped.map(({ id, title, reason }) => (
          <li key={id}>
            <b>{title || `#${id}`}</b>: {WHY[reason]}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
