/** A side pane, resizable by dragging its inner edge or by arrow keys; stores its width under `name`. Full width on narrow pages. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an hr cannot be moved */
import { useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { recall, remember } from '../browser/remember.ts'
import styles from './resizable-pane.module.css'

export type ResizablePaneProps = {
  /** Storage key of the width. `label` is the accessible name. */
  name: string
  label: string
  /** Side of the page. */
  side: 'start' | 'end'
  initialWidth: number
  minWidth?: number
  maxWidth?: number
  children: ReactNode
}

export function ResizablePane(props: ResizablePaneProps) {
  const { name, label, side, initialWidth, minWidth = 240, maxWidth = 720, children } = props
  const clamp = (width: number) => Math.min(maxWidth, Math.max(minWidth, width))
  const [wanted, setWidth] = useState(() => Number(recall(`pane.${name}`)) || initialWidth)
  // The limits may follow the window's width.
  const width = clamp(wanted)
  const grip = useRef<{ x: number; width: number } | null>(null)
  const keep = (to: number) => remember(`pane.${name}`, String(Math.round(to)))
  const outward = side === 'end' ? -1 : 1

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, width }
  }
  const onPointerMove = (event: PointerEvent) => {
    if (grip.current !== null) setWidth(clamp(grip.current.width + (event.clientX - grip.current.x) * outward))
  }
  const letGo = () => {
    grip.current = null
    keep(width)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = clamp(width + step * outward)
    setWidth(next)
    keep(next)
  }
  const edge = (
    <div
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a movable separator is an interactive control
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={minWidth}
      aria-valuemax={maxWidth}
      className={styles.edge}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDoubleClick={() => {
        setWidth(initialWidth)
        keep(initialWidth)
      }}
      onKeyDown={onKeyDown}
    />
  )
  return (
    <>
      {side === 'end' && edge}
      <aside aria-label={label} className={styles.pane} style={{ width }}>
        {children}
      </aside>
      {side === 'start' && edge}
    </>
  )
}
