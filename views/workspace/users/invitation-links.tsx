/** Links of invitations to hand over by other means, when no mail server is configured. */
import type { z } from 'zod/mini'
import type { inviteUsers } from '../../../contract/workspace/invitations.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './users.module.css'

export type Links = z.infer<typeof inviteUsers.answer>['links']

export function InvitationLinks({ links, onClose }: { links: Links; onClose: () => void }) {
  return (
    <Dialog
      title={links.length === 1 ? 'Hand this link over' : 'Hand these links over'}
      width="medium"
      onClose={onClose}
      closesOnScrim={false}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles.links}>
        <p>
          This server sends no mail. Give each user their link: it works for 7 days and is not shown again. “Resend
          invitation” makes a new one.
        </p>
        {links.map(({ userId, email, link }) => (
          <div key={userId} className={styles.link}>
            <TextField label={email} value={link} readOnly onFocus={({ target }) => target.select()} />
            <CopyButton
              variant="secondary"
              size="md"
              value={link}
              onCopied={() => toast.success(TEXTS.valueCopied(`Link for ${email}`))}
            />
          </div>
        ))}
      </div>
    </Dialog>
  )
}
