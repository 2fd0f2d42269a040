import { useApplication } from '../../application/context.tsx'
import { removeIntegration } from '../../../contract/workspace/integrations.ts'
import { INTEGRATION_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import type { IntegrationKind } from '../../../contract/workspace/integration-kinds.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'

interface RemoveIntegrationProps {
  kind: IntegrationKind
  onClose: () => void
  onRemoved: () => void
}

export function RemoveIntegration({ kind: { key, name }, onClose, onRemoved }: RemoveIntegrationProps) {
  const { send } = useApplication()
  const { isPending, failure, confirm } = useConfirmedAction(
    () => send(removeIntegration, { params: { integration: key } }),
    () => {
      toast.success(INTEGRATION_TEXTS.removed(name))
      onRemoved()
    },
  )
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove integration"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Its settings and secrets are deleted. To keep them for later, switch it off instead.</p>
    </ConfirmDialog>
  )
}
