import { CreateWorkspace, createWorkspace, type OpenSession } from '../../contract/session/session.ts'
import { AuthPage } from '../shared/auth/auth-page.tsx'
import { useApplication } from '../application/context.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { NewPasswordField } from '../shared/forms/password-field.tsx'
import { Button } from '../ui/controls/button.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import styles from './session.module.css'
import { NOTE, STEPS } from './steps.ts'

export function WorkspaceStep({ onCreated }: { onCreated: (session: OpenSession) => void }) {
  const { send } = useApplication()
  const { form, field, problem, isPending } = useForm({
    name: 'create-workspace',
    initial: { workspaceName: '', firstName: '', lastName: '', email: '', password: '' },
    schema: CreateWorkspace,
    secrets: ['password'],
    submit: (values) => send(createWorkspace, { body: { ...values, username: usernameOf(values.email) } }),
    onDone: onCreated,
  })
  return (
    <AuthPage
      title="Create your workspace"
      lead="Create the first account. It owns the workspace and can invite others."
      steps={{ names: STEPS, current: 0 }}
      note={NOTE}
    >
      <form {...form}>
        <TextField
          {...field('workspaceName')}
          label="Workspace name"
          description="Shown next to every project. You can change it later."
          size="lg"
          autoComplete="organization"
          autoFocus
        />
        <div className={styles.pair}>
          <TextField {...field('firstName')} label="First name" size="lg" autoComplete="given-name" />
          <TextField {...field('lastName')} label="Last name" size="lg" autoComplete="family-name" />
        </div>
        <TextField {...field('email')} label="E-mail" type="email" size="lg" autoComplete="email" />
        <NewPasswordField {...field('password')} label="Password" size="lg" />
        <InlineProblem>{problem}</InlineProblem>
        <Button type="submit" variant="primary" size="lg" isWide isPending={isPending}>
          Create workspace
        </Button>
      </form>
    </AuthPage>
  )
}

/** Only an address is asked for: its local part becomes the username. */
const usernameOf = (email: string): string =>
  (email.trim().split('@')[0] ?? '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '')
    .slice(0, 50) || 'owner'
