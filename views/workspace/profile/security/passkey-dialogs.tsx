import type { SnapshotFrom } from 'xstate'
import { SECURITY_TEXTS } from '../../../../contract/workspace/account-security-texts.ts'
import {
  NewPasskey,
  removePasskey,
  renamePasskey,
  beginPasskey,
  addPasskey,
  type Passkey,
} from '../../../../contract/workspace/passkeys.ts'
import type { secondFactorMachine } from '../../../../machines/workspace/second-factor.machine.ts'
import { createPasskey } from '../../../../services/session/authenticator.ts'
import { useApplication } from '../../../application/context.tsx'
import { FormDialog } from '../../../shared/forms/form-dialog.tsx'
import { useForm } from '../../../shared/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { toast } from '../../../ui/toasts/toasts.ts'
import { Username } from './second-factor-dialogs.tsx'

interface PasskeyDialogProps {
  snapshot: SnapshotFrom<typeof secondFactorMachine>
  onClose: () => void
  /** With recovery codes, when this is the first second factor. */
  onChanged: (codes: readonly string[] | null) => void
}

export function PasskeyDialog({ snapshot, onClose, onChanged }: PasskeyDialogProps) {
  const { passkey } = snapshot.context
  if (snapshot.matches('addingPasskey')) return <AddPasskey onClose={onClose} onChanged={onChanged} />
  if (passkey === null) return null
  const of = { passkey, onClose, onChanged: () => onChanged(null) }
  return snapshot.matches('renamingPasskey') ? <RenamePasskey {...of} /> : <RemovePasskey {...of} />
}

function AddPasskey({ onClose, onChanged }: Pick<PasskeyDialogProps, 'onClose' | 'onChanged'>) {
  const { send } = useApplication()
  const of = useForm({
    name: 'new-passkey',
    initial: { name: '', password: '' },
    secrets: ['password'],
    schema: NewPasskey,
    submit: async ({ name, password }) => {
      const { options } = await send(beginPasskey, { body: { password } })
      const attestation = await createPasskey(options)
      if (attestation === null) throw new Error('Your browser made no passkey. Try again.')
      return send(addPasskey, { body: { name, attestation } })
    },
    onDone: ({ passkey, recoveryCodes }) => {
      toast.success(SECURITY_TEXTS.passkeyAdded(passkey.name))
      onChanged(recoveryCodes)
    },
    onLate: ({ recoveryCodes }) => {
      if (recoveryCodes !== null) onChanged(recoveryCodes)
    },
  })
  return (
    <FormDialog title="Add a passkey" of={of} action="Continue" onClose={onClose}>
      <p>Your browser then asks where to keep it: on this device, on your phone or on a security key.</p>
      <TextField
        {...of.field('name')}
        label="Name"
        description="So that you know it again, for example the name of this device."
        autoComplete="off"
        maxLength={50}
        data-autofocus
      />
      <Username />
      <TextField {...of.field('password')} label="Current password" type="password" autoComplete="current-password" />
    </FormDialog>
  )
}

interface OfPasskey {
  passkey: Passkey
  onClose: () => void
  onChanged: () => void
}

function RenamePasskey({ passkey, onClose, onChanged }: OfPasskey) {
  const { send } = useApplication()
  const of = useForm({
    name: `passkey-name-${passkey.id}`,
    initial: { name: passkey.name },
    schema: renamePasskey.body,
    submit: async ({ name }) => {
      await send(renamePasskey, { params: { passkeyId: passkey.id }, body: { name } })
      return name
    },
    onDone: (name) => {
      toast.success(SECURITY_TEXTS.passkeyRenamed(name))
      onChanged()
    },
  })
  return (
    <FormDialog title={`Rename ${passkey.name}`} of={of} action="Save" onClose={onClose}>
      <TextField {...of.field('name')} label="Name" autoComplete="off" maxLength={50} data-autofocus />
    </FormDialog>
  )
}

function RemovePasskey({ passkey, onClose, onChanged }: OfPasskey) {
  const { send } = useApplication()
  const of = useForm({
    name: 'passkey-removal',
    initial: { password: '' },
    secrets: ['password'],
    schema: removePasskey.body,
    submit: ({ password }) => send(removePasskey, { params: { passkeyId: passkey.id }, body: { password } }),
    onDone: () => {
      toast.success(SECURITY_TEXTS.passkeyRemoved(passkey.name))
      onChanged()
    },
  })
  return (
    <FormDialog title={`Remove ${passkey.name}?`} of={of} action="Remove" onClose={onClose}>
      <p>
        Nobody can sign in with it any more. Your device may still offer it: delete it in your password manager as well.
      </p>
      <Username />
      <TextField {...of.field('password')} label="Current password" type="password" autoComplete="current-password" />
    </FormDialog>
  )
}
