/** The second step of a sign-in by a passkey. */
import { Fingerprint } from 'lucide-react'
import { ERROR_CODES } from '../../contract/errors.ts'
import { SECURITY_TEXTS } from '../../contract/workspace/account-security-texts.ts'
import type { SecondStepEvent } from '../../machines/session/second-step.machine.ts'
import { ApiError, messageOf } from '../../services/http/api-error.ts'
import { Button } from '../ui/controls/button.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { AuthPage } from '../shared/auth/auth-page.tsx'
import { LOST, recoverButton } from './second-step.tsx'
import styles from './session.module.css'

/** The server does not say why it rejects a passkey, as with passwords. */
export const passkeyProblem = (failure: unknown): string =>
  failure instanceof ApiError && failure.code === ERROR_CODES.wrongCredentials
    ? SECURITY_TEXTS.passkeyRefused
    : messageOf(failure)

interface PasskeyStepProps {
  isPending: boolean
  failure: unknown
  hasApp: boolean
  dispatch: (event: SecondStepEvent) => void
}

export function PasskeyStep({ isPending, failure, hasApp, dispatch }: PasskeyStepProps) {
  return (
    <AuthPage
      title="Two-step verification"
      lead="Your password was right. Confirm with your passkey that it is you."
      foot={
        <div className={styles.ways}>
          {hasApp && (
            <Button variant="quiet" size="sm" onClick={() => dispatch({ type: 'code/use-app' })}>
              Use your authenticator app
            </Button>
          )}
          {recoverButton(dispatch)}
          <Button variant="quiet" size="sm" onClick={() => dispatch({ type: 'signIn/restart' })}>
            Back to sign in
          </Button>
        </div>
      }
      note={LOST}
    >
      <InlineProblem>{failure === null ? undefined : passkeyProblem(failure)}</InlineProblem>
      <Button
        variant="primary"
        size="lg"
        isWide
        autoFocus
        icon={<Fingerprint aria-hidden />}
        isPending={isPending}
        onClick={() => dispatch({ type: 'passkey/use' })}
      >
        Use a passkey
      </Button>
    </AuthPage>
  )
}
