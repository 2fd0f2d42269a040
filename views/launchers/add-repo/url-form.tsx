import { RepositoryByUrl, type RepositoryProvider } from '../../../contract/launchers/repositories.ts'
import { useProject } from '../../boot/context.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/button.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { withRawMessage } from '../raw-error.ts'
import { useLaunchers } from '../use-launchers.ts'
import styles from './add-repo.module.css'

interface UrlFormProps {
  provider: RepositoryProvider
  onAdded: (repoId: number) => void
}

const EXAMPLES: Record<RepositoryProvider, string> = {
  GITHUB: 'https://github.com/team/tests.git',
  GITLAB: 'https://gitlab.com/team/tests.git',
  BITBUCKET: 'https://bitbucket.org/team/tests.git',
  GIT: 'https://git.example.com/team/tests.git',
}

export function UrlForm({ provider, onAdded }: UrlFormProps) {
  const { key } = useProject()
  const launchers = useLaunchers()
  const { form, field, values, problem, isPending } = useForm({
    name: `add-repository:${key}:${provider}`,
    initial: { url: '', username: '', accessToken: '' },
    schema: RepositoryByUrl,
    secrets: ['accessToken'],
    submit: (given) =>
      launchers.addRepository(key, { provider, ...given }).catch((error: unknown) => {
        throw withRawMessage(error)
      }),
    onDone: ({ id }) => onAdded(id),
  })
  return (
    <form {...form} className={styles.form} aria-label="Repository by address">
      <TextField {...field('url')} label="Address" placeholder={EXAMPLES[provider]} autoComplete="off" />
      <TextField {...field('username')} label="Username" description="Optional" autoComplete="off" />
      <TextField
        {...field('accessToken')}
        label="Token or app password"
        type="password"
        description="Optional. Encrypted, and never shown again."
        autoComplete="off"
      />
      <InlineProblem>{problem}</InlineProblem>
      <div>
        <Button type="submit" variant="primary" disabled={values.url.trim() === ''} isPending={isPending}>
          Add
        </Button>
      </div>
    </form>
  )
}
