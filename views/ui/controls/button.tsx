/**
 * Button. One `primary` per page, `secondary` beside it, `quiet` in toolbars, `danger` to offer a destructive action and `danger-solid` to
 * confirm it. For navigation use ButtonLink or Link.
 */
import { Button as AriaButton } from 'react-aria-components/Button'
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import styles from './button.module.css'

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-solid'
  size?: 'sm' | 'md' | 'lg'
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: ReactNode
    /** Pending: ignores presses, keeps the label's width and the focus. */
    isPending?: boolean
    /** Full width. */
    isWide?: boolean
  }

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  isPending = false,
  isWide = false,
  disabled = false,
  className,
  title,
  tabIndex,
  children,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...(rest as AriaButtonProps)}
      className={classNames(styles.button, className)}
      isDisabled={disabled}
      isPending={isPending}
      data-variant={variant}
      data-size={size}
      data-wide={isWide || undefined}
      // The library's button accepts neither `title` nor `tabIndex`.
      render={(own) => (
        <button
          {...own}
          title={title}
          tabIndex={tabIndex ?? own.tabIndex}
          aria-busy={isPending || undefined}
          onKeyDown={(event) => {
            // The library treats Control+Enter as a press and stops it, so the page's shortcut would not run.
            if (!event.ctrlKey && !event.metaKey) own.onKeyDown?.(event)
          }}
        />
      )}
    >
      {icon}
      {children}
    </AriaButton>
  )
}
