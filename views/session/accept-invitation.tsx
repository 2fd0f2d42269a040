/** Invitation page: creates the account and signs in. */
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { Redirect } from 'wouter'
import { fromPromise, waitFor } from 'xstate'
import type { OpenSession } from '../../contract/session/session.ts'
import { acceptInvitation, openInvitation, type Invitation } from '../../contract/workspace/invitations.ts'
import { invitationMachine, type Opened } from '../../machines/session/invitation.machine.ts'
import { isRestoring } from '../../machines/session/session.machine.ts'
import { ApiError, messageOf } from '../../services/http/api-error.ts'
import { useApplication, useMaybeSession } from '../application/context.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { NewPasswordField } from '../shared/forms/password-field.tsx'
import { paths } from '../shared/routes.ts'
import { Button } from '../ui/controls/button.tsx'
import { ProblemState } from '../ui/layout/empty-state.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { ButtonLink } from '../ui/controls/link.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { AuthPage } from '../shared/auth/auth-page.tsx'
import styles from './session.module.css'

export function AcceptInvitation() {
  const { session, send } = useApplication()
  const open = useMaybeSession()
  // In the fragment, which is not sent to the server or to proxies.
  const token = location.hash.slice(1)
  const machine = useMemo(() => {
    const ask = async (): Promise<Opened> => {
      const { context } = await waitFor(session, (one) => !isRestoring(one))
      if (context.session !== null) return { kind: 'occupied' }
      try {
        return { kind: 'offered', invitation: await send(openInvitation, { body: { token } }) }
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'refused' && error.status < 429)
          return { kind: 'gone', reason: messageOf(error) }
        throw error
      }
    }
    return invitationMachine.provide({ actors: { open: fromPromise(ask) } })
  }, [session, send, token])
  const [snapshot, dispatch] = useMachine(machine)
  const { invitation, reason, failure } = snapshot.context
  if (snapshot.matches('accepted')) return <Redirect to={paths.home} replace />
  if (snapshot.matches('unanswered'))
    return (
      <AuthPage title="Accept the invitation">
        <ProblemState title="The server did not respond" onRetry={() => dispatch({ type: 'invitation/retry' })}>
          {messageOf(failure)}
        </ProblemState>
      </AuthPage>
    )
  if (snapshot.matches('occupied')) {
    const username = open?.user.username ?? ''
    return (
      <AuthPage title="You are signed in already" lead={`As ${username}. Sign out first, then open the link again.`}>
        <ButtonLink href={paths.home} variant="primary" size="lg" isWide>
          Go on as {username}
        </ButtonLink>
      </AuthPage>
    )
  }
  if (snapshot.matches('gone'))
    return (
      <AuthPage title="This link cannot be used" lead={reason}>
        <ButtonLink href={paths.signIn} variant="primary" size="lg" isWide>
          Sign in
        </ButtonLink>
      </AuthPage>
    )
  if (invitation === null) return null
  return (
    <AcceptForm
      token={token}
      invitation={invitation}
      onAccepted={(opened) => {
        dispatch({ type: 'invitation/accepted' })
        session.send({ type: 'session/opened', session: opened })
      }}
    />
  )
}

interface AcceptFormProps {
  token: string
  invitation: Invitation
  onAccepted: (session: OpenSession) => void
}

function AcceptForm({ token, invitation, onAccepted }: AcceptFormProps) {
  const { workspaceName, email, username, invitedBy } = invitation
  const { send } = useApplication()
  const { form, field, problem, isPending } = useForm({
    name: `invitation:${email}`,
    initial: { username, firstName: '', lastName: '', password: '' },
    schema: acceptInvitation.body,
    secrets: ['password'],
    submit: (values) => send(acceptInvitation, { body: { token, ...values } }),
    onDone: onAccepted,
  })
  return (
    <AuthPage
      title={`Join ${workspaceName}`}
      lead={invitedBy === null ? `You are invited as ${email}.` : `${invitedBy} invites you as ${email}.`}
    >
      <form {...form}>
        <TextField {...field('username')} label="Username" size="lg" autoComplete="username" />
        <div className={styles.pair}>
          <TextField {...field('firstName')} label="First name" size="lg" autoComplete="given-name" />
          <TextField {...field('lastName')} label="Last name" size="lg" autoComplete="family-name" />
        </div>
        <NewPasswordField {...field('password')} label="Password" size="lg" />
        <InlineProblem>{problem}</InlineProblem>
        <Button type="submit" variant="primary" size="lg" isWide isPending={isPending}>
          Join
        </Button>
      </form>
    </AuthPage>
  )
}
