/**
 * Button: something happens here. One `primary` per page, `secondary` beside it, `quiet` in toolbars,
 * `danger` to offer a destructive action and `danger-solid` to confirm it. To go somewhere, use ButtonLink or Link.
 */
import { Button as AriaButton } from 'react-aria-components/Button'
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import type { ComponentProps, ReactNode } from 'react'
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
      // The library's button takes neither a title nor a place in the order of Tab.
      render={(own) => (
        <button
          {...own}
          title={title}
          tabIndex={tabIndex ?? own.tabIndex}
          aria-busy={isPending || undefined}
          onKeyDown={(event) => {
            // The library takes Enter with Control for a press, and the page's shortcut would never hear of it.
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
