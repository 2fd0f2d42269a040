/** Window pixels. */
export interface Point {
  x: number
  y: number
}

export const pointOf = (event: MouseEvent | TouchEvent): Point => {
  const at = 'touches' in event ? (event.touches[0] ?? event.changedTouches[0]) : event
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 }
}

/** Remembers the current press for code that loads late. */
export interface HeldPress {
  /** Null after release, for a press elsewhere, and once consumed. */
  takeWithin: (node: Node) => MouseEvent | TouchEvent | null
  /** Returns the function that stops tracking. */
  follow: () => () => void
}

export const createHeldPress = (): HeldPress => {
  let held: MouseEvent | TouchEvent | null = null
  const seen = new WeakSet<Node>()
  return {
    takeWithin: (node) => {
      const isFirst = !seen.has(node)
      seen.add(node)
      return isFirst && held?.target instanceof Node && node.contains(held.target) ? held : null
    },
    follow: () => {
      const signs = new AbortController()
      const options = { capture: true, passive: true, signal: signs.signal }
      const hold = (event: MouseEvent | TouchEvent) => {
        held = event
      }
      const release = () => {
        held = null
      }
      window.addEventListener('mousedown', hold, options)
      window.addEventListener('touchstart', hold, options)
      for (const end of ['mouseup', 'touchend', 'touchcancel', 'blur']) window.addEventListener(end, release, options)
      return () => {
        held = null
        signs.abort()
      }
    },
  }
}

/** Resolves with the first mouse or touch event. */
export const pointerComes = (): Promise<void> =>
  new Promise((resolve) => {
    const signs = new AbortController()
    const come = () => {
      signs.abort()
      resolve()
    }
    for (const sign of ['mousemove', 'mousedown', 'touchstart'])
      window.addEventListener(sign, come, { passive: true, signal: signs.signal })
  })
