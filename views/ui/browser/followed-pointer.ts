/** Tracks the pointer's position. */
export interface FollowedPointer {
  /** Last position in window pixels; null before the first move. */
  stop(): { x: number; y: number } | null
}

/** Tracks mouse and touch until `stop`, before all other listeners. */
export const followPointer = (): FollowedPointer => {
  let last: { x: number; y: number } | null = null
  const following = new AbortController()
  const { signal } = following
  const keep = (at: { clientX: number; clientY: number } | undefined) => {
    if (at !== undefined) last = { x: at.clientX, y: at.clientY }
  }
  for (const type of ['mousemove', 'mouseup'] as const) window.addEventListener(type, keep, { capture: true, signal })
  for (const type of ['touchmove', 'touchend'] as const)
    window.addEventListener(type, ({ changedTouches }) => keep(changedTouches[0]), {
      capture: true,
      passive: true,
      signal,
    })
  return {
    stop: () => {
      following.abort()
      return last
    },
  }
}
