/** A part of a long report: drawn while it is near what is seen, or when it is to be printed; else as much room as it takes. */
import { useEffect, useState, type ReactNode } from 'react'

export interface BlockProps {
  /** What scrolls; null before it stands. */
  room: HTMLElement | null
  /** Drawn wherever it is. */
  isDrawn: boolean
  /** Before it was drawn, in pixels. */
  height: number
  /** In a table a body of it, with one row as the room. */
  columns: number | null
  children: () => ReactNode
}

/** Above and below what is seen. */
const MARGIN_PX = 1200

export function Block({ room, isDrawn, height, columns, children }: BlockProps) {
  const [own, setOwn] = useState<HTMLElement | null>(null)
  const [sight, setSight] = useState({ isNear: false, height })
  useEffect(() => {
    if (own === null || room === null) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return
        const { height: taken } = entry.boundingClientRect
        setSight((before) =>
          entry.isIntersecting
            ? { ...before, isNear: true }
            : // What is not laid out has no height.
              { isNear: false, height: before.isNear && taken > 0 ? taken : before.height },
        )
      },
      { root: room, rootMargin: `${MARGIN_PX}px 0px` },
    )
    observer.observe(own)
    return () => observer.disconnect()
  }, [own, room])
  const isShown = isDrawn || sight.isNear
  if (columns === null)
    return (
      <div ref={setOwn} style={isShown ? undefined : { height: sight.height }}>
        {isShown && children()}
      </div>
    )
  return (
    <tbody ref={setOwn}>
      {isShown ? (
        children()
      ) : (
        <tr aria-hidden style={{ height: sight.height }}>
          <td colSpan={columns}>…</td>
        </tr>
      )}
    </tbody>
  )
}
