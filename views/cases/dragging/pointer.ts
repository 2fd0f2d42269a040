/** In the window's pixels. */
export interface Point {
  x: number
  y: number
}

export const pointOf = (event: MouseEvent | TouchEvent): Point => {
  const at = 'touches' in event ? (event.touches[0] ?? event.changedTouches[0]) : event
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 }
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
