/** The library's popover: closes on an outside press and on Escape, and restores focus to its anchor. */
import { Popover } from 'react-aria-components/Popover'
import type { PopoverProps } from 'react-aria-components/Popover'
import { useMemo } from 'react'
import { classNames } from '../browser/class-names.ts'
import type { Align, FloatingProps, Side } from './floating.ts'
import styles from './floating.module.css'

const placementOf = (side: Side, align: Align): NonNullable<PopoverProps['placement']> => {
  if (align === 'center') return side
  if (side === 'top' || side === 'bottom') return `${side} ${align}`
  return `${side} ${align === 'start' ? 'top' : 'bottom'}`
}

export function FloatingPanel({ anchor, label, onClose, side = 'bottom', align = 'start', children }: FloatingProps) {
  const target = useMemo(() => ({ current: anchor }), [anchor])
  return (
    <Popover
      {...(label === undefined ? {} : { 'aria-label': label })}
      isOpen
      triggerRef={target}
      placement={placementOf(side, align)}
      offset={4}
      containerPadding={8}
      className={classNames(styles.floating)}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      {children}
    </Popover>
  )
}
