import {
  Environment,
  EnvironmentValues,
  createEnvironment,
  updateEnvironment,
} from '../../../contract/settings/environments.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'

interface EnvironmentDialogProps {
  /** Null for a new environment. */
  environment: Environment | null
  onClose: () => void
  onSaved: () => void
}

export function EnvironmentDialog({ environment, onClose, onSaved }: EnvironmentDialogProps) {
  const { key: projectKey } = useProject()
  const { send } = useApplication()
  const form = useForm({
    name: environment === null ? `environment:new:${projectKey}` : `environment:${environment.id}`,
    initial: valuesOf(environment),
    stored: storedAs(Environment, valuesOf),
    schema: EnvironmentValues,
    submit: (body, { changes, expected }) =>
      environment === null
        ? send(createEnvironment, { params: { projectKey }, body })
        : send(updateEnvironment, {
            params: { projectKey, environmentId: environment.id },
            body: { ...changes, expected },
          }),
    onDone: () => {
      toast.success(environment === null ? TEXTS.environmentCreated : TEXTS.environmentUpdated)
      onSaved()
    },
  })
  const { field, values, change } = form
  return (
    <FormDialog
      title={environment === null ? 'New environment' : `Edit environment ${environment.name}`}
      of={form}
      labels={LABELS}
      action={environment === null ? 'Create environment' : 'Save environment'}
      onClose={onClose}
    >
      <TextField
        {...field('name')}
        label="Name"
        autoComplete="off"
        // The key of a new one follows the name until it is edited.
        onValueChange={(name) =>
          change(
            environment === null && values.key === suggestedKey(values.name)
              ? { name, key: suggestedKey(name) }
              : { name },
          )
        }
      />
      <TextField
        {...field('key')}
        label="Key"
        description="The name agents use: latin letters, numbers, dots, hyphens and underscores."
        autoComplete="off"
        spellCheck={false}
      />
      <TextArea {...field('description')} label="Description" rows={3} />
    </FormDialog>
  )
}

const valuesOf = (environment: Environment | null) => ({
  name: environment?.name ?? '',
  key: environment?.key ?? '',
  description: environment?.description ?? '',
})

const LABELS = plainLabels<ReturnType<typeof valuesOf>>({ name: 'Name', key: 'Key', description: 'Description' })

const suggestedKey = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 63)
