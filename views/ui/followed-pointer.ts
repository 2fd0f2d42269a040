/** Where mouse or finger is now. */
export interface FollowedPointer {
  /** Where it was last, in pixels of the window; null when it has not moved. */
  stop(): { x: number; y: number } | null
}

/** Follows mouse and fingers until `stop`, ahead of every other listener. */
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
