import { RepositoryByUrl, addRepository, type RepositoryProvider } from '../../../contract/launchers/repositories.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { rawMessageOf } from '../raw-error.ts'
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
  const { send } = useApplication()
  const { form, field, values, isPending } = useForm({
    name: `add-repository:${key}:${provider}`,
    initial: { url: '', username: '', accessToken: '' },
    schema: RepositoryByUrl,
    secrets: ['accessToken'],
    submit: (given) =>
      send(addRepository, { params: { projectKey: key }, body: { provider, ...given } }).catch((error: unknown) => {
        // Field errors are shown beside their fields.
        if (!(error instanceof ApiError) || error.errors.length === 0) toast.error(rawMessageOf(error))
        throw error
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
      <div>
        <Button type="submit" variant="primary" disabled={values.url.trim() === ''} isPending={isPending}>
          Add
        </Button>
      </div>
    </form>
  )
}
