/** Field for a new password, with its strength while typing. */
import { TextField, type TextFieldProps } from '../../ui/forms/text-field.tsx'
import { strengthOf } from './password-strength.ts'
import styles from './password-field.module.css'

export function NewPasswordField({ description, ...rest }: Omit<TextFieldProps, 'value'> & { value: string }) {
  const { level, words } = strengthOf(rest.value)
  return (
    <TextField
      {...rest}
      type="password"
      autoComplete="new-password"
      description={
        rest.value === '' ? (
          (description ?? '8 to 50 latin letters, numbers or special symbols')
        ) : (
          <>
            <span className={styles.meter} aria-hidden>
              {[1, 2, 3, 4].map((step) => (
                <i key={step} data-on={step <= level || undefined} />
              ))}
            </span>
            {words}
          </>
        )
      }
    />
  )
}
