/* oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn here: the secret in it must not become an address of a picture */
import { encode } from 'uqr'
import styles from './security.module.css'

/** A QR code, dark on light in both themes because not every camera reads inverted codes. */
export function QrCode({ label, text }: { label: string; text: string }) {
  const { size, data } = encode(text, { border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
