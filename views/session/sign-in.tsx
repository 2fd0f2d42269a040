/** Signs in and returns to the wanted page. On an empty server it leads to the first-run set-up. */
import { useMachine } from '@xstate/react'
import { Fingerprint } from 'lucide-react'
import { useMemo } from 'react'
import { Redirect } from 'wouter'
import { fromPromise, waitFor } from 'xstate'
import { getWelcome, type OpenSession, type SecondFactorNeeded, signIn } from '../../contract/session/session.ts'
import { hasEnded, isRestoring } from '../../machines/session/session.machine.ts'
import {
  faceOf,
  type IdentityProviderName,
  signInMachine,
  type Welcomed,
} from '../../machines/session/sign-in.machine.ts'
import { askForPasskey, hasPasskeys, offersPasskeys } from '../../services/session/authenticator.ts'
import { SecondStep } from './second-step.tsx'
import { passkeyProblem, PasskeyStep } from './passkey-step.tsx'
import { AuthPage } from '../shared/auth/auth-page.tsx'
import { useApplication } from '../application/context.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { paths } from '../shared/routes.ts'
import { Banner } from '../ui/layout/banner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { Link } from '../ui/controls/link.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { ProviderLinks } from './provider-links.tsx'
import styles from './session.module.css'
import { beginPasskeySignIn, signInByPasskey } from '../../contract/session/passkeys.ts'
import { secondStepMachine } from '../../machines/session/second-step.machine.ts'

export function SignIn() {
  const { session, send } = useApplication()
  const machine = useMemo(
    () =>
      signInMachine.provide({
        actors: {
          restore: fromPromise(async () => {
            await waitFor(session, (one) => !isRestoring(one))
          }),
          welcome: fromPromise<Welcomed>(async () => {
            const { empty, passkeys, ...named } = await send(getWelcome)
            return { isEmpty: empty, hasPasskeys: passkeys, ...named }
          }),
        },
      }),
    [session, send],
  )
  const [snapshot, dispatch] = useMachine(machine)
  const face = faceOf(snapshot)
  if (face === 'nothing') return null
  if (face === 'set-up') return <Redirect to={paths.signUp} replace />
  return (
    <SignInSteps
      workspaceName={snapshot.context.workspaceName}
      logoUrl={snapshot.context.workspaceLogoUrl}
      hasEnded={hasEnded(session.getSnapshot())}
      providers={snapshot.context.identityProviders}
      hasPasskeys={snapshot.context.hasPasskeys && hasPasskeys()}
      onOpened={(opened) => {
        dispatch({ type: 'signIn/opened' })
        // The application redirects after sign-in: it knows the wanted page.
        session.send({ type: 'session/opened', session: opened })
      }}
    />
  )
}

interface SignInStepsProps {
  workspaceName: string | null
  logoUrl: string | null
  /** Whether the server ended the session of the user who was signed in. */
  hasEnded: boolean
  providers: readonly IdentityProviderName[]
  /** Whether the server accepts passkeys. */
  hasPasskeys: boolean
  onOpened: (session: OpenSession) => void
}

/** Asks for the password, then for the second factor if there is one; or for a passkey alone. */
function SignInSteps({ workspaceName, logoUrl, hasEnded, providers, hasPasskeys, onOpened }: SignInStepsProps) {
  const { snapshot, dispatch } = useSignInSteps({ hasPasskeys, onOpened })
  const { ticket, methods, failure, isExpired } = snapshot.context
  if (snapshot.matches({ challenged: 'passkey' }))
    return (
      <PasskeyStep
        isPending={snapshot.matches({ challenged: { passkey: 'asking' } })}
        failure={failure}
        hasApp={methods.includes('app')}
        dispatch={dispatch}
      />
    )
  if (snapshot.matches('challenged')) {
    const isRecovering = snapshot.matches({ challenged: 'recovery' })
    return (
      <SecondStep
        // A typed code is not reused as a recovery code.
        key={isRecovering ? 'recovery' : 'code'}
        ticket={ticket}
        isRecovering={isRecovering}
        methods={methods}
        dispatch={dispatch}
      />
    )
  }
  return (
    <SignInForm
      workspaceName={workspaceName}
      logoUrl={logoUrl}
      hasEnded={hasEnded}
      providers={providers}
      hasPasskeys={hasPasskeys}
      isAskingForPasskey={snapshot.matches({ password: 'passkey' })}
      passkeyFailure={failure}
      isExpired={isExpired}
      onPasskey={() => dispatch({ type: 'passkey/use' })}
      onAnswered={(answer) =>
        'ticket' in answer
          ? dispatch({ type: 'signIn/challenged', ...answer })
          : dispatch({ type: 'signIn/opened', session: answer })
      }
    />
  )
}

