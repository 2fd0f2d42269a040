/**
 * Menu: actions, or one of several views, behind a button. Arrow keys, Home, End and typing move; Escape and Tab leave.
 * `<Menu label="Actions for launch 42" trigger={<IconButton label="More actions">…</IconButton>}><MenuItem …/></Menu>`
 */
import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import type { Align, Side } from './floating.ts'
import { useTrigger } from './trigger.ts'
import type { TriggerElement } from './trigger.ts'
import { useOverlay, useOverlays } from './use-overlays.ts'

export type MenuListProps = {
  /** Names the menu for screen readers. */
  label: string
  side?: Side | undefined
  align?: Align | undefined
  /** Drawn only while open: items, separators and sections, and components that draw those alone. */
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

/** An item that opens more of them beside it: on pointing, on ArrowRight and on a press. */
export function SubMenu(props: SubMenuProps) {
  const overlays = useOverlays()
  return overlays && <overlays.SubMenuPart {...props} />
}
