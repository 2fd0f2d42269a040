/** ARIA and press handling of a button that opens something. */
import { cloneElement, useState } from 'react'
import { flushSync } from 'react-dom'
import type { HTMLAttributes, MouseEvent, ReactElement, Ref } from 'react'

export type TriggerElement = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>

export function useTrigger(trigger: TriggerElement, panelId: string, opens: 'menu' | 'dialog') {
  // The button is learned from its press: a ref in state would render every row of a list twice.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    // While the panel is open, everything else is inert and cannot be focused.
    flushSync(() => setOpen(false))
    anchor?.focus()
  }
  const element = cloneElement(trigger, {
    'aria-haspopup': opens,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? panelId : undefined,
    onClick: (event: MouseEvent<HTMLElement>) => {
      trigger.props.onClick?.(event)
      setAnchor(event.currentTarget)
      setOpen(!isOpen)
    },
  })
  return { anchor, element, isOpen, close }
}
