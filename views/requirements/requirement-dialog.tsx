/** Creates, edits and deletes a requirement of the project. */
import { z } from 'zod/mini'
import {
  Requirement,
  REQUIREMENT_TEXTS,
  RequirementValues,
  createRequirement,
  updateRequirement,
  deleteRequirement,
  type Requirement as StoredRequirement,
} from '../../contract/requirements/requirements.ts'
import type { RequirementAsk } from '../../machines/requirements/requirements-page.machine.ts'
import { useProject, useApplication } from '../application/context.tsx'
import { useConfirmedAction } from '../shared/forms/confirmed-action.ts'
import { plainLabels } from '../shared/forms/edit-notes.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { toast } from '../ui/toasts/toasts.ts'

interface RequirementDialogProps {
  ask: RequirementAsk
  onDone: () => void
  onClose: () => void
}

export function RequirementDialog({ ask, ...rest }: RequirementDialogProps) {
  if (ask.action === 'delete') return <DeleteRequirement requirement={ask.requirement} {...rest} />
  return <WriteRequirement requirement={ask.action === 'edit' ? ask.requirement : null} {...rest} />
}

const valuesOf = (requirement: StoredRequirement | null) => ({
  key: requirement?.key ?? '',
  title: requirement?.title ?? '',
  url: requirement?.url ?? '',
})
const LABELS = plainLabels<ReturnType<typeof valuesOf>>({ key: 'Key', title: 'Title', url: 'Link' })

const Stale = z.object({ data: Requirement })
const bodyOf = <Values extends { url?: string }>({ url, ...values }: Values) => ({
  ...values,
  ...(url === undefined ? {} : { url: url.trim() === '' ? null : url.trim() }),
})

type AskedProps = Omit<RequirementDialogProps, 'ask'>

function WriteRequirement({ requirement, onDone, onClose }: AskedProps & { requirement: StoredRequirement | null }) {
  const { key } = useProject()
  const { send } = useApplication()
  const form = useForm({
    name: requirement === null ? `requirement:new:${key}` : `requirement:${requirement.id}`,
    initial: valuesOf(requirement),
    validate: (values) => {
      const parsed = RequirementValues.safeParse(bodyOf(values))
      const problems: Record<string, string> = {}
      for (const { path, message } of parsed.error?.issues ?? []) problems[String(path[0])] ??= message
      return problems
    },
    stored: (current) => {
      const parsed = Stale.safeParse(current)
      return parsed.success ? valuesOf(parsed.data.data) : null
    },
    submit: (values, { changes, expected }) =>
      requirement === null
        ? send(createRequirement, {
            params: { projectKey: key },
            body: { ...values, url: values.url.trim() === '' ? null : values.url.trim() },
          }).then(({ data }) => data)
        : send(updateRequirement, {
            params: { projectKey: key, requirementId: requirement.id },
            body: { ...bodyOf(changes), expected: bodyOf(expected) },
          }).then(({ data }) => data),
    onDone: () => {
      toast.success(requirement === null ? REQUIREMENT_TEXTS.created : REQUIREMENT_TEXTS.updated)
      onDone()
    },
  })
  const { field } = form
  return (
    <FormDialog
      title={requirement === null ? 'New requirement' : `Edit requirement ${requirement.key}`}
      of={form}
      labels={LABELS}
      action={requirement === null ? 'Create requirement' : 'Save requirement'}
      onClose={onClose}
    >
      <TextField
        {...field('key')}
        label="Key"
        placeholder="PRD-91"
        description="Names the requirement in test cases and runs."
        autoComplete="off"
        spellCheck={false}
      />
      <TextField {...field('title')} label="Title" autoComplete="off" />
      <TextField
        {...field('url')}
        label="Link"
        placeholder="https://wiki.example/requirements/91"
        description="Optional. Where the requirement can be read."
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}

function DeleteRequirement({ requirement, onDone, onClose }: AskedProps & { requirement: StoredRequirement }) {
  const { key } = useProject()
  const { send } = useApplication()
  const { isPending, failure, confirm } = useConfirmedAction(
    async () => {
      await send(deleteRequirement, { params: { projectKey: key, requirementId: requirement.id } })
      toast.success(REQUIREMENT_TEXTS.deleted)
      onDone()
    },
    () => undefined,
  )
  return (
    <ConfirmDialog
      title={`Delete requirement ${requirement.key}?`}
      confirmLabel="Delete requirement"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      Its links to test cases are deleted. Test runs that name {requirement.key} keep the key. This cannot be undone.
    </ConfirmDialog>
  )
}
