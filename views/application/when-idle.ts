/** Calls back once the browser has painted and is idle; returns the cancel function. */
export const whenIdle = (act: () => void, timeoutMs = 3000): (() => void) => {
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, Math.min(500, timeoutMs))
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}

/** Promise version of `whenIdle`. */
export const idle = (timeoutMs?: number): Promise<void> => new Promise((resolve) => void whenIdle(resolve, timeoutMs))

/** Fallback timeout in ms: background tabs never paint. */
const maxMs = 250

/** Resolves after the next paint, so that work nobody sees does not delay it. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, maxMs)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })

/**
 * Yields to input events: the rest runs as a separate task, before the next frame where the browser supports task priorities, so that it is
 * laid out and painted once.
 */
export const nextTask = (): Promise<void> => {
  const { scheduler } = globalThis as { scheduler?: Scheduler }
  return scheduler === undefined
    ? new Promise((resolve) => setTimeout(resolve))
    : scheduler.postTask(() => undefined, { priority: 'user-blocking' })
}
