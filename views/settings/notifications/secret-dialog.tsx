import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './notifications.module.css'

/** The signing secret of a webhook. It is not shown again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title="Signing secret"
      onClose={onClose}
      closesOnScrim={false}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>
        Copy the secret now: it is not shown again. Your receiver checks the header <code>webhook-signature</code> with
        it, as Standard Webhooks describes.
      </p>
      <div className={styles.secret}>
        <code>{secret}</code>
        <CopyButton value={secret} label="Copy secret" />
      </div>
    </Dialog>
  )
}
