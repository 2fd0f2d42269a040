/** The second step of a sign-in: a code of an authenticator app, or a recovery code. */
import type { OpenSession } from '../../contract/session/session.ts'
import { verifySecondFactor } from '../../contract/session/second-factor.ts'
import { ApiError } from '../../services/http/api-error.ts'
import { useApplication } from '../boot/context.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { Button } from '../ui/button.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './session.module.css'

interface SecondStepProps {
  ticket: string
  isRecovering: boolean
  onOpened: (session: OpenSession) => void
  onExpired: () => void
  /** To the recovery codes, or back to the app. */
  onSwitch: () => void
  onRestart: () => void
}

export function SecondStep({ ticket, isRecovering, onOpened, onExpired, onSwitch, onRestart }: SecondStepProps) {
  const { sessions } = useApplication()
  const { form, field, problem, isPending } = useForm({
    name: 'second-step',
    initial: { ticket, code: '' },
    schema: verifySecondFactor.body,
    secrets: ['ticket', 'code'],
    submit: ({ code }) =>
      sessions.verifySecondFactor(ticket, code).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 410) onExpired()
        throw error
      }),
    onDone: onOpened,
  })
  return (
    <AuthPage
      title="Two-step verification"
      lead={
        isRecovering
          ? 'Enter one of your recovery codes. Each works once.'
          : 'Enter the 6-digit code of your authenticator app.'
      }
      foot={
        <div className={styles.ways}>
          <Button variant="quiet" size="sm" onClick={onSwitch}>
            {isRecovering ? 'Use your authenticator app' : 'Use a recovery code'}
          </Button>
          <Button variant="quiet" size="sm" onClick={onRestart}>
            Back to sign in
          </Button>
        </div>
      }
      note="No app and no recovery codes left? An administrator of this workspace can reset your second factor."
    >
      <form {...form}>
        {isRecovering ? (
          <TextField
            {...field('code')}
            label="Recovery code"
            size="lg"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            autoFocus
          />
        ) : (
          <TextField
            {...field('code')}
            label="Code"
            size="lg"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            autoFocus
          />
        )}
        <InlineProblem>{problem}</InlineProblem>
        <Button type="submit" variant="primary" size="lg" isWide isPending={isPending}>
          Verify
        </Button>
      </form>
    </AuthPage>
  )
}
