/** An open popover. */
import { Dialog } from 'react-aria-components/Dialog'
import { useLayoutEffect, useRef } from 'react'
import { classNames } from '../browser/class-names.ts'
import { focusFirstControl } from './first-control.ts'
import { FloatingPanel } from './floating-panel.tsx'
import type { OpenPopoverProps } from './popover.tsx'
import styles from './popover.module.css'

export function PopoverPart({ id, label, children, ...panel }: OpenPopoverProps) {
  const body = useRef<HTMLElement>(null)
  // The library would focus the dialog itself.
  useLayoutEffect(() => focusFirstControl(body.current), [])
  return (
    <FloatingPanel {...panel}>
      <Dialog ref={body} id={id} aria-label={label} className={classNames(styles.body)}>
        {children}
      </Dialog>
    </FloatingPanel>
  )
}
