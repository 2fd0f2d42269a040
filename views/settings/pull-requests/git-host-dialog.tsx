/** A git host: its address and token, its repositories, and what it shows on their pull requests. */
import {
  createGitHost,
  GIT_HOST_KINDS,
  GIT_HOST_NAMES,
  GitHost,
  GitHostConnection,
  gitHostProblems,
  updateGitHost,
  type GitHostKind,
} from '../../../contract/pull-requests/git-hosts.ts'
import { PULL_REQUEST_TEXTS } from '../../../contract/pull-requests/texts.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { HOST_FORMS } from './git-host-text.ts'
import styles from './pull-requests.module.css'

const valuesOf = (host: GitHost | null) => ({
  kind: host?.kind ?? ('github' as GitHostKind),
  url: host?.url ?? HOST_FORMS.github.initial,
  token: '',
  /** One in a line. */
  repositories: host?.repositories.join('\n') ?? '',
  comments: host?.comments ?? true,
  statuses: host?.statuses ?? true,
})
type Values = ReturnType<typeof valuesOf>

const LABELS = plainLabels<Values>({
  kind: 'Git host',
  url: 'Address',
  token: 'Token',
  repositories: 'Repositories',
  comments: 'Comments',
  statuses: 'Commit statuses',
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Returns the values as calls send them. */
const sent = <Part extends Partial<Values>>({ repositories, ...rest }: Part) => ({
  ...rest,
  ...(repositories === undefined ? {} : { repositories: linesOf(repositories) }),
})

interface GitHostDialogProps {
  /** Null: a new one. */
  host: GitHost | null
  onClose: () => void
  onSaved: () => void
}

export function GitHostDialog({ host, onClose, onSaved }: GitHostDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const form = useForm({
    name: host === null ? `git-host:new:${key}` : `git-host:${host.id}`,
    initial: valuesOf(host),
    stored: storedAs(GitHost, valuesOf),
    schema: GitHostConnection,
    secrets: ['token'],
    validate: (values) => gitHostProblems({ ...values, repositories: linesOf(values.repositories) }, host !== null),
    submit: async (values, { changes, expected }) => {
      if (host === null) {
        const body = { ...values, repositories: linesOf(values.repositories), isOn: true }
        return send(createGitHost, { params: { projectKey: key }, body })
      }
      const { kind: _, token, ...changed } = changes
      const { kind: __, token: ___, ...seen } = expected
      return send(updateGitHost, {
        params: { projectKey: key, gitHostId: host.id },
        body: { ...sent(changed), expected: sent(seen), ...(token === undefined ? {} : { token }) },
      })
    },
    onDone: () => {
      toast.success(host === null ? PULL_REQUEST_TEXTS.created : PULL_REQUEST_TEXTS.updated)
      onSaved()
    },
  })
  const { field, values, change } = form
  const about = HOST_FORMS[values.kind]
  return (
    <FormDialog
      title={host === null ? 'Add git host' : `Edit ${GIT_HOST_NAMES[host.kind]}`}
      of={form}
      labels={LABELS}
      action={host === null ? 'Add git host' : 'Save git host'}
      onClose={onClose}
    >
      <Select
        label="Git host"
        value={values.kind}
        options={GIT_HOST_KINDS.map((value) => ({ value, label: GIT_HOST_NAMES[value] }))}
        disabled={host !== null}
        onValueChange={(kind) => change({ kind: kind as GitHostKind, url: HOST_FORMS[kind as GitHostKind].initial })}
      />
      <TextField
        {...field('url')}
        type="url"
        label={about.address}
        placeholder={about.placeholder}
        description={about.about}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...field('token')}
        type="password"
        label="Token"
        description={host === null ? `${about.token}. Stored encrypted.` : 'Left empty, the stored token stays'}
        autoComplete="new-password"
        spellCheck={false}
      />
      <TextArea
        {...field('repositories')}
        label="Repositories"
        placeholder={about.repository}
        description="One in a line. Launches of other repositories send nothing."
        spellCheck={false}
      />
      <div className={styles.choices}>
        <Checkbox
          checked={values.comments}
          description="One comment on each pull request, updated by later launches"
          onCheckedChange={(comments) => change({ comments })}
        >
          Comment on pull requests
        </Checkbox>
        <Checkbox
          checked={values.statuses}
          description="Passed or failed, by the quality gate of the project"
          onCheckedChange={(statuses) => change({ statuses })}
        >
          Set commit statuses
        </Checkbox>
      </div>
    </FormDialog>
  )
}
