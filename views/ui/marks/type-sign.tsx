import { safeColor, textOn } from './contrast.ts'
import styles from './type-sign.module.css'

/** A type's colour with its initial, for readers who do not see colours. Its name stands beside it. */
export function TypeSign({ name, colorHex }: { name: string; colorHex: string }) {
  const color = safeColor(colorHex)
  return (
    <i
      aria-hidden
      className={styles.sign}
      data-letter={letterOf(name)}
      style={{ background: color, color: textOn(color) }}
    />
  )
}

export const letterOf = (name: string): string => (name.match(/[\p{L}\p{N}]/u)?.[0] ?? '•').toUpperCase()
