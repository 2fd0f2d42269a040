/**
 * Button: something happens here. One `primary` per page, `secondary` beside it, `quiet` in toolbars,
 * `danger` to offer a destructive action and `danger-solid` to confirm it. To go somewhere, use ButtonLink or Link.
 */
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './button.module.css'

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-solid'
  size?: 'sm' | 'md' | 'lg'
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: ReactNode
    /** Work is under way: presses do nothing, the words keep their place, and focus stays where it is. */
    isPending?: boolean
    /** As wide as its container. */
    isWide?: boolean
  }

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  isPending = false,
  isWide = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault() // also keeps a pending submit button from submitting again
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, className)}
      data-variant={variant}
      data-size={size}
      data-wide={isWide || undefined}
      data-pending={isPending || undefined}
      aria-disabled={isPending || rest['aria-disabled']}
      aria-busy={isPending || undefined}
      onClick={press}
    >
      {icon}
      {children}
    </button>
  )
}
