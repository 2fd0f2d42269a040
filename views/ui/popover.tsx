/** A small panel beside its button: a filter's values, view options. For a list of actions use Menu, for a decision Dialog. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the panel is no modal dialog */
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { Floating } from './floating.tsx'
import type { Align, Side } from './floating.tsx'
import { useTrigger } from './trigger.ts'
import type { TriggerElement } from './trigger.ts'
import styles from './popover.module.css'

export type PopoverProps = {
  /** Names the panel. */
  label: string
  /** A Button, IconButton or any plain button; it gets the ARIA and the press. */
  trigger: TriggerElement
  side?: Side
  align?: Align
  /** Drawn only while open. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

export function Popover({ label, trigger, side, align, children }: PopoverProps) {
  const id = useId()
  const { anchor, element, isOpen, close } = useTrigger(trigger, id, 'dialog')
  return (
    <>
      {element}
      {isOpen && (
        <Floating anchor={anchor} onClose={close} side={side} align={align}>
          <Body id={id} label={label}>
            {typeof children === 'function' ? children(() => close(true)) : children}
          </Body>
        </Floating>
      )}
    </>
  )
}

/** Focus goes to the first control, or to the panel itself when there is none. */
function Body({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = body.current?.querySelector<HTMLElement>('[autofocus], input, select, textarea, button, a[href]')
    ;(first ?? body.current)?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={body} id={id} role="dialog" aria-label={label} className={styles.body} tabIndex={-1}>
      {children}
    </div>
  )
}
