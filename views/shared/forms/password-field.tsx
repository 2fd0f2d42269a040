/** Field for a new password, with its strength while typing. */
import { TextField, type TextFieldProps } from '../../ui/forms/text-field.tsx'
import styles from './password-field.module.css'
import { NewPassword } from '../../../contract/session/session.ts'

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

interface Strength {
  /** Of 4. */
  level: 0 | 1 | 2 | 3 | 4
  words: string
}

const KINDS = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/]

/** Rough resistance to guessing: length counts most, then the variety of characters. */
const strengthOf = (password: string): Strength => {
  const count = `${password.length} ${password.length === 1 ? 'character' : 'characters'}`
  if (!NewPassword.safeParse(password).success) return { level: 0, words: `${count} of at least 8.` }
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  const isVaried = new Set(password).size >= Math.min(8, password.length * 0.5)
  const score = (password.length >= 12 ? 2 : 1) + (kinds >= 3 ? 1 : 0) + (password.length >= 16 ? 1 : 0)
  const level = (isVaried ? Math.min(4, score) : 1) as Strength['level']
  const words =
    ['', 'Easy to guess: make it longer.', 'Could be longer.', 'Strong enough.', 'Very strong.'][level] ?? ''
  return { level, words: `${count}. ${words}` }
}
