/** The door: sign in, and on to where somebody wanted to go. On an empty server there is nobody to sign in: it leads to the set-up. */
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { Redirect } from 'wouter'
import { fromPromise, waitFor } from 'xstate'
import { signIn, type OpenSession, type SecondFactorNeeded } from '../../contract/session/session.ts'
import { isRestoring } from '../../machines/session/session.machine.ts'
import { secondStepMachine } from '../../machines/session/second-step.machine.ts'
import {
  faceOf,
  signInMachine,
  type IdentityProviderName,
  type Welcomed,
} from '../../machines/session/sign-in.machine.ts'
import { SecondStep } from './second-step.tsx'
import { AuthPage } from './auth-page.tsx'
import { useApplication } from '../boot/context.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { paths } from '../shared/routes.ts'
import { Button } from '../ui/button.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import { Link } from '../ui/link.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ProviderLinks } from './provider-links.tsx'
import styles from './session.module.css'

export function SignIn() {
  const { session, sessions } = useApplication()
  const machine = useMemo(
    () =>
      signInMachine.provide({
        actors: {
          restore: fromPromise(async () => {
            await waitFor(session, (one) => !isRestoring(one))
          }),
          welcome: fromPromise<Welcomed>(async () => {
            const { empty, workspaceName, identityProviders } = await sessions.welcome()
            return { isEmpty: empty, workspaceName, identityProviders }
          }),
        },
      }),
    [session, sessions],
  )
  const [snapshot, send] = useMachine(machine)
  const face = faceOf(snapshot)
  if (face === 'nothing') return null
  if (face === 'set-up') return <Redirect to={paths.signUp} replace />
  return (
    <SignInSteps
      workspaceName={snapshot.context.workspaceName}
      providers={snapshot.context.identityProviders}
      onOpened={(opened) => {
        send({ type: 'signIn/opened' })
        // Where to go from here is the application's to say: it keeps the way back.
        session.send({ type: 'session/opened', session: opened })
      }}
    />
  )
}

interface SignInStepsProps {
  workspaceName: string | null
  providers: readonly IdentityProviderName[]
  onOpened: (session: OpenSession) => void
}

/** The password, and for people with a second factor a code. */
function SignInSteps({ workspaceName, providers, onOpened }: SignInStepsProps) {
  const [snapshot, send] = useMachine(secondStepMachine)
  const opened = (session: OpenSession) => {
    send({ type: 'signIn/opened' })
    onOpened(session)
  }
  if (snapshot.matches('challenged')) {
    const isRecovering = snapshot.matches({ challenged: 'recovery' })
    return (
      <SecondStep
        // What was typed as a code is no recovery code.
        key={isRecovering ? 'recovery' : 'code'}
        ticket={snapshot.context.ticket}
        isRecovering={isRecovering}
        onOpened={opened}
        onExpired={() => send({ type: 'ticket/expired' })}
        onSwitch={() => send({ type: isRecovering ? 'code/use-app' : 'code/recover' })}
        onRestart={() => send({ type: 'signIn/restart' })}
      />
    )
  }
  return (
    <SignInForm
      workspaceName={workspaceName}
      providers={providers}
      isExpired={snapshot.matches('expired')}
      onAnswered={(answer) => ('ticket' in answer ? send({ type: 'signIn/challenged', ...answer }) : opened(answer))}
    />
  )
}

interface SignInFormProps {
  workspaceName: string | null
  providers: readonly IdentityProviderName[]
  /** The code came too late, and everything begins again. */
  isExpired: boolean
  onAnswered: (answer: OpenSession | SecondFactorNeeded) => void
}

function SignInForm({ workspaceName, providers, isExpired, onAnswered }: SignInFormProps) {
  const { sessions } = useApplication()
  const { form, field, problem, isPending } = useForm({
    name: 'sign-in',
    initial: { login: '', password: '' },
    schema: signIn.body,
    secrets: ['password'],
    submit: ({ login, password }) => sessions.signIn(login, password),
    onDone: onAnswered,
  })
  return (
    <AuthPage
      title="Sign in"
      lead={workspaceName === null ? 'Welcome back.' : `Welcome back to ${workspaceName}.`}
      foot={
        <>
          <p>
            <Link isAlone href={paths.forgotPassword}>
              Forgot your password?
            </Link>
          </p>
          <p>No account yet? Ask the owner of this workspace.</p>
        </>
      }
    >
      <form {...form}>
        <TextField {...field('login')} label="Username or e-mail" size="lg" autoComplete="username" autoFocus />
        <TextField {...field('password')} label="Password" type="password" size="lg" autoComplete="current-password" />
        <InlineProblem>{problem ?? (isExpired ? 'That took too long. Sign in again.' : undefined)}</InlineProblem>
        <Button type="submit" variant="primary" size="lg" isWide isPending={isPending}>
          Sign in
        </Button>
      </form>
      {providers.length > 0 && (
        <>
          <p className={styles.or}>or</p>
          <ProviderLinks providers={providers} />
        </>
      )}
    </AuthPage>
  )
}
