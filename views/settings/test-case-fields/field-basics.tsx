import { CUSTOM_DATA_TYPES, type CustomDataType } from '../../../contract/settings/test-case-field-values.ts'
import type { FieldTab } from '../../../contract/settings/test-case-fields.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { FieldEdit, FieldForm } from '../../../machines/settings/field-editor.ts'
import type { FieldProps } from '../../shared/forms/form.tsx'
import { classNames } from '../../ui/browser/class-names.ts'
import { Select } from '../../ui/forms/select.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { TYPE_HINTS, TYPE_LABELS } from './field-labels.ts'
import styles from './field-dialog.module.css'

interface FieldBasicsProps {
  values: FieldForm
  field: <Name extends keyof FieldForm>(name: Name) => FieldProps<FieldForm[Name]>
  change: (values: Partial<FieldForm>) => void
  edit: (edit: FieldEdit) => void
  tabs: readonly FieldTab[]
  isStored: boolean
}

/** Properties of all field types. */
export function FieldBasics({ values, field, change, edit, tabs, isStored }: FieldBasicsProps) {
  const { dataType } = values.typed
  const { onValueChange: _onTab, value: tabId, ...tab } = field('tabId')
  const { value: _typed, onValueChange: _onTyped, error: _typedError, ...type } = field('typed')
  const left = LIMITS.maxFieldDescription - values.description.trim().length
  return (
    <>
      <div className={styles.pair}>
        <Select
          {...type}
          label="Type"
          value={dataType ?? ''}
          disabled={isStored}
          required
          description={
            isStored ? 'Cannot be changed after creation.' : dataType === null ? undefined : TYPE_HINTS[dataType]
          }
          options={[
            ...(dataType === null ? [{ value: '', label: 'Choose a type', disabled: true }] : []),
            ...CUSTOM_DATA_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] })),
          ]}
          onValueChange={(value) => edit({ type: 'type/chosen', dataType: value as CustomDataType })}
        />
        <Select
          {...tab}
          label="Tab"
          value={tabId === null ? '' : String(tabId)}
          required
          options={[
            ...(tabId === null ? [{ value: '', label: 'Choose a tab', disabled: true }] : []),
            ...tabs.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onValueChange={(value) => change({ tabId: value === '' ? null : Number(value) })}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          {...field('name')}
          label="Name"
          description="Shown in test cases."
          data-autofocus={isStored || undefined}
          required
          autoComplete="off"
          onValueChange={(name) => edit({ type: 'name/typed', name })}
        />
        <TextField
          {...field('systemName')}
          label="System name"
          required
          autoComplete="off"
          spellCheck={false}
          readOnly={isStored}
          className={classNames(styles.systemName, isStored && styles.fixed)}
          description={
            isStored ? 'Cannot be changed after creation.' : 'Used by imports and the API. It cannot be changed later.'
          }
          onValueChange={(systemName) => edit({ type: 'system-name/typed', systemName })}
        />
      </div>
      <TextArea
        {...field('description')}
        label="Description"
        rows={2}
        description={left < 40 ? lengthText(left) : 'Shown next to the field in the editor.'}
      />
    </>
  )
}

const lengthText = (left: number): string => (left < 0 ? `${-left} characters too many` : `${left} characters left`)
