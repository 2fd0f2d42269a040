/** Username and token of a repository. Nobody can read a stored token, so two users' credentials collide as a whole. */
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { CredentialsForm, Repository, updateRepositoryCredentials } from '../../../contract/launchers/repositories.ts'
import type { FormParts } from '../../../machines/patterns/form-parts.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { EditNotes, type PartLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './repository-view.module.css'

type Values = {
  username: string
  /** The mask of the stored one, until another is typed. */
  accessToken: string
  version: number
}

const valuesOf = ({ credentials: { username, token, version } }: Repository): Values => ({
  username: username ?? '',
  accessToken: token ?? '',
  version,
})

const whole: FormParts<Values> = {
  names: () => ['credentials'],
  read: ({ username, accessToken }) => [username, accessToken],
  take: (_, { username, accessToken }) => ({ username, accessToken }),
}

const isStored = (base: Values, accessToken: string) => base.accessToken !== '' && accessToken === base.accessToken

interface CredentialsProps {
  repository: Repository
  onChecked: (repository: Repository) => void
}

export function Credentials({ repository, onChecked }: CredentialsProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const of = useForm<Values, Repository>({
    name: `repository-credentials:${repository.id}`,
    initial: valuesOf(repository),
    schema: CredentialsForm,
    secrets: ['accessToken'],
    submit: ({ username, accessToken }, { base }) =>
      send(updateRepositoryCredentials, {
        params: { projectKey: key, repoId: repository.id },
        body: {
          username,
          accessToken,
          accessTokenEncrypted: isStored(base, accessToken),
          version: base.version,
        },
      }),
    stored: storedAs(Repository, valuesOf),
    parts: whole,
    onDone: (next) => {
      toast.success(LAUNCHER_TEXTS.repositoryUpdated)
      onChecked(next)
    },
  })
  const { form, field, values, change, problem, isPending, base } = of
  const labels: PartLabels<Values> = {
    name: () => 'Credentials',
    value: (_, { username, accessToken }) =>
      `${username}, with the ${isStored(base, accessToken) ? 'stored token' : 'token typed here'}`,
  }
  return (
    <form {...form} className={styles.form} aria-label="Credentials">
      <EditNotes of={of} labels={labels} />
      <TextField
        {...field('username')}
        // The draft includes the version, so that the server detects newer credentials when a recovered name is saved.
        onValueChange={(username) => change({ username, version: values.version })}
        label="Username"
        autoComplete="off"
      />
      <TextField
        {...field('accessToken')}
        label="Token or app password"
        type="password"
        autoComplete="off"
        description={
          base.accessToken === '' ? 'Encrypted, and never shown again' : 'Stored. Enter another to replace it.'
        }
      />
      <InlineProblem>{problem}</InlineProblem>
      <div>
        <Button type="submit" isPending={isPending}>
          Connect
        </Button>
      </div>
    </form>
  )
}
