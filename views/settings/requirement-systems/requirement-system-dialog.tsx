import {
  addressOfRequirement,
  REQUIREMENT_SYSTEM_TEXTS,
  RequirementSystem,
  RequirementSystemValues,
  createRequirementSystem,
  updateRequirementSystem,
} from '../../../contract/settings/requirement-systems.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'

interface RequirementSystemDialogProps {
  /** Null for a new system. */
  system: RequirementSystem | null
  onClose: () => void
  onSaved: () => void
}

const valuesOf = (system: RequirementSystem | null) => ({
  name: system?.name ?? '',
  keyPrefix: system?.keyPrefix ?? '',
  address: system?.address ?? '',
})

const LABELS = plainLabels<ReturnType<typeof valuesOf>>({
  name: 'Name',
  keyPrefix: 'Keys begin with',
  address: 'Address',
})

export function RequirementSystemDialog({ system, onClose, onSaved }: RequirementSystemDialogProps) {
  const { key: projectKey } = useProject()
  const { send } = useApplication()
  const form = useForm({
    name: system === null ? `requirement-system:new:${projectKey}` : `requirement-system:${system.id}`,
    initial: valuesOf(system),
    stored: storedAs(RequirementSystem, valuesOf),
    schema: RequirementSystemValues,
    submit: (body, { changes, expected }) =>
      system === null
        ? send(createRequirementSystem, { params: { projectKey }, body })
        : send(updateRequirementSystem, {
            params: { projectKey, requirementSystemId: system.id },
            body: { ...changes, expected },
          }),
    onDone: () => {
      toast.success(system === null ? REQUIREMENT_SYSTEM_TEXTS.created : REQUIREMENT_SYSTEM_TEXTS.updated)
      onSaved()
    },
  })
  const { field, values } = form
  const parsed = RequirementSystemValues.safeParse({ ...values, name: 'any' })
  const key = `${parsed.data?.keyPrefix ?? ''}12`
  const leadsTo = parsed.success ? addressOfRequirement(key, [parsed.data]) : null
  return (
    <FormDialog
      title={system === null ? 'New requirement system' : `Edit requirement system ${system.name}`}
      of={form}
      labels={LABELS}
      action={system === null ? 'Create system' : 'Save system'}
      onClose={onClose}
    >
      <TextField {...field('name')} label="Name" autoComplete="off" />
      <TextField
        {...field('keyPrefix')}
        label="Key prefix"
        placeholder="SHOP-"
        description="Not case-sensitive. The longest match wins."
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...field('address')}
        label="Address"
        placeholder="https://tracker.example/browse/{key}"
        description={leadsTo === null ? 'Use {key} as the placeholder for the key.' : `${key} opens ${leadsTo}`}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}
