/** Two-step verification: whether it is on, and the dialogs that change it. */
import { useMachine } from '@xstate/react'
import { SECURITY_TEXTS } from '../../../../contract/workspace/account-security-texts.ts'
import { listPasskeys } from '../../../../contract/workspace/passkeys.ts'
import { getSecondFactor, beginEnrolment, renewRecoveryCodes } from '../../../../contract/workspace/second-factor.ts'
import { secondFactorMachine } from '../../../../machines/workspace/second-factor.machine.ts'
import { messageOf } from '../../../../services/http/api-error.ts'
import { useResource, useApplication } from '../../../application/context.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ProblemState } from '../../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { toast } from '../../../ui/toasts/toasts.ts'
import { longDate } from '../expiry.ts'
import { AskPassword, ConfirmCode, RecoveryCodes, TurnOff } from './second-factor-dialogs.tsx'
import styles from './security.module.css'
import { PasskeyDialog } from './passkey-dialogs.tsx'
import { Passkeys } from './passkeys.tsx'

export function SecondFactorSection() {
  const { send } = useApplication()
  const passkeys = useResource(() => send(listPasskeys))
  const { value, failure, isLoading, retry, refresh } = useResource(() => send(getSecondFactor))
  const [snapshot, dispatch] = useMachine(secondFactorMachine)
  const { enrolment, codes } = snapshot.context
  const close = () => dispatch({ type: 'factor/close' })
  const showCodes = ({ recoveryCodes }: { recoveryCodes: readonly string[] }) => {
    dispatch({ type: 'codes/made', codes: recoveryCodes })
    refresh()
  }
  const hasPasskeys = passkeys.value !== null && passkeys.value.items.length > 0
  return (
    <>
      <section className={styles.section}>
        <div className={styles.bar}>
          <div>
            <h2>Two-step verification</h2>
            <p className={styles.words}>
              {value?.since
                ? `On since ${longDate(value.since)}. You sign in with your password and a code of your authenticator app. ${codesLeft(value.recoveryCodesLeft)}`
                : hasPasskeys && value !== null
                  ? `On with your passkeys: they are asked for after your password. ${codesLeft(value.recoveryCodesLeft)}`
                  : 'Protect your account with a code of an authenticator app, as well as your password.'}
            </p>
          </div>
          {value === null && failure === null && <Skeleton width={90} />}
          {value !== null && (
            <div className={styles.buttons}>
              {(value.since !== null || hasPasskeys) && (
                <Button onClick={() => dispatch({ type: 'factor/renew-codes' })}>New recovery codes</Button>
              )}
              {value.since === null ? (
                <Button
                  variant={hasPasskeys ? 'secondary' : 'primary'}
                  onClick={() => dispatch({ type: 'factor/turn-on' })}
                >
                  {hasPasskeys ? 'Add an app' : 'Turn on'}
                </Button>
              ) : (
                <Button variant="danger" onClick={() => dispatch({ type: 'factor/turn-off' })}>
                  Turn off
                </Button>
              )}
            </div>
          )}
        </div>
        {value === null && failure !== null && (
          <ProblemState title="Two-step verification did not load" onRetry={retry} isRetrying={isLoading}>
            {messageOf(failure)}
          </ProblemState>
        )}
        {snapshot.matches('enrolling') && (
          <AskPassword
            title="Turn on two-step verification"
            action="Continue"
            submit={(password) => send(beginEnrolment, { body: password === null ? {} : { password } })}
            onDone={(begun) => dispatch({ type: 'enrolment/begun', enrolment: begun })}
            onClose={close}
          >
            You need an authenticator app on your phone or computer.
          </AskPassword>
        )}
        {enrolment !== null && <ConfirmCode enrolment={enrolment} onDone={showCodes} onClose={close} />}
        {snapshot.matches('renewing') && (
          <AskPassword
            title="Make new recovery codes"
            action="Make codes"
            submit={(password) => send(renewRecoveryCodes, { body: { password } })}
            onDone={showCodes}
            onClose={close}
          >
            The codes that you have now stop working.
          </AskPassword>
        )}
        {snapshot.matches('showingCodes') && <RecoveryCodes codes={codes} onClose={close} />}
        {snapshot.matches('turningOff') && (
          <TurnOff
            onDone={() => {
              toast.success(SECURITY_TEXTS.factorTurnedOff)
              close()
              refresh()
            }}
            onClose={close}
          />
        )}
      </section>
      <Passkeys
        passkeys={passkeys}
        send={dispatch}
        dialog={
          <PasskeyDialog
            snapshot={snapshot}
            onClose={close}
            onChanged={(codes) => {
              passkeys.refresh()
              if (codes === null) close()
              else showCodes({ recoveryCodes: codes })
              refresh()
            }}
          />
        }
      />
    </>
  )
}

const codesLeft = (left: number): string =>
  left === 1 ? '1 recovery code is left.' : `${left === 0 ? 'No' : left} recovery codes are left.`
