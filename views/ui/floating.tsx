/** What Menu and Popover share: a panel in the top layer beside its trigger, closed by Escape, a press elsewhere or focus leaving. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { place } from './place.ts'
import type { Align, Side } from './place.ts'
import styles from './floating.module.css'

export type FloatingProps = Omit<ComponentProps<'div'>, 'ref'> & {
  anchor: HTMLElement | null
  /** `returnFocus` is false when focus has already gone where the person put it. */
  onClose: (returnFocus: boolean) => void
  side?: Side
  align?: Align
}

export function Floating({ anchor, onClose, side, align, className, children, ...rest }: FloatingProps) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useLayoutEffect(() => {
    const own = panel.current
    if (own === null) return undefined
    own.showPopover()
    const put = () => {
      const at = anchor?.getBoundingClientRect()
      if (at === undefined) return
      own.style.maxHeight = ''
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const spot = place(at, { width: own.offsetWidth, height: own.offsetHeight }, view, { side, align })
      own.style.left = `${spot.left}px`
      own.style.top = `${spot.top}px`
      own.style.maxHeight = `${spot.maxHeight}px`
    }
    put()
    const sized = new ResizeObserver(put) // fires once at the start, then whenever its content changes size
    sized.observe(own)
    window.addEventListener('resize', put)
    window.addEventListener('scroll', put, { capture: true, passive: true })
    return () => {
      sized.disconnect()
      window.removeEventListener('resize', put)
      window.removeEventListener('scroll', put, { capture: true })
    }
  }, [anchor, side, align])

  useEffect(() => {
    const isOurs = (target: EventTarget | null) =>
      target instanceof Node && (panel.current?.contains(target) === true || anchor?.contains(target) === true)
    const onPress = (event: PointerEvent) => {
      if (!isOurs(event.target)) close.current(false)
    }
    const onFocus = (event: FocusEvent) => {
      if (!isOurs(event.target)) close.current(false)
    }
    document.addEventListener('pointerdown', onPress, true)
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      document.removeEventListener('focusin', onFocus)
    }
  }, [anchor])

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only Escape, on its way up from a control inside
    <div
      {...rest}
      ref={panel}
      popover="manual"
      className={classNames(styles.floating, className)}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event)
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // Only the innermost panel closes, and a dialog around it stays.
        event.preventDefault()
        event.stopPropagation()
        onClose(true)
      }}
    >
      {children}
    </div>
  )
}
