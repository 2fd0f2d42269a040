/**
 * Menu: actions, or one of several views, behind a button. Arrow keys, Home, End and typing move; Escape and Tab leave.
 * `<Menu label="Actions for launch 42" trigger={<IconButton label="More actions">…</IconButton>}><MenuItem …/></Menu>`
 */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of menu items is no fieldset */
import { Check } from 'lucide-react'
import { createContext, useContext, useEffect, useId, useRef } from 'react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { Floating } from './floating.tsx'
import { Kbd } from './kbd.tsx'
import { PlainLink } from './link.tsx'
import type { Align, Side } from './place.ts'
import { useTrigger } from './trigger.ts'
import type { TriggerElement } from './trigger.ts'
import styles from './menu.module.css'

export const CloseMenu = createContext<(returnFocus: boolean) => void>(() => undefined)

export type MenuProps = {
  /** Names the menu for screen readers. */
  label: string
  trigger: TriggerElement
  side?: Side
  align?: Align
  /** Drawn only while open. */
  children: ReactNode
}

export function Menu({ label, trigger, side, align, children }: MenuProps) {
  const id = useId()
  const { anchor, element, isOpen, close } = useTrigger(trigger, id, 'menu')
  return (
    <>
      {element}
      {isOpen && (
        <Floating anchor={anchor} onClose={close} side={side} align={align}>
          <CloseMenu value={close}>
            <MenuList id={id} label={label} onLeave={() => close(true)}>
              {children}
            </MenuList>
          </CloseMenu>
        </Floating>
      )}
    </>
  )
}

const itemsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]

export function MenuList({
  id,
  label,
  onLeave,
  children,
}: Pick<MenuProps, 'label' | 'children'> & { id: string; onLeave: () => void }) {
  const list = useRef<HTMLDivElement>(null)
  const typed = useRef({ words: '', at: 0 })
  useEffect(() => {
    const all = itemsIn(list.current)
    const chosen = all.find((item) => item.ariaChecked === 'true')
    // A list of choices begins at the one that holds; a mixed menu at its first item.
    const first = all[0]?.role === 'menuitemradio' ? (chosen ?? all[0]) : all[0]
    first?.focus()
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const all = itemsIn(list.current)
    const now = all.findIndex((item) => item === document.activeElement)
    const to = {
      ArrowDown: (now + 1) % all.length,
      ArrowUp: (now - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      all[to]?.focus()
    } else if (event.key === 'Tab') {
      event.preventDefault()
      onLeave()
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
      // Letters typed within a second make one word; the same letter again goes to the next item.
      const isNew = event.timeStamp - typed.current.at > 1000
      const words = (isNew ? '' : typed.current.words) + event.key.toLowerCase()
      typed.current = { words, at: event.timeStamp }
      const from = words.length === 1 ? now + 1 : Math.max(now, 0)
      const found = [...all.slice(from), ...all.slice(0, from)].find((item) =>
        item.textContent.trim().toLowerCase().startsWith(words),
      )
      found?.focus()
    }
  }
  return (
    <div ref={list} id={id} role="menu" tabIndex={-1} aria-label={label} className={styles.menu} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

export type MenuItemProps = {
  icon?: ReactNode
  children: ReactNode
  /** Runs after the menu has closed and focus is back on its button. */
  onSelect?: () => void
  /** A place to go instead of an action. */
  href?: string
  target?: ComponentProps<'a'>['target']
  /** The shortcut that does the same. */
  keys?: string
  /** The current one of several: draws a tick and says so. */
  isSelected?: boolean
  /** Destroys something. */
  isDanger?: boolean
  /** Cannot be done now; `description` should say why. */
  isDisabled?: boolean
  description?: ReactNode
}

export function MenuItem(props: MenuItemProps) {
  const { icon, children, onSelect, href, target, keys, isSelected, isDanger, isDisabled = false, description } = props
  const close = useContext(CloseMenu)
  const run = () => {
    if (isDisabled) return
    close(true)
    onSelect?.()
  }
  const shared = {
    className: styles.item,
    role: isSelected === undefined ? 'menuitem' : 'menuitemradio',
    tabIndex: -1,
    'aria-checked': isSelected,
    'aria-disabled': isDisabled || undefined,
    'aria-keyshortcuts': keys,
    'data-danger': isDanger ? '' : undefined,
    onPointerMove: (event: { currentTarget: HTMLElement }) => event.currentTarget.focus({ preventScroll: true }),
    onClick: run,
  }
  const content = (
    <>
      {isSelected === undefined ? icon : isSelected ? <Check aria-hidden /> : <span className={styles.space} />}
      <span className={styles.words}>
        {children}
        {description !== undefined && <small>{description}</small>}
      </span>
      {keys !== undefined && <Kbd keys={keys} />}
    </>
  )
  if (href === undefined)
    return (
      <button type="button" {...shared}>
        {content}
      </button>
    )
  return (
    <PlainLink href={href} target={target} {...shared}>
      {content}
    </PlainLink>
  )
}

export function MenuSeparator() {
  return <hr className={styles.separator} />
}

/** Items under a heading. */
export function MenuSection({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label}>
      <div className={styles.heading} aria-hidden>
        {label}
      </div>
      {children}
    </div>
  )
}
