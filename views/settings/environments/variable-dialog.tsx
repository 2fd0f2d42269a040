import { z } from 'zod/mini'
import { Variable, VariableKey, VariableValue } from '../../../contract/settings/variables.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './environments.module.css'
import { variableCalls } from './variable-calls.ts'
import type { VariableOf } from './variables-list.tsx'

const valuesOf = (variable: Variable | null) => ({
  key: variable?.key ?? '',
  // A secret's value is not sent to the browser: an empty field keeps it.
  value: variable === null || variable.secret ? '' : variable.value,
  secret: variable?.secret ?? false,
  // A secret's base value is its version.
  valueVersion: variable?.valueVersion ?? null,
})

const PLAIN = plainLabels<ReturnType<typeof valuesOf>>({ key: 'Key', value: 'Value', secret: 'Secret' })
const LABELS: typeof PLAIN = {
  ...PLAIN,
  value: (part, values) => (part === 'value' && values.secret ? 'A secret value' : PLAIN.value(part, values)),
}

const WithKey = z.object({ key: VariableKey })

export function VariableDialog({
  environment,
  variable,
  onClose,
  onSaved,
}: VariableOf & { onClose: () => void; onSaved: () => void }) {
  const { key: projectKey } = useProject()
  const { send } = useApplication()
  const environmentId = environment?.id ?? null
  const calls = variableCalls(send, { projectKey, environmentId })
  const wasSecret = variable?.secret ?? false
  const scope = environmentId ?? `project:${projectKey}`
  const form = useForm({
    name: variable === null ? `variable:new:${scope}` : `variable:${variable.id}`,
    initial: valuesOf(variable),
    stored: storedAs(Variable, valuesOf),
    // It may become a secret after typing, so the value is never stored in a draft.
    secrets: ['value'],
    schema: WithKey,
    validate: ({ value, secret }) => {
      if (value === '' && wasSecret && secret) return {}
      const wrong = VariableValue.safeParse(value).error?.issues[0]?.message
      return wrong === undefined ? {} : { value: wrong }
    },
    submit: ({ key, value, secret }, { base, changes, expected }) =>
      variable === null
        ? calls.create({ key, value, secret })
        : calls.update(variable.id, {
            ...changes,
            expected:
              changes.value === undefined || base.valueVersion === null
                ? expected
                : { ...expected, value: base.valueVersion },
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
      labels={LABELS}
      action={variable === null ? 'Create variable' : 'Save variable'}
      onClose={onClose}
    >
      <TextField
        {...field('key')}
        label="Key"
        description={`Test cases refer to it as {{${values.key.trim() || 'KEY'}}}. Latin letters, numbers and underscores; must not begin with a number.`}
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
