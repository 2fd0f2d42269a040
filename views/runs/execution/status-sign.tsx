/** Icon of a result in its status's colour: tick, cross or initial; a dashed ring without a result. */
import { safeColor, textOn } from '../../ui/marks/contrast.ts'
import { letterOf } from '../../ui/marks/type-sign.tsx'
import type { StatusLook } from './statuses.ts'
import styles from './status-sign.module.css'

export function StatusSign({ status, hasName = false }: { status: StatusLook; hasName?: boolean }) {
  const color = safeColor(status.colorHex)
  return (
    <svg
      className={styles.sign}
      viewBox="0 0 16 16"
      width={16}
      height={16}
      role={hasName ? undefined : 'img'}
      aria-hidden={hasName || undefined}
      aria-label={hasName ? undefined : status.name}
    >
      {status.sign === 'none' ? (
        <circle cx="8" cy="8" r="6.2" className={styles.ring} strokeDasharray="2.4 2.47" />
      ) : (
        <>
          <circle cx="8" cy="8" r="7" fill={color} />
          {status.sign === 'tick' ? (
            <path className={styles.mark} stroke={textOn(color)} d="M4.9 8.3 7 10.4l4.1-4.5" />
          ) : status.sign === 'cross' ? (
            <path className={styles.mark} stroke={textOn(color)} d="m5.6 5.6 4.8 4.8M10.4 5.6l-4.8 4.8" />
          ) : (
            <text x="8" y="11.2" textAnchor="middle" fontSize="9" fontWeight="700" fill={textOn(color)}>
              {letterOf(status.name)}
            </text>
          )}
        </>
      )}
    </svg>
  )
}
