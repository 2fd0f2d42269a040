/**
 * Link: a real `href`, so middle click, copy link and a new tab work; a plain click navigates in place.
 * `Link` is words in a sentence, `PlainLink` brings no looks (rows, navigation, tiles), `ButtonLink` looks like a button.
 */
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useRouter } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { ButtonLook } from './button.tsx'
import { classNames } from './class-names.ts'
import button from './button.module.css'
import styles from './link.module.css'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string; [data: `data-${string}`]: unknown }

const leavesTheApp = (href: string) => /^([a-z][a-z\d+.-]*:|\/\/|#|\/api\/)/i.test(href)

export function PlainLink({ href, children, ...rest }: LinkProps) {
  // A page may have to be asked before it is left.
  const { aroundNav } = useRouter()
  if (rest.target !== undefined || rest.download !== undefined || leavesTheApp(href))
    return (
      <a href={href} rel={rest.target === '_blank' ? 'noopener noreferrer' : undefined} {...rest}>
        {children}
      </a>
    )
  return (
    <a href={href} {...rest} onClick={(event) => follow(event, () => aroundNav(navigate, href, {}), rest.onClick)}>
      {children}
    </a>
  )
}

/** Not by wouter's own Link, which listens to the address in every row of a list. Keys that mean a new tab or window stay the browser's. */
const follow = (event: MouseEvent<HTMLAnchorElement>, go: () => void, onClick: LinkProps['onClick']) => {
  const { ctrlKey, metaKey, altKey, shiftKey, button } = event
  if (ctrlKey || metaKey || altKey || shiftKey || button !== 0) return
  onClick?.(event)
  if (event.defaultPrevented) return
  event.preventDefault()
  go()
}

/** `isAlone`: no words beside it, so that its colour is enough. */
export function Link({ className, isAlone = false, ...rest }: LinkProps & { isAlone?: boolean }) {
  return <PlainLink {...rest} data-alone={isAlone || undefined} className={classNames(styles.link, className)} />
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
