/** The door: sign in, and on to where somebody wanted to go. On an empty server there is nobody to sign in: it leads to the set-up. */
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { Redirect } from 'wouter'
import { fromPromise, waitFor } from 'xstate'
import { signIn, type OpenSession } from '../../contract/session/session.ts'
import { isRestoring } from '../../machines/session/session.machine.ts'
import { faceOf, signInMachine } from '../../machines/session/sign-in.machine.ts'
import { AuthPage } from './auth-page.tsx'
import { useApplication } from '../boot/context.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { paths } from '../shared/routes.ts'
import { Button } from '../ui/button.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import { Link } from '../ui/link.tsx'
import { TextField } from '../ui/text-field.tsx'

export function SignIn() {
  const { session, sessions } = useApplication()
  const machine = useMemo(
    () =>
      signInMachine.provide({
        actors: {
          restore: fromPromise(async () => {
            await waitFor(session, (one) => !isRestoring(one))
          }),
          welcome: fromPromise(async () => {
            const { empty, workspaceName } = await sessions.welcome()
            return { isEmpty: empty, workspaceName }
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
    <SignInForm
      workspaceName={snapshot.context.workspaceName}
      onOpened={(opened) => {
        send({ type: 'signIn/opened' })
        // Where to go from here is the application's to say: it keeps the way back.
        session.send({ type: 'session/opened', session: opened })
      }}
    />
  )
}

function SignInForm({
  workspaceName,
  onOpened,
}: {
  workspaceName: string | null
  onOpened: (session: OpenSession) => void
}) {
  const { sessions } = useApplication()
  const { form, field, problem, isPending } = useForm({
    name: 'sign-in',
    initial: { login: '', password: '' },
    schema: signIn.body,
    secrets: ['password'],
    submit: ({ login, password }) => sessions.signIn(login, password),
    onDone: onOpened,
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
        <InlineProblem>{problem}</InlineProblem>
        <Button type="submit" variant="primary" size="lg" isWide isPending={isPending}>
          Sign in
        </Button>
      </form>
    </AuthPage>
  )
}
