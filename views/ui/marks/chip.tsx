/**
 * Chip: a fact in a small box (label, milestone, browser); active filters are `FilterChips`. ColorTag: text on a project's own colour
 * (result statuses, observation types).
 */
import type { CSSProperties, ComponentProps, ReactNode } from 'react'
import { safeColor, textOn } from './contrast.ts'
import { PlainLink } from '../controls/link.tsx'
import styles from './chip.module.css'

export type ChipProps = Omit<ComponentProps<'button'>, 'type'> & {
  icon?: ReactNode
  href?: string
  /** With `href`: opens in a new tab. */
  target?: '_blank' | undefined
  /** Without a border. */
  isQuiet?: boolean
  children: ReactNode
}

/** A link with `href`, a button with `onClick`, else plain text. */
export function Chip({ icon, href, target, isQuiet = false, children, ...rest }: ChipProps) {
  const content = (
    <>
      {icon}
      <span className={styles.words}>{children}</span>
    </>
  )
  const look = { className: styles.chip, 'data-quiet': isQuiet || undefined }
  if (href !== undefined)
    return (
      <PlainLink href={href} title={rest.title} {...(target === undefined ? {} : { target })} {...look}>
        {content}
      </PlainLink>
    )
  if (rest.onClick !== undefined || rest['aria-haspopup'] !== undefined)
    return (
      <button type="button" {...rest} {...look}>
        {content}
      </button>
    )
  return (
    <span title={rest.title} {...look}>
      {content}
    </span>
  )
}

export function ColorTag({ colorHex, children }: { colorHex: string; children: ReactNode }) {
  const color = safeColor(colorHex)
  const style: CSSProperties = { background: color, color: textOn(color) }
  return (
    <span className={styles.color} style={style}>
      {children}
    </span>
  )
}
