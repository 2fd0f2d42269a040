/**
 * Chip: a fact in a small box (label, milestone, browser). FilterChip: one filter in force, with a way to change and to remove it.
 * It is no tag group of the library's: that brings its collections, 11 kB of the first load of a list with filters.
 * ColorTag: a word on the team's own colour (result statuses, observation types).
 */
import { X } from 'lucide-react'
import type { CSSProperties, ComponentProps, ReactNode } from 'react'
import { safeColor, textOn } from './contrast.ts'
import { PlainLink } from './link.tsx'
import styles from './chip.module.css'

export type ChipProps = Omit<ComponentProps<'button'>, 'type'> & {
  icon?: ReactNode
  href?: string
  /** With `href`: beside this page, which stays. */
  target?: '_blank' | undefined
  /** Without a border: a remark, not a fact. */
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

export type FilterChipProps = {
  label: string
  value: ReactNode
  /** Of the cross, where the label does not name the filter. */
  removeLabel?: string
  onEdit?: () => void
  onRemove: () => void
}

export function FilterChip({
  label,
  value,
  removeLabel = `Remove filter ${label}`,
  onEdit,
  onRemove,
}: FilterChipProps) {
  return (
    <span className={styles.filter}>
      <span>{label}</span>
      {onEdit === undefined ? (
        <b>{value}</b>
      ) : (
        <button type="button" onClick={onEdit}>
          {value}
        </button>
      )}
      <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
        <X aria-hidden />
      </button>
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
