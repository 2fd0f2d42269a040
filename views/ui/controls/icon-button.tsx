/** A button or link with one icon. `label` is its accessible name and tooltip. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { ButtonProps } from './button.tsx'
import { ButtonLink } from './link.tsx'
import type { ButtonLinkProps } from './link.tsx'
import { classNames } from '../browser/class-names.ts'
import styles from './button.module.css'

export type IconButtonProps = Omit<ButtonProps, 'icon' | 'children' | 'aria-label'> & {
  label: string
  /** The shortcut for the same action, shown in the tooltip. */
  keys?: string
  children: ReactNode
}

export function IconButton({ label, keys, variant = 'quiet', className, children, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      className={classNames(styles.icon, className)}
      aria-label={label}
      data-tip={label}
      data-keys={keys}
    >
      {children}
    </Button>
  )
}

export type IconLinkProps = Omit<ButtonLinkProps, 'icon' | 'children' | 'aria-label'> & {
  label: string
  children: ReactNode
}

export function IconLink({ label, variant = 'quiet', className, children, ...rest }: IconLinkProps) {
  return (
    <ButtonLink
      {...rest}
      variant={variant}
      className={classNames(styles.icon, className)}
      aria-label={label}
      data-tip={label}
    >
      {children}
    </ButtonLink>
  )
}
