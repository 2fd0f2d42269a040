import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import {
  fieldsWith,
  isSecret,
  type FieldKey,
  type IntegrationKind,
} from '../../../contract/workspace/integration-kinds.ts'
import { INTEGRATION_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import { Integration, saveIntegration } from '../../../contract/workspace/integrations.ts'
import { useApplication } from '../../application/context.tsx'
import { EditNotes } from '../../shared/forms/edit-notes.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { CheckButton, CheckOutcome } from './check-outcome.tsx'
import { bodyOf, checkedValues, keepsSecret, problemsOf, valuesOf, textOf, type Values } from './form-values.ts'
import { IntegrationField } from './integration-field.tsx'
import styles from './integration-page.module.css'
import type { IntegrationCheck } from './use-integration-check.ts'

interface IntegrationFormProps {
  kind: IntegrationKind
  integration: Integration
  check: IntegrationCheck
  onSaved: (saved: Integration) => void
  onRemove: () => void
}

export function IntegrationForm({ kind, integration, check, onSaved, onRemove }: IntegrationFormProps) {
  const { send } = useApplication()
  /** Base values that the author saw; of secrets only when they were entered. */
  const seen = useRef(integration)
  const { form, field, values, change, problem, isPending, ...of } = useForm<Values, Integration>({
    name: `integration:${kind.key}`,
    initial: valuesOf(kind, integration),
    schema: saveIntegration.body,
    validate: (given) => problemsOf(kind, seen.current, given),
    secrets: kind.fields.filter(isSecret).map(({ key }) => key),
    submit: (given, edit) =>
      send(saveIntegration, { params: { integration: kind.key }, body: bodyOf(kind, seen.current, given, edit) }),
    stored: (current) => {
      const parsed = Integration.safeParse(current)
      if (!parsed.success) return null
      seen.current = parsed.data
      return valuesOf(kind, parsed.data)
    },
    onDone: (saved) => {
      toast.success(INTEGRATION_TEXTS.saved(kind.name))
      onSaved(saved)
    },
  })
  const set = (key: FieldKey, value: string) => {
    change({ [key]: value })
    check.valuesChanged()
  }
  return (
    <form {...form} className={styles.form} aria-label={kind.name}>
      <EditNotes of={of} labels={textOf(kind)} />
      {fieldsWith(kind, values).map((one) => (
        <IntegrationField
          key={one.key}
          of={one}
          field={{ ...field(one.key), value: values[one.key] ?? '', onValueChange: (value) => set(one.key, value) }}
          keptSince={keepsSecret(kind, integration, values, one.key) ? integration.secrets[one.key] : undefined}
        />
      ))}
      <Guidance kind={kind} />
      <CheckOutcome check={check} kind={kind} />
      <InlineProblem>{problem}</InlineProblem>
      <div className={styles.buttons}>
        {integration.isStored && (
          <Button variant="quiet" icon={<Trash2 aria-hidden />} onClick={onRemove}>
            Remove
          </Button>
        )}
        <CheckButton check={check} kind={kind} onStart={() => check.start(checkedValues(kind, values))} />
        <Button type="submit" variant="primary" isPending={isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

export function Guidance({ kind: { guidance } }: { kind: IntegrationKind }) {
  return (
    <p className={styles.guidance}>
      {guidance.text}{' '}
      {guidance.href !== undefined && (
        <Link href={guidance.href} target="_blank">
          Open the page
        </Link>
      )}
    </p>
  )
}
