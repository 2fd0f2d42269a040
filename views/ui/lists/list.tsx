/**
 * Rows in columns. The caller's class on `List` sets `--columns` (a grid template, others for narrow pages); header and rows use it, also
 * when virtualised. `RowLink` makes the whole row a link; other controls lie above it.
 */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element cannot be a grid of virtual rows */
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import { PlainLink } from '../controls/link.tsx'
import type { LinkProps } from '../controls/link.tsx'
import styles from './list.module.css'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

export type ListProps = ComponentProps<'div'> & {
  label: string
  /** Rows of 36 px instead of 40. */
  isDense?: boolean
  isBusy?: boolean
}

export function List({ label, isDense = false, isBusy = false, className, ...rest }: ListProps) {
  return (
    <div
      {...rest}
      role="table"
      aria-label={label}
      aria-busy={isBusy || undefined}
      data-dense={isDense || undefined}
      className={classNames(styles.list, className)}
    />
  )
}

export function ListHead({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} role="row" className={classNames(styles.head, className)} />
}

export type RowProps = ComponentProps<'div'> & {
  isSelected?: boolean
  /** Its details are shown beside the list. */
  isCurrent?: boolean
}

export function Row({ isSelected = false, isCurrent = false, className, ...rest }: RowProps) {
  return (
    <div
      {...rest}
      role="row"
      data-selected={isSelected || undefined}
      data-current={isCurrent || undefined}
      className={classNames(styles.row, className)}
    />
  )
}

type Align = { align?: 'start' | 'end' }
/** Column header. One without visible text needs a `label` for screen readers. */
type HeadProps = { isHead: true } & ({ label: string; children?: never } | { label?: never; children: ReactNode })
export type CellProps = Omit<ComponentProps<'div'>, 'children'> &
  Align &
  (HeadProps | { isHead?: false; label?: never; children?: ReactNode })

export function Cell({ isHead = false, label, align, className, children, ...rest }: CellProps) {
  return (
    <div
      {...rest}
      role={isHead ? 'columnheader' : 'cell'}
      data-align={align}
      className={classNames(styles.cell, className)}
    >
      {label === undefined ? children : <VisuallyHidden>{label}</VisuallyHidden>}
    </div>
  )
}

/** The row's name, and the link that covers the row. `aside` follows it in grey: a number, a path. */
export function RowLink({ aside, children, ...rest }: LinkProps & { aside?: ReactNode | undefined }) {
  return (
    <span className={styles.name}>
      <PlainLink {...rest} className={styles.link}>
        {children}
      </PlainLink>
      {aside !== undefined && <span className={styles.aside}>{aside}</span>}
    </span>
  )
}
