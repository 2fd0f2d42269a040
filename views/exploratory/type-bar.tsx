/** Stacked bar of observations by type, in the types' colours. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a drawing made of spans */
import type { TypeCount } from '../../contract/exploratory/sessions.ts'
import { safeColor } from '../ui/marks/contrast.ts'
import styles from './type-bar.module.css'

export function TypeBar({ types }: { types: readonly TypeCount[] }) {
  const words =
    types.length === 0 ? 'No observations' : types.map((type) => `${type.observations} ${type.name}`).join(', ')
  return (
    <span
      className={styles.bar}
      data-empty={types.length === 0 || undefined}
      role="img"
      aria-label={words}
      data-tip={words}
    >
      {types.map(({ typeId, colorHex, observations }) => (
        <span
          key={typeId}
          className={styles.part}
          style={{ flexGrow: observations, backgroundColor: safeColor(colorHex) }}
        />
      ))}
    </span>
  )
}