interface SignInFormProps {
  workspaceName: string | null
  logoUrl: string | null
  hasEnded: boolean
  providers: readonly IdentityProviderName[]
  hasPasskeys: boolean
  isAskingForPasskey: boolean
  /** Why the passkey failed; null when it was not tried. */
  passkeyFailure: unknown
  /** The code came too late: sign-in starts again. */
  isExpired: boolean
  onPasskey: () => void
  onAnswered: (answer: OpenSession | SecondFactorNeeded) => void
}

function SignInForm({
  workspaceName,
  logoUrl,
  hasEnded,
  providers,
  isExpired,
  onAnswered,
  ...passkey
}: SignInFormProps) {
  const { send } = useApplication()
  const { form, field, problem, isPending } = useForm({
    name: 'sign-in',
    initial: { login: '', password: '' },
    schema: signIn.body,
    secrets: ['password'],
    submit: ({ login, password }) => send(signIn, { body: { login, password } }),
    onDone: onAnswered,
  })
  return (
    <AuthPage
      title="Sign in"
      logo={{ url: logoUrl, name: workspaceName }}
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
      {hasEnded && (
        <Banner>Your session has ended. If your account was deactivated, ask the owner of this workspace.</Banner>
      )}
      <form {...form}>
        <TextField
          {...field('login')}
          label="Username or e-mail"
          size="lg"
          autoComplete="username webauthn"
          autoFocus
        />
        <TextField {...field('password')} label="Password" type="password" size="lg" autoComplete="current-password" />
        <InlineProblem>
          {problem ??
            (passkey.passkeyFailure === null ? undefined : passkeyProblem(passkey.passkeyFailure)) ??
            (isExpired ? 'That took too long. Sign in again.' : undefined)}
        </InlineProblem>
        <Button type="submit" variant="primary" size="lg" isWide isPending={isPending}>
          Sign in
        </Button>
      </form>
      {(providers.length > 0 || passkey.hasPasskeys) && <p className={styles.or}>or</p>}
      {passkey.hasPasskeys && (
        <div className={styles.providers}>
          <Button
            size="lg"
            isWide
            icon={<Fingerprint aria-hidden />}
            isPending={passkey.isAskingForPasskey}
            onClick={passkey.onPasskey}
          >
            Sign in with a passkey
          </Button>
        </div>
      )}
      {providers.length > 0 && <ProviderLinks providers={providers} />}
    </AuthPage>
  )
}

interface Wanted {
  /** Whether both server and browser support passkeys. */
  hasPasskeys: boolean
  onOpened: (session: OpenSession) => void
}

/** The steps of a sign-in, with this browser's passkeys. */
const useSignInSteps = ({ hasPasskeys, onOpened }: Wanted) => {
  const { send } = useApplication()
  const machine = useMemo(() => {
    const signIn = async (ticket: string | null, signal: AbortSignal, isOffer = false): Promise<OpenSession | null> => {
      const { options } = await send(beginPasskeySignIn, { body: ticket === null ? {} : { ticket } })
      const assertion = await askForPasskey(options, { signal, isOffer })
      return assertion && send(signInByPasskey, { body: { assertion, ...(ticket === null ? {} : { ticket }) } })
    }
    return secondStepMachine.provide({
      actors: {
        usePasskey: fromPromise<OpenSession | null, { ticket: string | null }>(({ input, signal }) =>
          signIn(input.ticket, signal),
        ),
        offerPasskeys: fromPromise<OpenSession | null>(async ({ signal }) =>
          hasPasskeys && (await offersPasskeys()) && !signal.aborted ? signIn(null, signal, true) : null,
        ),
      },
    })
  }, [send, hasPasskeys])
  const [snapshot, dispatch] = useMachine(
    machine.provide({ actions: { open: (_, { session }) => session !== null && onOpened(session) } }),
  )
  return { snapshot, dispatch }
}
