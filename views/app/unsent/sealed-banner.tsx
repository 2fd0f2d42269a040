/** Something was sealed on this device when this person signed out: it waits for the passphrase. */
import { LockKeyhole } from 'lucide-react'
import { useId, useState, type SubmitEvent } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { useConfirmedAction } from '../confirmed-action.ts'
import { useApplication, useResource, useSession } from '../context.tsx'
import { unsentActors } from './actors.ts'

export function SealedBanner() {
  const application = useApplication()
  const { person } = useSession()
  const [actors] = useState(() => unsentActors(application, person.id))
  const [isAsked, setAsked] = useState(false)
  const { value, change } = useResource(async () => ({ sealed: await actors.sealed() }))
  const sealed = value?.sealed ?? null
  if (sealed === null) return null
  return (
    <>
      <Banner
        icon={<LockKeyhole aria-hidden />}
        actions={
          <Button size="sm" onClick={() => setAsked(true)}>
            Open
          </Button>
        }
      >
        <b>
          {sealed.commands.toLocaleString('en')} {sealed.commands === 1 ? 'change is' : 'changes are'} sealed on this
          device
        </b>{' '}
        since <RelativeTime at={new Date(sealed.at).toISOString()} />: they are sent once you have opened them.
      </Banner>
      {isAsked && (
        <OpenDialog
          open={actors.unseal}
          onOpened={() => change({ sealed: null })}
          drop={actors.forgetSealed}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

interface OpenDialogProps {
  open: (passphrase: string) => Promise<number>
  onOpened: () => void
  drop: () => Promise<void>
  onClose: () => void
}

function OpenDialog({ open, onOpened, drop, onClose }: OpenDialogProps) {
  const form = useId()
  const [passphrase, setPassphrase] = useState('')
  const opening = useConfirmedAction(
    () => open(passphrase),
    () => {
      toast.success('What was sealed is on its way')
      onOpened()
    },
  )
  const dropping = useConfirmedAction(drop, onOpened)
  return (
    <Dialog
      title="Open what was sealed"
      onClose={onClose}
      closesOnScrim={false}
      footer={
        <>
          <Button variant="danger" isPending={dropping.isPending} onClick={dropping.confirm}>
            Give it up
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" isPending={opening.isPending}>
            Open
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          opening.confirm()
        }}
      >
        <TextField
          label="Passphrase"
          type="password"
          autoComplete="off"
          value={passphrase}
          onValueChange={setPassphrase}
          required
        />
      </form>
      <InlineProblem>{opening.failure ?? dropping.failure}</InlineProblem>
    </Dialog>
  )
}
