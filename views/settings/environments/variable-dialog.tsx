import { z } from 'zod/mini'
import { VariableKey, VariableValue } from '../../../contract/settings/variables.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useProject } from '../../app/context.tsx'
import { useForm } from '../../app/form.tsx'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from './environments.module.css'
import type { VariableOf } from './variables-list.tsx'
import { useSettings } from '../use-settings.ts'

const WithKey = z.object({ key: VariableKey })

export function VariableDialog({
  environment,
  variable,
  onClose,
  onSaved,
}: VariableOf & { onClose: () => void; onSaved: () => void }) {
  const { key: projectKey } = useProject()
  const { environments } = useSettings()
  const environmentId = environment?.id ?? null
  const wasSecret = variable?.secret ?? false
  const scope = environmentId ?? `project:${projectKey}`
  const form = useForm({
    name: variable === null ? `variable:new:${scope}` : `variable:${variable.id}`,
    initial: {
      key: variable?.key ?? '',
      // The value of a secret is not here to be edited: empty, it stays what it is.
      value: variable === null || wasSecret ? '' : variable.value,
      secret: wasSecret,
    },
    // Whether it is to be a secret may only be decided when it has been typed.
    secrets: ['value'],
    schema: WithKey,
    validate: ({ value, secret }) => {
      if (value === '' && wasSecret && secret) return {}
      const wrong = VariableValue.safeParse(value).error?.issues[0]?.message
      return wrong === undefined ? {} : { value: wrong }
    },
    submit: ({ key, value, secret }) =>
      variable === null
        ? environments.createVariable(projectKey, environmentId, { key, value, secret })
        : environments.updateVariable(projectKey, environmentId, variable.id, {
            key,
            secret,
            ...(value === '' ? {} : { value }),
          }),
    onDone: () => {
      toast.success(variable === null ? TEXTS.variableCreated : TEXTS.variableUpdated)
      onSaved()
    },
  })
  const { field, values, change } = form
  return (
    <FormDialog
      title={
        variable === null
          ? `New variable of ${environment === null ? 'the project' : environment.name}`
          : `Edit variable ${variable.key}`
      }
      of={form}
      action={variable === null ? 'Create variable' : 'Save variable'}
      onClose={onClose}
    >
      <TextField
        {...field('key')}
        label="Key"
        description="Latin letters, numbers and underscores. Must not begin with a number."
        autoComplete="off"
        spellCheck={false}
      />
      <TextArea
        {...field('value')}
        label="Value"
        rows={3}
        autoComplete="off"
        spellCheck={false}
        className={styles.code}
        description={wasSecret && values.secret ? 'Leave empty to keep the value.' : undefined}
      />
      <Checkbox
        checked={values.secret}
        onCheckedChange={(secret) => change({ secret })}
        description="Encrypted and masked. Revealing it is recorded in the change log."
      >
        Secret
      </Checkbox>
    </FormDialog>
  )
}
