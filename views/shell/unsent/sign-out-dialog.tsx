/** Sign-out with unsent work on this device: send, seal, export or discard it. */
import { useActorRef, useSelector } from '@xstate/react'
import { Download, LockKeyhole, Send, Trash2 } from 'lucide-react'
import { useId, useMemo, type SubmitEvent } from 'react'
import { fromPromise } from 'xstate'
import {
  MIN_PASSPHRASE,
  signOutMachine,
  type SignOutEvent,
  type UnsentWork,
} from '../../../machines/session/sign-out.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { canSeal } from '../../../store/outbox/bundles/sealed.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useApplication, useSession } from '../../application/context.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { unsentText } from '../../shared/waiting-text.ts'
import { unsentActors } from './actors.ts'
import styles from './unsent.module.css'

/** Rendered when sign-out is requested; shows nothing without unsent work. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const application = useApplication()
  const { user } = useSession()
  const machine = useMemo(() => {
    const actors = unsentActors(application, user.id)
    return signOutMachine.provide({
      actors: {
        look: fromPromise(actors.look),
        send: fromPromise(actors.send),
        seal: fromPromise<void, { passphrase: string }>(({ input }) => actors.seal(input.passphrase)),
        export: fromPromise(actors.export),
        drop: fromPromise(actors.drop),
      },
    })
  }, [application, user.id])
  const actor = useActorRef(machine)
  useEmitted(actor, {
    'session/leave': () => {
      application.session.send({ type: 'session/sign-out' })
      onClose()
    },
    'session/stay': onClose,
  })
  const snapshot = useSelector(actor, (one) => one)
  if (snapshot.matches('staying') || snapshot.matches('looking') || snapshot.matches('leaving')) return null
  if (snapshot.matches('confirming'))
    return (
      <ConfirmDialog
        title={`Discard ${unsentText(snapshot.context.work)}?`}
        confirmLabel="Discard and sign out"
        onConfirm={() => actor.send({ type: 'drop/confirm' })}
        onClose={() => actor.send({ type: 'drop/cancel' })}
      >
        <p>It exists only on this device. This cannot be undone.</p>
      </ConfirmDialog>
    )
  return (
    <Asking
      work={snapshot.context.work}
      isExported={snapshot.context.isExported}
      failure={snapshot.context.failure}
      passphraseProblem={snapshot.context.passphraseProblem}
      doing={snapshot.value as string}
      send={(event) => actor.send(event)}
    />
  )
}

interface AskingProps {
  work: UnsentWork
  isExported: boolean
  failure: unknown
  passphraseProblem: string | null
  doing: string
  send: (event: SignOutEvent) => void
}

function Asking({ work, isExported, failure, passphraseProblem, doing, send }: AskingProps) {
  const form = useId()
  const canSend = work.commands + work.files > 0
  const isBusy = doing !== 'asking'
  const seal = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('passphrase')
    if (!(field instanceof HTMLInputElement)) return
    send({ type: 'unsent/seal', passphrase: field.value })
    if (field.value.length < MIN_PASSPHRASE) field.focus()
  }
  return (
    <Dialog
      title={`${unsentText(work)} only on this device`}
      width="small"
      closesOnScrim={false}
      onClose={() => send({ type: 'sign-out/cancel' })}
      footer={
        <Button onClick={() => send({ type: 'sign-out/cancel' })} data-autofocus>
          Stay signed in
        </Button>
      }
    >
      <p>
        {canSend
          ? 'These changes have not reached the server yet. What should happen to them?'
          : 'You typed this and did not save it. What should happen to it?'}
      </p>
      <ul className={styles.ways}>
        {canSend && (
          <li>
            <Button
              icon={<Send aria-hidden />}
              isPending={doing === 'sending'}
              disabled={isBusy && doing !== 'sending'}
              onClick={() => send({ type: 'unsent/send' })}
            >
              {work.drafts === 0 ? 'Send and sign out' : 'Send the changes'}
            </Button>
          </li>
        )}
        {canSeal(crypto) && (
          <li>
            <form id={form} className={styles.seal} noValidate onSubmit={seal}>
              <TextField
                label="Passphrase"
                name="passphrase"
                type="password"
                autoComplete="new-password"
                required
                error={passphraseProblem ?? undefined}
                description="They stay on this device, encrypted. You unlock them after you sign in again. The passphrase cannot be recovered."
              />
            </form>
            <Button
              type="submit"
              form={form}
              icon={<LockKeyhole aria-hidden />}
              isPending={doing === 'sealing'}
              disabled={isBusy && doing !== 'sealing'}
            >
              Keep encrypted and sign out
            </Button>
          </li>
        )}
        <li>
          <Button
            icon={<Download aria-hidden />}
            isPending={doing === 'exporting'}
            disabled={isBusy && doing !== 'exporting'}
            onClick={() => send({ type: 'unsent/export' })}
          >
            Export as a file
          </Button>
          {isExported && <p className={styles.note}>The file is in your downloads. You can import it on any device.</p>}
        </li>
        <li>
          <Button
            variant="danger"
            icon={<Trash2 aria-hidden />}
            isPending={doing === 'dropping'}
            disabled={isBusy && doing !== 'dropping'}
            onClick={() => send({ type: 'unsent/drop' })}
          >
            {isExported ? 'Delete from this device and sign out' : 'Discard and sign out'}
          </Button>
          {!isExported && <p className={styles.note}>This cannot be undone.</p>}
        </li>
      </ul>
      <InlineProblem>{failure === null ? null : messageOf(failure)}</InlineProblem>
    </Dialog>
  )
}
