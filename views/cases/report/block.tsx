/** A section of a long report: rendered near the viewport or for printing, otherwise a placeholder of its height. */
import { useEffect, useState, type ReactNode } from 'react'

export interface BlockProps {
  /** Scroll container; null before it mounts. */
  room: HTMLElement | null
  /** Always rendered. */
  isDrawn: boolean
  /** Estimated height in pixels. */
  height: number
  /** In tables it is a `tbody`, with one row as placeholder. */
  columns: number | null
  children: () => ReactNode
}

/** Rendered margin around the viewport. */
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
            : // Elements without layout have no height.
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
