import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { maxOf, startOf, type FieldValue } from './field-changes.ts'
import styles from './bulk.module.css'

export interface FieldEditProps {
  field: TestCaseField
  /** Options of a users field. */
  people: readonly { id: number; name: string }[]
  value: FieldValue | undefined
  error: string | null
  onChange: (value: FieldValue | undefined) => void
}

const KEEP = { value: 'keep', label: 'Keep unchanged' }
const EMPTY = { value: 'empty', label: 'Clear' }
const SET = { value: 'set', label: 'Set to…' }

const choiceOf = (value: FieldValue | undefined): string =>
  value === undefined ? 'keep' : value === null ? 'empty' : 'set'

/** A custom field: keep, clear, or set. */
export function FieldEdit({ field, people, value, error, onChange }: FieldEditProps) {
  if (field.dataType === 'DROPDOWN' || field.dataType === 'USER') {
    const options =
      field.dataType === 'USER'
        ? people.map(({ id, name }) => ({ value: String(id), label: name }))
        : field.value.options.map(({ id, name }) => ({ value: String(id), label: name }))
    return (
      <Select
        label={field.name}
        value={typeof value === 'number' ? String(value) : choiceOf(value)}
        options={[KEEP, EMPTY, ...options]}
        onValueChange={(to) => onChange(to === 'keep' ? undefined : to === 'empty' ? null : Number(to))}
      />
    )
  }
  return (
    <div className={styles.custom}>
      <Select
        label={field.name}
        value={choiceOf(value)}
        options={[KEEP, EMPTY, SET]}
        onValueChange={(to) => onChange(to === 'keep' ? undefined : to === 'empty' ? null : startOf(field))}
      />
      {value !== undefined && value !== null && (
        <FieldValueInput field={field} value={value} error={error} onChange={onChange} />
      )}
    </div>
  )
}

type FieldValueInputProps = Omit<FieldEditProps, 'people' | 'value'> & { value: FieldValue }

function FieldValueInput({ field, value, error, onChange }: FieldValueInputProps) {
  const label = `Value of ${field.name}`
  if (field.dataType === 'MULTI_SELECT') {
    const chosen = Array.isArray(value) ? value : []
    return (
      <>
        <fieldset className={styles.options} aria-label={label}>
          {field.value.options.flatMap(({ id, name }) =>
            id === null
              ? []
              : [
                  <Checkbox
                    key={id}
                    checked={chosen.includes(id)}
                    onCheckedChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
                  >
                    {name}
                  </Checkbox>,
                ],
          )}
        </fieldset>
        <InlineProblem>{error}</InlineProblem>
      </>
    )
  }
  const common = {
    label,
    hideLabel: true,
    value: typeof value === 'string' ? value : '',
    onValueChange: onChange,
    ...(error === null ? {} : { error }),
  }
  if (field.dataType === 'TEXT') return <TextArea {...common} maxLength={maxOf(field)} />
  return field.dataType === 'DATE' ? <DateField {...common} /> : <TextField {...common} maxLength={maxOf(field)} />
}
