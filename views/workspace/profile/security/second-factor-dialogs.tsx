import type { ReactNode } from 'react'
import {
  confirmEnrolment,
  renewRecoveryCodes,
  turnOffSecondFactor,
  type Enrolment,
} from '../../../../contract/workspace/second-factor.ts'
import { TEXTS } from '../../../../contract/texts.ts'
import { useSession, useApplication } from '../../../application/context.tsx'
import { FormDialog } from '../../../shared/forms/form-dialog.tsx'
import { useForm } from '../../../shared/forms/form.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CodeBlock } from '../../../ui/code/code-block.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { saveFile } from '../../../ui/files/save-file.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { toast } from '../../../ui/toasts/toasts.ts'
import { QrCode } from './qr-code.tsx'
import styles from './security.module.css'

interface AskPasswordProps<Result> {
  title: string
  action: string
  submit: (password: string) => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
  children: ReactNode
}

/** Asks for the password, so that an unattended browser is not enough. */
export function AskPassword<Result>({ title, action, submit, onDone, onClose, children }: AskPasswordProps<Result>) {
  const of = useForm({
    name: 'second-factor-password',
    initial: { password: '' },
    secrets: ['password'],
    schema: renewRecoveryCodes.body,
    submit: ({ password }) => submit(password),
    onDone,
    onLate: onDone,
  })
  return (
    <FormDialog title={title} of={of} action={action} onClose={onClose}>
      <p>{children}</p>
      <Username />
      <TextField {...of.field('password')} label="Current password" type="password" autoComplete="current-password" />
    </FormDialog>
  )
}

/** Password managers need the username. */
export function Username() {
  const { user } = useSession()
  return <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
}

interface ConfirmCodeProps {
  enrolment: Enrolment
  onDone: (made: { recoveryCodes: string[] }) => void
  onClose: () => void
}

export function ConfirmCode({ enrolment, onDone, onClose }: ConfirmCodeProps) {
  const { send } = useApplication()
  const of = useForm({
    name: 'second-factor-code',
    initial: { code: '' },
    secrets: ['code'],
    schema: confirmEnrolment.body,
    submit: ({ code }) => send(confirmEnrolment, { body: { code } }),
    onDone,
    onLate: onDone,
  })
  return (
    <FormDialog title="Add Assay to your app" of={of} action="Turn on" onClose={onClose}>
      <p>Scan this with your authenticator app, then enter the code that the app shows.</p>
      <QrCode label="QR code for your authenticator app" text={enrolment.uri} />
      <div className={styles.secret}>
        <p className={styles.words}>Or type this key:</p>
        <CodeBlock
          label="Key"
          code={enrolment.secret.replace(/.{4}(?=.)/g, '$& ')}
          copyValue={enrolment.secret}
          wraps
          onCopied={() => toast.success(TEXTS.valueCopied('Key'))}
        />
      </div>
      <TextField
        {...of.field('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        data-autofocus
      />
    </FormDialog>
  )
}

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <Dialog
      title="Store your recovery codes"
      onClose={onClose}
      // An outside press must not close it: the codes cannot be shown again.
      closesOnScrim={false}
      footer={
        <>
          <Button onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'assay-recovery-codes.txt')}>
            Download
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.secret}>
        <p>Each code signs you in once without your app. Store them in a safe place: they will not be shown again.</p>
        <CodeBlock label="Recovery codes" code={text} onCopied={() => toast.success(TEXTS.valueCopied('Codes'))} />
      </div>
    </Dialog>
  )
}

export function TurnOff({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { send } = useApplication()
  const of = useForm({
    name: 'second-factor-off',
    initial: { password: '', code: '' },
    secrets: ['password', 'code'],
    schema: turnOffSecondFactor.body,
    submit: ({ password, code }) => send(turnOffSecondFactor, { body: { password, code } }),
    onDone,
  })
  return (
    <FormDialog title="Turn off two-step verification" of={of} action="Turn off" onClose={onClose}>
      <p>You will sign in with your password alone. Your recovery codes stop working.</p>
      <Username />
      <TextField {...of.field('password')} label="Current password" type="password" autoComplete="current-password" />
      <TextField
        {...of.field('code')}
        label="Code"
        description="Of your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        maxLength={40}
      />
    </FormDialog>
  )
}
