/** In the window's pixels. */
export interface Point {
  x: number
  y: number
}

export const pointOf = (event: MouseEvent | TouchEvent): Point => {
  const at = 'touches' in event ? (event.touches[0] ?? event.changedTouches[0]) : event
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 }
}

/** What is pressed now, for whoever comes too late to hear it. */
export interface HeldPress {
  /** Null once it was let go, for a press elsewhere, and for whoever was told of one or none before. */
  takeWithin: (node: Node) => MouseEvent | TouchEvent | null
  /** Returns the way to stop. */
  follow: () => () => void
}

export const createHeldPress = (): HeldPress => {
  let held: MouseEvent | TouchEvent | null = null
  const told = new WeakSet<Node>()
  return {
    takeWithin: (node) => {
      const isFirst = !told.has(node)
      told.add(node)
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

/** Resolves with the first sign of a mouse or a finger. */
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
