/**
 * A link with a real `href`: a plain click navigates in place, middle click and copy link work. `Link` for text, `PlainLink` without styles
 * (rows, tiles), `ButtonLink` styled as a button.
 */
import { Link as AriaLink } from 'react-aria-components/Link'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useRouter } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { ButtonLook } from './button.tsx'
import { classNames } from '../browser/class-names.ts'
import button from './button.module.css'
import styles from './link.module.css'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string; [data: `data-${string}`]: unknown }

const leavesTheApp = (href: string) => /^([a-z][a-z\d+.-]*:|\/\/|#|\/api\/|\/sso\/)/i.test(href)

export function PlainLink({ href, onClick, children, ...rest }: LinkProps) {
  const follow = useFollow(href, rest, onClick)
  return (
    <a href={href} rel={relOf(rest)} {...rest} onClick={follow}>
      {children}
    </a>
  )
}

/** Not wouter's Link, which subscribes to the address in every row of a list. Modified clicks are left to the browser. */
export const useFollow = (href: string, { target, download }: Partial<LinkProps>, onClick: LinkProps['onClick']) => {
  // The page may have to confirm before it is left.
  const { aroundNav } = useRouter()
  if (target !== undefined || download !== undefined || leavesTheApp(href)) return onClick
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const { ctrlKey, metaKey, altKey, shiftKey, button } = event
    if (ctrlKey || metaKey || altKey || shiftKey || button !== 0) return
    onClick?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    aroundNav(navigate, href, {})
  }
}

export const relOf = ({ target }: Partial<LinkProps>) => (target === '_blank' ? 'noopener noreferrer' : undefined)

/** With the library's press and hover events, which rows of long lists do without. */
function PressedLink({ href, className, onClick, children, ...rest }: LinkProps) {
  const follow = useFollow(href, rest, onClick)
  return (
    <AriaLink
      href={href}
      className={className ?? ''}
      render={({ children: words, ...own }) => (
        <a
          rel={relOf(rest)}
          {...rest}
          {...(own as ComponentProps<'a'>)}
          href={href}
          onClick={(event) => {
            ;(own as ComponentProps<'a'>).onClick?.(event)
            follow?.(event)
          }}
        >
          {words}
        </a>
      )}
    >
      {children}
    </AriaLink>
  )
}

/** `isAlone`: without text beside it, so that colour is enough. */
export function Link({ className, isAlone = false, ...rest }: LinkProps & { isAlone?: boolean }) {
  return <PressedLink {...rest} data-alone={isAlone || undefined} className={classNames(styles.link, className)} />
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
    <PressedLink
      {...rest}
      className={classNames(button.button, className)}
      data-variant={variant}
      data-size={size}
      data-wide={isWide || undefined}
    >
      {icon}
      {children}
    </PressedLink>
  )
}
