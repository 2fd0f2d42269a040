/**
 * Link: a real `href`, so middle click, copy link and a new tab work; a plain click navigates in place.
 * `Link` is words in a sentence, `PlainLink` brings no looks (rows, navigation, tiles), `ButtonLink` looks like a button.
 */
import type { ComponentProps, ReactNode } from 'react'
import { Link as Route } from 'wouter'
import type { ButtonLook } from './button.tsx'
import { classNames } from './class-names.ts'
import button from './button.module.css'
import styles from './link.module.css'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string; [data: `data-${string}`]: unknown }

const leavesTheApp = (href: string) => /^([a-z][a-z\d+.-]*:|\/\/|#|\/api\/)/i.test(href)

export function PlainLink({ href, children, ...rest }: LinkProps) {
  if (rest.target !== undefined || rest.download !== undefined || leavesTheApp(href))
    return (
      <a href={href} rel={rest.target === '_blank' ? 'noopener noreferrer' : undefined} {...rest}>
        {children}
      </a>
    )
  return (
    <Route href={href} {...rest}>
      {children}
    </Route>
  )
}

export function Link({ className, ...rest }: LinkProps) {
  return <PlainLink {...rest} className={classNames(styles.link, className)} />
}

export type ButtonLinkProps = LinkProps & ButtonLook & { icon?: ReactNode; isWide?: boolean }

export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  isWide = false,
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <PlainLink
      {...rest}
      className={classNames(button.button, className)}
      data-variant={variant}
      data-size={size}
      data-wide={isWide || undefined}
    >
      {icon}
      {children}
    </PlainLink>
  )
}
