/** The door: sign in, and on to where somebody wanted to go. On an empty server there is nobody to sign in: it leads to the set-up. */
import { useSelector } from '@xstate/react'
import { Redirect } from 'wouter'
import { signIn } from '../../contract/session.ts'
import { isRestoring } from '../../machines/session.ts'
import { AuthPage } from '../app/auth-page.tsx'
import { useApplication, useResource } from '../app/context.tsx'
import { useForm } from '../app/form.tsx'
import { paths } from '../app/routes.ts'
import { Button } from '../ui/button.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import { Link } from '../ui/link.tsx'
import { TextField } from '../ui/text-field.tsx'

export function SignIn() {
  const { session, sessions } = useApplication()
  const isUndecided = useSelector(session, isRestoring)
  const { value: welcome } = useResource(() => sessions.welcome())
  // A form that is gone as soon as it is drawn would only startle.
  if (isUndecided) return null
  if (welcome?.empty === true) return <Redirect to={paths.signUp} replace />
  return <SignInForm workspaceName={welcome?.workspaceName ?? null} />
}

function SignInForm({ workspaceName }: { workspaceName: string | null }) {
  const { session, sessions } = useApplication()
  const { form, field, problem, isPending } = useForm({
    name: 'sign-in',
    initial: { login: '', password: '' },
    schema: signIn.body,
    secrets: ['password'],
    submit: ({ login, password }) => sessions.signIn(login, password),
    // Where to go from here is the application's to say: it keeps the way back.
    onDone: (opened) => session.send({ type: 'session/opened', session: opened }),
  })
  return (
    <AuthPage
      title="Sign in"
      lead={workspaceName === null ? 'Welcome back.' : `Welcome back to ${workspaceName}.`}
      foot={
        <>
          <p>
            <Link href={paths.forgotPassword}>Forgot your password?</Link>
          </p>
          <p>No account yet? Ask whoever owns this workspace for one.</p>
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
