/** Form control of a case's field, by data type (TCASE-01 to TCASE-04). */
import type { ReactNode } from 'react'
import type { CustomValues } from '../../../contract/cases/cases.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { AttachmentsField } from '../../shared/attachments/attachments-field.tsx'
import type { Uploads } from '../../shared/attachments/use-uploads.ts'
import type { KnownSharedSteps } from '../../shared/steps/shared-reference.tsx'
import { StepsEditor } from '../../shared/steps/steps-editor.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useVocabulary } from '../../shared/cases/vocabulary.tsx'
import type { CaseValues } from './case-values.ts'
import { labelOf, textFieldOf } from '../../shared/case-fields/fields.ts'
import { usePeople } from '../../shared/cases/people.tsx'
import styles from './case-form.module.css'

export interface FieldInputProps {
  field: TestCaseField
  values: CaseValues
  uploads: Uploads
  shared: readonly KnownSharedSteps[]
  /** Error of a field, such as `description` or `customFields.17`. */
  errorAt: (path: string) => string | undefined
  /** Of custom fields, takes only the changed ones. */
  onChange: (changes: Partial<CaseValues>) => void
}

export function FieldInput({ field, values, uploads, shared, errorAt, onChange }: FieldInputProps) {
  const { priorities, automationStates } = useVocabulary()
  const label = labelOf(field)
  const hint = field.description === '' ? {} : { description: field.description }
  switch (field.dataType) {
    case 'PRIORITY':
      return (
        <Choice
          label={label}
          options={priorities}
          value={values.priority}
          error={errorAt('priority')}
          onChange={(priority) => onChange({ priority })}
        />
      )
    case 'AUTOMATION_STATE':
      return (
        <Choice
          label={label}
          options={automationStates}
          value={values.automationState}
          error={errorAt('automationState')}
          onChange={(automationState) => onChange({ automationState })}
        />
      )
    case 'DRAFT':
      return (
        <Checkbox checked={values.draft} onCheckedChange={(draft) => onChange({ draft })}>
          {label}
        </Checkbox>
      )
    case 'DEPRECATED':
      return (
        <Checkbox checked={values.deprecated} onCheckedChange={(deprecated) => onChange({ deprecated })}>
          {label}
        </Checkbox>
      )
    case 'AUTHOR':
    case 'CREATED_ON':
      return null // read-only
    case 'STEPS':
      return (
        <Part label={label} error={errorAt('steps')}>
          <StepsEditor
            steps={values.steps}
            uploads={uploads}
            shared={shared}
            onChange={(steps) => onChange({ steps })}
          />
        </Part>
      )
    case 'ATTACHMENTS':
      return (
        <Part label={label} error={errorAt('attachments')}>
          <AttachmentsField
            label={label}
            target="case"
            files={values.attachments}
            uploads={uploads}
            onChange={(attachments) => onChange({ attachments })}
          />
        </Part>
      )
    default: {
      const own = field.type === 'SYSTEM' ? textFieldOf(field.systemName) : null
      if (own !== null)
        return (
          <TextArea
            label={label}
            {...hint}
            rows={3}
            maxLength={LIMITS.maxCaseText}
            value={values[own]}
            error={errorAt(own)}
            onValueChange={(text) => onChange({ [own]: text })}
          />
        )
      return (
        <CustomInput
          field={field}
          label={label}
          hint={hint}
          values={values}
          error={errorAt(`customFields.${field.id}`)}
          onChange={onChange}
        />
      )
    }
  }
}

interface CustomInputProps {
  field: TestCaseField
  label: string
  hint: { description?: string }
  values: CaseValues
  error: string | undefined
  onChange: (changes: Partial<CaseValues>) => void
}

function CustomInput({ field, label, hint, values, error, onChange }: CustomInputProps) {
  const people = usePeople()
  const value = values.customFields[String(field.id)] ?? null
  const set = (to: CustomValues[string]) => onChange({ customFields: { [field.id]: to } })
  const text = typeof value === 'string' ? value : ''
  const typed = { label, ...hint, error, value: text, onValueChange: (to: string) => set(to === '' ? null : to) }
  switch (field.dataType) {
    case 'TEXT':
      return <TextArea {...typed} rows={3} maxLength={LIMITS.maxFieldText} />
    case 'DATE':
      return <DateField {...typed} />
    case 'URI':
      return (
        <TextField
          {...typed}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={LIMITS.maxFieldUrl}
          autoComplete="off"
        />
      )
    case 'DROPDOWN':
      return (
        <Choice
          label={label}
          {...hint}
          options={field.value.options}
          value={numberOf(value)}
          error={error}
          onChange={set}
        />
      )
    case 'USER':
      return <Choice label={label} {...hint} options={people} value={numberOf(value)} error={error} onChange={set} />
    case 'MULTI_SELECT': {
      const ids = Array.isArray(value) ? value : []
      return (
        <fieldset className={styles.options}>
          <legend>{label}</legend>
          {field.value.options.map(({ id, name }) =>
            id === null ? null : (
              <Checkbox
                key={id}
                checked={ids.includes(id)}
                onCheckedChange={(isOn) => {
                  const next = isOn ? [...ids, id] : ids.filter((one) => one !== id)
                  set(next.length === 0 ? null : next)
                }}
              >
                {name}
              </Checkbox>
            ),
          )}
          <InlineProblem>{error}</InlineProblem>
        </fieldset>
      )
    }
    default:
      return <TextField {...typed} maxLength={LIMITS.maxFieldString} autoComplete="off" />
  }
}

const numberOf = (value: CustomValues[string]): number | null => (typeof value === 'number' ? value : null)

interface ChoiceProps {
  label: string
  description?: string
  options: readonly { id: number | null; name: string }[]
  value: number | null
  error?: string | undefined
  /** Inline, without a label or border. */
  isBare?: boolean
  onChange: (id: number | null) => void
}

export function Choice({ label, description, options, value, error, isBare = false, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      hideLabel={isBare}
      look={isBare ? 'bare' : 'field'}
      {...(description === undefined ? {} : { description })}
      value={value === null ? '' : String(value)}
      error={error}
      options={[
        { value: '', label: 'None' },
        ...options.flatMap(({ id, name }) => (id === null ? [] : [{ value: String(id), label: name }])),
      ]}
      onValueChange={(to) => onChange(to === '' ? null : Number(to))}
    />
  )
}

function Part({ label, error, children }: { label: string; error: string | undefined; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{label}</h3>
      {children}
      <InlineProblem>{error}</InlineProblem>
    </section>
  )
}
