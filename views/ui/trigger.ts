/** Ties a button to what it opens, whichever button it is. */
import { cloneElement, useState } from 'react'
import { flushSync } from 'react-dom'
import type { HTMLAttributes, MouseEvent, ReactElement, Ref } from 'react'

export type TriggerElement = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>

export function useTrigger(trigger: TriggerElement, panelId: string, opens: 'menu' | 'dialog') {
  // The button is learned from its press: a ref kept in state would draw every row of a list twice.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    // While the panel is open, everything else is inert and takes no focus.
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
