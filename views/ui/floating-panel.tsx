/** The library's popover, not modal: what lies around it stays within reach, for people who read the screen too. */
import { Popover } from 'react-aria-components/Popover'
import type { PopoverProps } from 'react-aria-components/Popover'
import { useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import type { Align, FloatingProps, Side } from './floating.tsx'
import styles from './floating.module.css'

/** Open panels, each after the one it was opened from: a press in a later one is no press elsewhere for those before it. */
const open: HTMLElement[] = []

const placementOf = (side: Side, align: Align): NonNullable<PopoverProps['placement']> => {
  if (align === 'center') return side
  if (side === 'top' || side === 'bottom') return `${side} ${align}`
  return `${side} ${align === 'start' ? 'top' : 'bottom'}`
}

export function FloatingPanel({
  anchor,
  label,
  onClose,
  side = 'bottom',
  align = 'start',
  id,
  className,
  children,
}: FloatingProps) {
  const panel = useRef<HTMLElement>(null)
  const target = useMemo(() => ({ current: anchor }), [anchor])
  const [turn, setTurn] = useState(0)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const own = panel.current
    if (own === null) return undefined
    open.push(own)
    const onPress = ({ target: pressed }: PointerEvent) => {
      if (!(pressed instanceof Node) || anchor?.contains(pressed) === true) return
      // The list of a select inside is modal: a press beside it closes that alone.
      if (pressed instanceof Element && pressed.closest('[data-trigger], [data-testid=underlay]') !== null) return
      if (!open.slice(open.indexOf(own)).some((later) => later.contains(pressed))) close.current(false)
    }
    document.addEventListener('pointerdown', onPress, true)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      open.splice(open.indexOf(own), 1)
    }
  }, [anchor])
  return (
    <Popover
      ref={panel}
      {...(id === undefined ? {} : { id })}
      {...(label === undefined
        ? {}
        : {
            'aria-label': label,
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is not modal
            render: (own) => <div {...own} role="dialog" />,
          })}
      isOpen
      isNonModal
      arrowBoundaryOffset={turn}
      triggerRef={target}
      placement={placementOf(side, align)}
      offset={4}
      containerPadding={8}
      className={classNames(styles.floating, className)}
      // Inside a modal dialog of the browser everything outside is inert.
      {...(anchor?.closest('dialog') ? { UNSTABLE_portalContainer: anchor.closest('dialog') ?? document.body } : {})}
      shouldCloseOnInteractOutside={(element) => anchor?.contains(element) !== true}
      onOpenChange={(isOpen) => {
        if (isOpen) return
        // The library would close it when the page scrolls: it follows its anchor instead, placed anew with each turn.
        if (window.event?.type === 'scroll') setTurn(1 - turn)
        else onClose(panel.current?.contains(document.activeElement) === true)
      }}
    >
      {children}
    </Popover>
  )
}
