import type { IntegrationField as Field } from '../../../contract/workspace/integration-kinds.ts'
import type { FieldProps } from '../../shared/forms/form.tsx'
import { FieldNote } from '../../ui/forms/field.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import styles from './integration-page.module.css'

interface IntegrationFieldProps {
  of: Field
  field: FieldProps<string>
  /** When the stored secret was entered, which an empty field keeps. */
  keptSince: string | undefined
}

export function IntegrationField({ of, field, keptSince }: IntegrationFieldProps) {
  const { type, label, description, placeholder, options = [], isOptional } = of
  if (type === 'choice')
    return (
      <div className={styles.choice}>
        <SegmentedControl label={label} segments={options} value={field.value} onValueChange={field.onValueChange} />
        <FieldNote id={`${field.name}-note`} error={field.error} />
      </div>
    )
  const isHidden = type === 'secret' || type === 'secret-url'
  return (
    <TextField
      {...field}
      label={isOptional === true ? `${label} (optional)` : label}
      type={isHidden ? 'password' : 'text'}
      inputMode={type === 'url' ? 'url' : undefined}
      autoComplete={isHidden ? 'new-password' : 'off'}
      spellCheck={false}
      placeholder={keptSince === undefined ? placeholder : '••••••••'}
      description={
        keptSince === undefined ? (
          description
        ) : (
          <>
            Entered <RelativeTime at={keptSince} />. Leave empty to keep it.
          </>
        )
      }
    />
  )
}
