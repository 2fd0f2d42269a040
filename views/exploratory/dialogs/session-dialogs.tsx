/** Confirms closing or deleting a session, which cannot be undone (ESCL-01, ESCL-08); shares its report. */
import type { ExploratorySessionSummary } from '../../../contract/exploratory/sessions.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useSendOrEnqueue } from '../commands.ts'
import { withRefusalToast } from '../refusal-toast.ts'
import { observationCount } from '../session-text.ts'

export interface SessionAsk {
  action: 'close' | 'delete' | 'share'
  session: Pick<ExploratorySessionSummary, 'id' | 'title' | 'closed' | 'observations'>
}

export interface SessionDialogProps {
  ask: SessionAsk
  onDone: () => void
  onClose: () => void
}

const ShareDialog = later(() => import('../../shared/public/share-dialog.tsx').then((m) => m.ShareDialog))

export function SessionDialog({ ask, onDone, onClose }: SessionDialogProps) {
  const { action, session } = ask
  if (action === 'share')
    return (
      <Later onClose={onClose}>
        <ShareDialog
          shared={{ resourceType: 'exploratory-session', resourceId: session.id }}
          noun="report"
          onClose={onClose}
        />
      </Later>
    )
  return <Confirmed action={action} session={session} onDone={onDone} onClose={onClose} />
}

interface ConfirmedProps extends Omit<SessionDialogProps, 'ask'> {
  action: 'close' | 'delete'
  session: SessionAsk['session']
}

function Confirmed({ action, session, onDone, onClose }: ConfirmedProps) {
  const sendOrEnqueue = useSendOrEnqueue()
  const { isPending, failure, confirm } = useConfirmedAction(async () => {
    const { id: sessionId, observations } = session
    await withRefusalToast(
      sendOrEnqueue(
        action === 'close'
          ? { type: 'session/close', sessionId }
          : { type: 'session/delete', sessionId, expected: { observations } },
      ),
    )
    // Navigates here, not on completion: the deletion's live event may unmount the dialog first.
    toast.success(action === 'close' ? TEXTS.exploratoryClosed : TEXTS.exploratoryDeleted)
  }, onDone)
  return (
    <ConfirmDialog
      title={`${action === 'close' ? 'Close' : 'Delete'} “${session.title}”?`}
      confirmLabel={action === 'close' ? 'Close session' : 'Delete session'}
      isDanger={action === 'delete'}
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      {action === 'close'
        ? 'Observations can no longer be added, edited or deleted. A closed session cannot be reopened.'
        : `It is deleted permanently${session.observations > 0 ? `, with ${observationCount(session.observations)} and their files` : ''}. This cannot be undone.`}
    </ConfirmDialog>
  )
}
