/** Shown after sign-in when the workspace requires a second factor that the account does not have yet. */
import { useMachine } from '@xstate/react'
import { Fingerprint, Smartphone } from 'lucide-react'
import { Redirect, useSearch } from 'wouter'
import type { z } from 'zod/mini'
import { listPasskeys } from '../../../contract/workspace/passkeys.ts'
import { beginEnrolment } from '../../../contract/workspace/second-factor.ts'
import { verifySession } from '../../../contract/workspace/sign-in-policy.ts'
import { secondFactorMachine } from '../../../machines/workspace/second-factor.machine.ts'
import { hasPasskeys } from '../../../services/session/authenticator.ts'
import { useApplication, useMaybeSession, useResource } from '../../application/context.tsx'
import { AuthPage } from '../../shared/auth/auth-page.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { paths, signInHref, wantedAfterSignIn } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { PasskeyDialog } from '../profile/security/passkey-dialogs.tsx'
import { AskPassword, ConfirmCode, RecoveryCodes } from '../profile/security/second-factor-dialogs.tsx'
import styles from './owed-second-factor.module.css'

export function OwedSecondFactorPage() {
  const open = useMaybeSession()
  const search = useSearch()
  if (open === null) return <Redirect to={signInHref(paths.home)} replace />
  if (open.restriction === 'enrol') return <Enrol isInternal={open.user.source === 'INTERNAL'} />
  if (open.restriction === 'verify') return <Verify />
  return <Redirect to={wantedAfterSignIn(search)} replace />
}

/** Renewing the session lifts the requirement, and the page redirects. */
const useSettled = () => {
  const { session } = useApplication()
  return () => session.send({ type: 'session/renew' })
}

const useWaysOut = () => {
  const { session } = useApplication()
  return (
    <Button variant="quiet" size="sm" onClick={() => session.send({ type: 'session/sign-out' })}>
      Sign out
    </Button>
  )
}

function Enrol({ isInternal }: { isInternal: boolean }) {
  const { send } = useApplication()
  const passkeys = useResource(() => send(listPasskeys))
  const [snapshot, dispatch] = useMachine(secondFactorMachine)
  const settled = useSettled()
  const { enrolment, codes } = snapshot.context
  const close = () => dispatch({ type: 'factor/close' })
  const showCodes = (made: readonly string[]) => dispatch({ type: 'codes/made', codes: made })
  const takesPasskeys = isInternal && passkeys.value?.isAvailable === true && hasPasskeys()
  return (
    <AuthPage
      title="Set up two-step verification"
      lead="This workspace asks everybody for a second factor. Choose how you want to confirm that it is you."
      foot={<div className={styles.ways}>{useWaysOut()}</div>}
      note="Access tokens of your agents go on working."
    >
      <div className={styles.choices}>
        <Button
          variant="primary"
          size="lg"
          isWide
          icon={<Smartphone aria-hidden />}
          onClick={() => dispatch({ type: 'factor/turn-on' })}
        >
          Use an authenticator app
        </Button>
        {takesPasskeys && (
          <Button size="lg" isWide icon={<Fingerprint aria-hidden />} onClick={() => dispatch({ type: 'passkey/add' })}>
            Add a passkey
          </Button>
        )}
      </div>
      {snapshot.matches('enrolling') &&
        (isInternal ? (
          <AskPassword
            title="Set up your authenticator app"
            action="Continue"
            submit={(password) => send(beginEnrolment, { body: password === null ? {} : { password } })}
            onDone={(begun) => dispatch({ type: 'enrolment/begun', enrolment: begun })}
            onClose={close}
          >
            You need an authenticator app on your phone or computer.
          </AskPassword>
        ) : (
          <BeginWithoutPassword onBegun={(begun) => dispatch({ type: 'enrolment/begun', enrolment: begun })} />
        ))}
      {enrolment !== null && (
        <ConfirmCode enrolment={enrolment} onDone={(made) => showCodes(made.recoveryCodes)} onClose={close} />
      )}
      <PasskeyDialog snapshot={snapshot} onClose={close} onChanged={(made) => (made ? showCodes(made) : settled())} />
      {snapshot.matches('showingCodes') && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            close()
            settled()
          }}
        />
      )}
    </AuthPage>
  )
}

type Begun = z.infer<typeof beginEnrolment.answer>

/** Accounts of single sign-on have no password to ask for. */
function BeginWithoutPassword({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const { send } = useApplication()
  const { form, problem, isPending } = useForm({
    name: 'second-factor-without-password',
    initial: {},
    submit: () => send(beginEnrolment, { body: {} }),
    onDone: onBegun,
  })
  return (
    <form {...form} className={styles.choices}>
      <p>You need an authenticator app on your phone or computer.</p>
      <InlineProblem>{problem}</InlineProblem>
      <Button type="submit" size="lg" isWide isPending={isPending}>
        Continue
      </Button>
    </form>
  )
}

function Verify() {
  const { send } = useApplication()
  const settled = useSettled()
  const { form, field, problem, isPending } = useForm({
    name: 'verify-session',
    initial: { code: '' },
    secrets: ['code'],
    schema: verifySession.body,
    submit: ({ code }) => send(verifySession, { body: { code } }),
    onDone: settled,
  })
  return (
    <AuthPage
      title="Two-step verification"
      lead="This workspace asks for a second factor. Enter the 6-digit code of your authenticator app, or a recovery code."
      foot={<div className={styles.ways}>{useWaysOut()}</div>}
      note="Lost your second factor? An administrator of this workspace can reset it."
    >
      <form {...form}>
        <TextField {...field('code')} label="Code" size="lg" autoComplete="one-time-code" maxLength={40} autoFocus />
        <InlineProblem>{problem}</InlineProblem>
        <Button type="submit" variant="primary" size="lg" isWide isPending={isPending}>
          Verify
        </Button>
      </form>
    </AuthPage>
  )
}
