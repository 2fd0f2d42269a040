/** Offers to unlock work that was encrypted on this device when this user signed out. */
import { LockKeyhole } from 'lucide-react'
import { useId, useState, type SubmitEvent } from 'react'
import { TEXTS } from '../../../contract/texts.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { useApplication, useResource, useSession } from '../../application/context.tsx'
import { unsentText } from '../../shared/waiting-text.ts'
import { unsentActors } from './actors.ts'

export function SealedBanner() {
  const application = useApplication()
  const { user } = useSession()
  const [actors] = useState(() => unsentActors(application, user.id))
  const [asked, setAsked] = useState<'open' | 'give-up' | null>(null)
  const { value, change } = useResource(async () => ({ sealed: await actors.sealed() }))
  const sealed = value?.sealed ?? null
  if (sealed === null) return null
  const isOne = sealed.commands + sealed.drafts === 1
  // Earlier versions did not record the number of changes.
  const count = unsentText(sealed) || 'Drafts'
  const leave = () => setAsked(null)
  const done = () => change({ sealed: null })
  return (
    <>
      <Banner
        icon={<LockKeyhole aria-hidden />}
        actions={
          <Button size="sm" onClick={() => setAsked('open')}>
            Unlock
          </Button>
        }
      >
        <b>
          {count} {isOne ? 'is' : 'are'} encrypted on this device
        </b>{' '}
        since <RelativeTime at={new Date(sealed.at).toISOString()} />:{' '}
        {sealed.commands > 0 ? 'sent after you unlock' : 'back in their forms after you unlock'} {isOne ? 'it' : 'them'}
        .
      </Banner>
      {asked === 'open' && (
        <OpenDialog
          count={count}
          open={actors.unseal}
          onOpened={done}
          onGiveUp={() => setAsked('give-up')}
          onClose={leave}
        />
      )}
      {asked === 'give-up' && (
        <GiveUpDialog count={count} drop={actors.forgetSealed} onDropped={done} onClose={leave} />
      )}
    </>
  )
}

interface OpenDialogProps {
  /** As text: '3 changes'. */
  count: string
  open: (passphrase: string) => Promise<boolean>
  onOpened: () => void
  onGiveUp: () => void
  onClose: () => void
}

function OpenDialog({ count, open, onOpened, onGiveUp, onClose }: OpenDialogProps) {
  const form = useId()
  const [passphrase, setPassphrase] = useState('')
  const opening = useConfirmedAction(
    async () => {
      if (passphrase === '') throw new Error(TEXTS.required)
      // Forms read their drafts when they open.
      if (await open(passphrase)) location.reload()
    },
    () => {
      toast.success('Unlocked. Sending now.')
      onOpened()
    },
  )
  return (
    <Dialog
      title="Unlock encrypted changes"
      onClose={onClose}
      closesOnScrim={false}
      footer={
        <>
          <Button variant="danger" disabled={opening.isPending} onClick={onGiveUp}>
            Discard {count}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" isPending={opening.isPending}>
            Unlock
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          opening.confirm()
        }}
      >
        <TextField
          label="Passphrase"
          type="password"
          autoComplete="off"
          description="The passphrase you chose when you signed out. It cannot be recovered."
          value={passphrase}
          onValueChange={setPassphrase}
          required
          error={opening.failure}
        />
      </form>
    </Dialog>
  )
}

interface GiveUpDialogProps {
  count: string
  drop: () => Promise<void>
  onDropped: () => void
  onClose: () => void
}

function GiveUpDialog({ count, drop, onDropped, onClose }: GiveUpDialogProps) {
  const { isPending, failure, confirm } = useConfirmedAction(drop, onDropped)
  return (
    <ConfirmDialog
      title={`Discard ${count}?`}
      confirmLabel={`Discard ${count}`}
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>It is deleted from this device without being sent. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
