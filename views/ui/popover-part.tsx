/** An open popover. */
import { Dialog } from 'react-aria-components/Dialog'
import { useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { FloatingPanel } from './floating-panel.tsx'
import type { OpenPopoverProps } from './popover.tsx'
import styles from './popover.module.css'

export function PopoverPart({ id, label, children, ...panel }: OpenPopoverProps) {
  const body = useRef<HTMLElement>(null)
  // The library would begin at the dialog itself; people come for the first control.
  useLayoutEffect(() => {
    if (body.current?.contains(document.activeElement) === true) return
    const first = body.current?.querySelector<HTMLElement>('[autofocus], input, select, textarea, button, a[href]')
    first?.focus({ preventScroll: true })
  }, [])
  return (
    <FloatingPanel {...panel}>
      <Dialog ref={body} id={id} aria-label={label} className={classNames(styles.body)}>
        {children}
      </Dialog>
    </FloatingPanel>
  )
}
