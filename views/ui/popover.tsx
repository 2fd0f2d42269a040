/** A small panel beside its button: a filter's values, view options. For a list of actions use Menu, for a decision Dialog. */
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Align, Side } from './floating.ts'
import { useTrigger } from './trigger.ts'
import type { TriggerElement } from './trigger.ts'
import { useOverlay } from './use-overlays.ts'

export type PopoverProps = {
  /** Names the panel. */
  label: string
  /** A Button, IconButton or any plain button; it gets the ARIA and the press. */
  trigger: TriggerElement
  side?: Side | undefined
  align?: Align | undefined
  /** Drawn only while open. */
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

/** For a panel whose button is not drawn with it. */
export function OpenPopover(props: OpenPopoverProps) {
  const overlays = useOverlay(props.onClose)
  return overlays && <overlays.PopoverPart {...props} />
}
