import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { forgotPassword, getWelcome } from '../../contract/session/session.ts'
import { AuthPage } from '../shared/auth/auth-page.tsx'
import { useApplication, useResource } from '../application/context.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { paths } from '../shared/routes.ts'
import { Button } from '../ui/controls/button.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { ButtonLink, Link } from '../ui/controls/link.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import styles from './session.module.css'

const OUTBOX = 'This server sends no mail yet. Ask your administrator if no mail arrives.'

export function ForgotPassword() {
  const { send } = useApplication()
  const { value: welcome } = useResource(() => send(getWelcome))
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, field, problem, isPending } = useForm({
    name: 'forgot-password',
    initial: { email: '' },
    schema: forgotPassword.body,
    submit: async ({ email }) => {
      await send(forgotPassword, { body: { email } })
      return email.trim()
    },
    onDone: setSentTo,
  })
  const hint = welcome?.mail === 'outbox' && <p className={styles.hint}>{OUTBOX}</p>
  if (sentTo !== null)
    return (
      <AuthPage title="Check your mail" lead={`If ${sentTo} belongs to an account, we have sent it a link.`}>
        <div className={styles.done} aria-live="polite">
          <p className={styles.fact}>
            <MailCheck aria-hidden />
            The link works once and expires in 60 minutes.
          </p>
          {hint}
          <ButtonLink href={paths.signIn} size="lg" isWide>
            Back to sign in
          </ButtonLink>
        </div>
      </AuthPage>
    )
  return (
    <AuthPage
      title="Forgot your password?"
      lead="Enter your e-mail address. We will send you a link to set a new password."
      foot={
        <>
          Remembered it? <Link href={paths.signIn}>Sign in</Link>
        </>
      }
    >
      <form {...form}>
        <TextField {...field('email')} label="E-mail" type="email" size="lg" autoComplete="email" autoFocus />
        {hint}
        <InlineProblem>{problem}</InlineProblem>
        <Button type="submit" variant="primary" size="lg" isWide isPending={isPending}>
          Send the link
        </Button>
      </form>
    </AuthPage>
  )
}
