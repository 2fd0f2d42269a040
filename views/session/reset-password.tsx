import { useLocation, useSearch } from 'wouter'
import { resetPassword } from '../../contract/session/session.ts'
import { TEXTS } from '../../contract/texts.ts'
import { AuthPage } from '../shared/auth/auth-page.tsx'
import { useApplication } from '../application/context.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { NewPasswordField } from '../shared/forms/password-field.tsx'
import { paths } from '../shared/routes.ts'
import { Button } from '../ui/controls/button.tsx'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { ButtonLink, Link } from '../ui/controls/link.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { toast } from '../ui/toasts/toasts.ts'

export function ResetPassword() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  if (token !== '') return <ResetForm token={token} />
  return (
    <AuthPage title="This link is incomplete" lead="Open it from the mail again, or request a new one.">
      <ButtonLink href={paths.forgotPassword} variant="primary" size="lg" isWide>
        Request a new link
      </ButtonLink>
    </AuthPage>
  )
}

function ResetForm({ token }: { token: string }) {
  const { send } = useApplication()
  const [, navigate] = useLocation()
  const { form, field, problem, isPending, values, change } = useForm({
    name: 'reset-password',
    initial: { newPassword: '', confirmation: '', revokeAccessTokens: false },
    secrets: ['newPassword', 'confirmation'],
    schema: resetPassword.body,
    validate: ({ newPassword, confirmation }) =>
      newPassword === confirmation ? {} : { confirmation: TEXTS.passwordsDiffer },
    submit: ({ newPassword, revokeAccessTokens }) =>
      send(resetPassword, { body: { token, newPassword, revokeAccessTokens } }),
    onDone: () => {
      toast.success(TEXTS.passwordUpdated)
      navigate(paths.signIn, { replace: true })
    },
  })
  return (
    <AuthPage
      title="Set a new password"
      lead="You will be signed out everywhere else."
      foot={
        <>
          Link expired? <Link href={paths.forgotPassword}>Request a new one</Link>
        </>
      }
    >
      <form {...form}>
        <NewPasswordField {...field('newPassword')} label="New password" size="lg" autoFocus />
        <TextField
          {...field('confirmation')}
          label="New password again"
          type="password"
          size="lg"
          autoComplete="new-password"
        />
        <Checkbox
          checked={values.revokeAccessTokens}
          onCheckedChange={(revokeAccessTokens) => change({ revokeAccessTokens })}
          description="Agents and scripts that use them need new ones."
        >
          Also revoke my access tokens
        </Checkbox>
        <InlineProblem>{problem}</InlineProblem>
        <Button type="submit" variant="primary" size="lg" isWide isPending={isPending}>
          Set password
        </Button>
      </form>
    </AuthPage>
  )
}
