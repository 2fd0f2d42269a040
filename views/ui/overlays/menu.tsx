/**
 * Menu: actions, or one of several views, behind a button. Arrow keys, Home, End and typing move; Escape and Tab leave.
 * `<Menu label="Actions for launch 42" trigger={<IconButton label="More actions">…</IconButton>}><MenuItem …/></Menu>`
 */
import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import type { Align, Side } from './floating.ts'
import { useTrigger } from '../controls/trigger.ts'
import type { TriggerElement } from '../controls/trigger.ts'
import { useOverlay, useOverlays } from './use-overlays.ts'

export type MenuListProps = {
  /** Accessible name of the menu. */
  label: string
  side?: Side | undefined
  align?: Align | undefined
  /** Rendered only while open: items, separators, sections, and components made of these. */
  children: ReactNode
}

export type MenuProps = MenuListProps & { trigger: TriggerElement }

export function Menu({ trigger, ...list }: MenuProps) {
  const id = useId()
  const { anchor, element, isOpen, close } = useTrigger(trigger, id, 'menu')
  return (
    <>
      {element}
      {isOpen && <OpenMenu {...list} id={id} anchor={anchor} onClose={close} />}
    </>
  )
}

export type OpenMenuProps = MenuListProps & {
  id: string
  anchor: HTMLElement | null
  onClose: () => void
}

export function OpenMenu(props: OpenMenuProps) {
  const overlays = useOverlay(props.onClose)
  return overlays && <overlays.MenuPanel {...props} />
}

export type MenuItemProps = {
  icon?: ReactNode
  children: ReactNode
  /** Runs after the menu has closed and focus is back on its button. */
  onSelect?: () => void
  /** A destination instead of an action. */
  href?: string
  target?: ComponentProps<'a'>['target']
  /** The shortcut for the same action. */
  keys?: string
  /** The current choice: shows a tick and is announced as checked. */
  isSelected?: boolean
  /** A destructive action. */
  isDanger?: boolean
  /** Disabled; `description` should say why. */
  isDisabled?: boolean
  description?: ReactNode
}

export function MenuItem(props: MenuItemProps) {
  const overlays = useOverlays()
  return overlays && <overlays.MenuItemPart {...props} />
}

export function MenuSeparator() {
  const overlays = useOverlays()
  return overlays && <overlays.MenuSeparatorPart />
}

export type MenuSectionProps = { label: string; children: ReactNode }

/** Items under a heading. */
export function MenuSection(props: MenuSectionProps) {
  const overlays = useOverlays()
  return overlays && <overlays.MenuSectionPart {...props} />
}

export type SubMenuProps = { label: string; icon?: ReactNode; children: ReactNode }

/** An item with a submenu: opens on hover, ArrowRight and press. */
export function SubMenu(props: SubMenuProps) {
  const overlays = useOverlays()
  return overlays && <overlays.SubMenuPart {...props} />
}
