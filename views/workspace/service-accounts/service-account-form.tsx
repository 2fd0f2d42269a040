/** Form of a new or an edited service account. */
import {
  createServiceAccount,
  SERVICE_ACCOUNT_TEXTS,
  ServiceAccount,
  ServiceAccountFields,
  updateServiceAccount,
} from '../../../contract/workspace/service-accounts.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication } from '../../application/context.tsx'
import type { PartLabels } from '../../shared/forms/edit-notes.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { ROLE_LABELS } from '../../shared/role-labels.ts'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { AssignmentsField } from '../users/assignments-field.tsx'
import { assignmentsOf, isIncomplete, type AssignmentRow } from '../users/assignments.ts'

interface ServiceAccountFormProps {
  /** Null for a new one. */
  account: ServiceAccount | null
  onClose: () => void
  onSaved: (account: ServiceAccount) => void
}

export function ServiceAccountForm({ account, onClose, onSaved }: ServiceAccountFormProps) {
  const { send } = useApplication()
  const of = useForm({
    name: account === null ? 'service-account:new' : `service-account:${account.id}`,
    initial: valuesOf(account),
    schema: ServiceAccountFields,
    validate: ({ projects }) => (isIncomplete(projects) ? { projects: TEXTS.required } : {}),
    submit: (values, { changes, expected }) =>
      account === null
        ? send(createServiceAccount, { body: { ...values, projects: assignmentsOf(values.projects, false) } })
        : send(updateServiceAccount, {
            params: { serviceAccountId: account.id },
            body: { ...withAssignments(changes), expected: withAssignments(expected) },
          }),
    stored: storedAs(ServiceAccount, valuesOf),
    onDone: (saved) => {
      const text = account === null ? SERVICE_ACCOUNT_TEXTS.created : SERVICE_ACCOUNT_TEXTS.updated
      toast.success(text(saved.name))
      onSaved(saved)
    },
  })
  const { field, values, change } = of
  return (
    <FormDialog
      title={account === null ? 'New service account' : `Edit ${account.name}`}
      of={of}
      labels={LABELS}
      action={account === null ? 'Create' : 'Save'}
      onClose={onClose}
    >
      <TextField
        {...field('name')}
        label="Name"
        description="What uses it, for example “shop pipeline”. Launches and the change log show it."
        autoComplete="off"
      />
      <TextArea {...field('description')} label="Description" description="Optional" />
      <AssignmentsField rows={values.projects} isReadOnly={false} onValueChange={(projects) => change({ projects })} />
      <InlineProblem>{field('projects').error}</InlineProblem>
    </FormDialog>
  )
}

// oxlint-disable-next-line typescript/consistent-type-definitions -- `useForm` takes a record, and an interface has no index signature
type Values = { name: string; description: string; projects: readonly AssignmentRow[] }

const valuesOf = (account: ServiceAccount | null): Values => ({
  name: account?.name ?? '',
  description: account?.description ?? '',
  projects: (account?.projects ?? []).map(({ projectId, key, name, role }) => ({
    id: projectId,
    project: { id: projectId, key, name, logoUrl: null },
    role,
  })),
})

const withAssignments = ({ projects, ...values }: Partial<Values>) =>
  projects === undefined ? values : { ...values, projects: assignmentsOf(projects, false) }

const NAMES: Record<string, string> = { name: 'Name', description: 'Description', projects: 'Projects' }

const LABELS: PartLabels<Values> = {
  name: (part) => NAMES[part] ?? part,
  value: (part, { projects, ...values }) =>
    part === 'projects'
      ? projects.map(({ project, role }) => `${project?.name ?? ''}: ${ROLE_LABELS[role]}`).join(', ')
      : values[part as 'name' | 'description'],
}
