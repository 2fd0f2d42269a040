/** A small panel beside its button: filter values, view options. For actions use Menu, for a decision Dialog. */
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Align, Side } from './floating.ts'
import { useTrigger } from '../controls/trigger.ts'
import type { TriggerElement } from '../controls/trigger.ts'
import { useOverlay } from './use-overlays.ts'

export type PopoverProps = {
  /** Accessible name of the panel. */
  label: string
  /** A Button, IconButton or plain button; receives ARIA attributes and the press handler. */
  trigger: TriggerElement
  side?: Side | undefined
  align?: Align | undefined
  /** Rendered only while open. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

export function Popover({ trigger, children, ...panel }: PopoverProps) {
  const id = useId()
  const { anchor, element, isOpen, close } = useTrigger(trigger, id, 'dialog')
  return (
    <>
      {element}
      {isOpen && (
        <OpenPopover {...panel} id={id} anchor={anchor} onClose={close}>
          {typeof children === 'function' ? children(close) : children}
        </OpenPopover>
      )}
    </>
  )
}

export type OpenPopoverProps = Pick<PopoverProps, 'label' | 'side' | 'align'> & {
  id: string
  anchor: HTMLElement | null
  onClose: () => void
  children: ReactNode
}

/** For a panel whose button is rendered elsewhere. */
export function OpenPopover(props: OpenPopoverProps) {
  const overlays = useOverlay(props.onClose)
  return overlays && <overlays.PopoverPart {...props} />
}
