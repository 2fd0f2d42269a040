/** Parts of an open menu. */
import { Check, ChevronRight } from 'lucide-react'
import { Menu, MenuItem, MenuSection, SubmenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Header } from 'react-aria-components/Header'
import { Separator } from 'react-aria-components/Separator'
import { createContext, useContext } from 'react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import { FloatingPanel } from './floating-panel.tsx'
import { Kbd } from '../controls/kbd.tsx'
import { relOf, useFollow } from '../controls/link.tsx'
import type { MenuItemProps, MenuSectionProps, OpenMenuProps, SubMenuProps } from './menu.tsx'
import floating from './floating.module.css'
import styles from './menu.module.css'

const CloseMenu = createContext<() => void>(() => undefined)

/** A single-choice menu focuses the current item; other menus the first. */
const focusFirst = (item: HTMLElement | null) => {
  const menu = item?.closest('[role=menu]')
  if (!menu || menu.contains(document.activeElement)) return
  const all = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const chosen = all.find((item) => item.ariaChecked === 'true')
  const first = all[0]?.role === 'menuitemradio' ? (chosen ?? all[0]) : all[0]
  first?.focus({ preventScroll: true })
}

export function MenuPanel({ id, label, anchor, side, align, onClose, children }: OpenMenuProps) {
  return (
    <FloatingPanel anchor={anchor} label={label} onClose={onClose} side={side} align={align}>
      <CloseMenu value={onClose}>
        <Menu id={id} aria-label={label} className={classNames(styles.menu)}>
          {children}
        </Menu>
      </CloseMenu>
    </FloatingPanel>
  )
}

/** Text for type-ahead. */
const textOf = (node: ReactNode): string => {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  return typeof node === 'object' && node !== null && 'props' in node
    ? textOf((node.props as { children?: ReactNode }).children)
    : ''
}

export function MenuItemPart(props: MenuItemProps) {
  const { icon, children, onSelect, href, target, keys, isSelected, isDanger, isDisabled = false, description } = props
  const close = useContext(CloseMenu)
  const follow = useFollow(href ?? '', { target }, undefined)
  const look = {
    role: isSelected === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': isSelected,
    // Stays focusable: its description says why it is disabled.
    'aria-disabled': isDisabled || undefined,
    'aria-keyshortcuts': keys,
    'data-danger': isDanger ? '' : undefined,
  }
  return (
    <MenuItem
      ref={focusFirst}
      textValue={textOf(children).trim()}
      className={classNames(styles.item)}
      shouldCloseOnSelect={false}
      onAction={() => {
        if (isDisabled) return
        close()
        onSelect?.()
      }}
      {...(href === undefined ? {} : { href })}
      render={({ children: content, ...own }) =>
        href === undefined ? (
          <div {...(own as ComponentProps<'div'>)} {...look}>
            {content}
          </div>
        ) : (
          <a
            {...(own as ComponentProps<'a'>)}
            {...look}
            href={href}
            target={target}
            rel={relOf({ target })}
            onClick={(event: MouseEvent<HTMLAnchorElement>) => {
              ;(own as ComponentProps<'a'>).onClick?.(event)
              follow?.(event)
            }}
          >
            {content}
          </a>
        )
      }
    >
      {isSelected === undefined ? icon : isSelected ? <Check aria-hidden /> : <span className={styles.space} />}
      <span className={styles.words}>
        {children}
        {description !== undefined && <small>{description}</small>}
      </span>
      {keys !== undefined && <Kbd keys={keys} />}
    </MenuItem>
  )
}

export const MenuSeparatorPart = () => <Separator className={classNames(styles.separator)} />

export function MenuSectionPart({ label, children }: MenuSectionProps) {
  return (
    <MenuSection>
      <Header className={classNames(styles.heading)}>{label}</Header>
      {children}
    </MenuSection>
  )
}

export function SubMenuPart({ label, icon, children }: SubMenuProps) {
  return (
    <SubmenuTrigger>
      <MenuItem textValue={label} className={classNames(styles.item)}>
        {icon}
        <span className={styles.words}>{label}</span>
        <ChevronRight aria-hidden />
      </MenuItem>
      <Popover className={classNames(floating.floating)} containerPadding={8} offset={0}>
        <Menu aria-label={label} className={classNames(styles.menu)}>
          {children}
        </Menu>
      </Popover>
    </SubmenuTrigger>
  )
}
