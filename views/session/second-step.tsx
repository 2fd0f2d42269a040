/** The second step of a sign-in: a code of an authenticator app, or a recovery code. */
import type { SecondFactorMethod } from '../../contract/session/session.ts'
import { verifySecondFactor } from '../../contract/session/second-factor.ts'
import type { SecondStepEvent } from '../../machines/session/second-step.machine.ts'
import { ApiError } from '../../services/http/api-error.ts'
import { useApplication } from '../application/context.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { Button } from '../ui/controls/button.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { AuthPage } from '../shared/auth/auth-page.tsx'
import styles from './session.module.css'

/** Help for users who have lost their second factor. */
export const LOST =
  'No passkey, app or recovery code left? An administrator of this workspace can reset your second factor.'

export const recoverButton = (dispatch: (event: SecondStepEvent) => void) => (
  <Button variant="quiet" size="sm" onClick={() => dispatch({ type: 'code/recover' })}>
    Use a recovery code
  </Button>
)

interface SecondStepProps {
  ticket: string
  isRecovering: boolean
  methods: readonly SecondFactorMethod[]
  dispatch: (event: SecondStepEvent) => void
}

export function SecondStep({ ticket, isRecovering, methods, dispatch }: SecondStepProps) {
  const { send } = useApplication()
  const { form, field, problem, isPending } = useForm({
    name: 'second-step',
    initial: { ticket, code: '' },
    schema: verifySecondFactor.body,
    secrets: ['ticket', 'code'],
    submit: ({ code }) =>
      send(verifySecondFactor, { body: { ticket, code } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 410) dispatch({ type: 'ticket/expired' })
        throw error
      }),
    onDone: (session) => dispatch({ type: 'signIn/opened', session }),
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
          {methods.includes('passkey') && (
            <Button variant="quiet" size="sm" onClick={() => dispatch({ type: 'passkey/use' })}>
              Use a passkey
            </Button>
          )}
          {isRecovering
            ? methods.includes('app') && (
                <Button variant="quiet" size="sm" onClick={() => dispatch({ type: 'code/use-app' })}>
                  Use your authenticator app
                </Button>
              )
            : recoverButton(dispatch)}
          <Button variant="quiet" size="sm" onClick={() => dispatch({ type: 'signIn/restart' })}>
            Back to sign in
          </Button>
        </div>
      }
      note={LOST}
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
