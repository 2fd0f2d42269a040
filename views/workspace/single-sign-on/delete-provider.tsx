import { useApplication } from '../../application/context.tsx'
import { deleteIdentityProvider, type IdentityProvider } from '../../../contract/workspace/identity-providers.ts'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.ts'

interface DeleteProviderProps {
  provider: Pick<IdentityProvider, 'id' | 'name' | 'people'>
  onClose: () => void
  onDeleted: () => void
}

/** Shows a failure in the dialog, not in a toast (SSO-12). */
export function DeleteProvider({ provider: { id, name, people }, onClose, onDeleted }: DeleteProviderProps) {
  const { send } = useApplication()
  const { isPending, failure, confirm } = useConfirmedAction(
    () => send(deleteIdentityProvider, { params: { providerId: id } }),
    () => {
      toast.success(PROVIDER_TEXTS.providerDeleted(name))
      onClose()
      onDeleted()
    },
  )
  return (
    <ConfirmDialog
      title={`Delete identity provider ${name}?`}
      confirmLabel="Delete provider"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {people === 0
          ? 'Nobody has signed in with it. This cannot be undone.'
          : `${people === 1 ? 'The user who signs in with it keeps the account and needs' : `The ${people} people who sign in with it keep their accounts and need`} another way to sign in. This cannot be undone.`}
      </p>
    </ConfirmDialog>
  )
}
